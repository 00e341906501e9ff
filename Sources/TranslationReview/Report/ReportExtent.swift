/// How much a plan or a report shows in lines.
public enum ReportExtent: Hashable, Sendable {
  /// All rows that are not unchanged, and the counts.
  case everything
  /// The rows that were refused, are in conflict, failed, or have warnings, and the counts.
  case problems
  /// The counts, and errors that are not about a single row.
  case summary
}
