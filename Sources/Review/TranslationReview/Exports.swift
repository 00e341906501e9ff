// An import of this module alone suffices: rows, sheets, catalogs and the checks of texts are declared below it.
@_exported public import ReviewSheets
