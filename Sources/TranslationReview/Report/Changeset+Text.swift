import Basics
import NStackAPI

extension Changeset {
  /// Returns the plan as lines of text: the rows that are not unchanged, then the counts.
  ///
  /// - Parameter limit: The maximum number of rows to list.
  public func lines(limit: Int = .max) -> [String] {
    var lines = Diagnostic.lines(of: diagnostics)
    for item in items.prefix(limit) { lines.append(contentsOf: item.lines) }
    if items.count > limit { lines.append("… and \(Counted.text(items.count - limit, "more row"))") }
    lines.append(summaryLine)
    return lines
  }

  /// The problems, as lines of text: errors in files or the import, then refused and conflicting rows.
  public var problemLines: [String] {
    diagnostics.filter { $0.severity == .error }.map(\.line)
      + items.filter { $0.verdict.isRefusal || $0.verdict == .conflict }.map { "error: \($0.line)" }
  }

  /// The number of calls, as in `2 to propose, 1 to delete`.
  package var callsLine: String { "\(proposeCount) to propose, \(deleteCount) to delete" }

  /// The number of rows with each verdict, on one line.
  public var summaryLine: String {
    let parts = Verdict.allCases.compactMap { verdict -> String? in
      guard let count = counts[verdict], count > 0 else { return nil }
      return "\(count) \(verdict.rawValue)"
    }
    return "\(Counted.text(rowCount, "row")): " + (parts.isEmpty ? "nothing" : parts.joined(separator: ", "))
  }
}

extension Changeset.Item {
  /// The row on one line: place, verdict, text, reason.
  var line: String {
    "\(row.place): \(verdict.rawValue) \(row.text.reportName)\(message.isEmpty ? "" : ": \(message)")"
  }

  /// The row on its line, followed by the values that the verdict is about and the notes.
  var lines: [String] {
    var lines = [line]
    switch verdict {
    case .propose:
      lines.append("    - \(Visible.text(serverProposal?.value ?? serverValue ?? "", limit: 200))")
      lines.append("    + \(Visible.text(row.proposal, limit: 200))")
    case .delete: lines.append("    - \(Visible.text(serverProposal?.value ?? "", limit: 200))")
    case .conflict:
      lines.append("    base   \(Visible.text(baseText, limit: 200))")
      lines.append(
        "    server \(Visible.text(serverProposal?.value ?? serverValue ?? "", limit: 200))")
      lines.append("    sheet  \(Visible.text(row.proposal, limit: 200))")
    default: break
    }
    return lines + notes.map { "    note: \($0)" }
  }
}
