// An import of this module alone suffices, although rows, sheets and catalogs are declared below it.
@_exported public import ReviewSheets
