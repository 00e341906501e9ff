/// The faults of a workbook that a reading accepts, each with a warning.
package enum XLSXTolerance: Comparable, Sendable {
  /// None: every fault is an error.
  case nothing
  /// Contents that no spreadsheet program shows. They are skipped.
  case hiddenContents
  /// Faults of single cells as well: values that are not of their cell's type, which become texts, and empty cells that
  /// name another row, which are skipped.
  case cellFaults
}
