// Importing this module is enough: rows, sheets, catalogs and text checks come with it.
@_exported public import ReviewSheets
