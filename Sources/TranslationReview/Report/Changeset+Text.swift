import Basics
import NStackAPI

extension Changeset {
  /// The plan in lines of text: each row that is not simply unchanged, then the counts.
  ///
  /// - Parameter limit: The most rows that are listed.
  public func lines(limit: Int = .max) -> [String] {
    var lines = Diagnostic.lines(of: diagnostics)
    for item in items.prefix(limit) { lines.append(contentsOf: item.lines) }
    if items.count > limit { lines.append("… and \(Counted.text(items.count - limit, "more row"))") }
    lines.append(summaryLine)
    return lines
  }

  /// What is wrong, in lines of text: errors of files and the whole, and each row that is refused or in conflict.
  public var problemLines: [String] {
    diagnostics.filter { $0.severity == .error }.map(\.line)
      + items.filter { $0.verdict.isRefusal || $0.verdict == .conflict }.map { "error: \($0.line)" }
  }

  /// What the plan sends, as `2 to propose, 1 to delete`.
  package var callsLine: String { "\(proposeCount) to propose, \(deleteCount) to delete" }

  /// The counts in one line, adding up to the rows read.
  public var summaryLine: String {
    let parts = Verdict.allCases.compactMap { verdict -> String? in
      guard let count = counts[verdict], count > 0 else { return nil }
      return "\(count) \(verdict.rawValue)"
    }
    return "\(Counted.text(rowCount, "row")): " + (parts.isEmpty ? "nothing" : parts.joined(separator: ", "))
  }
}

extension Changeset.Item {
  /// The row in a line: where, what is to become of it, which text, and why.
  var line: String {
    let text = row.row.text
    let name = "\(Visible.text(text.section))/\(Visible.text(text.key)) [\(Visible.text(text.locale))]"
    return "\(row.place): \(verdict.rawValue) \(name)\(message.isEmpty ? "" : ": \(message)")"
  }

  /// The row in a line or a few: where, which text, what is to become of it, and the texts that it is about.
  var lines: [String] {
    var lines = [line]
    switch verdict {
    case .propose:
      lines.append("    - \(Visible.text(serverProposal?.value ?? serverValue ?? "", limit: 200))")
      lines.append("    + \(Visible.text(row.row.proposal, limit: 200))")
    case .delete: lines.append("    - \(Visible.text(serverProposal?.value ?? "", limit: 200))")
    case .conflict:
      lines.append("    base   \(Visible.text(baseText, limit: 200))")
      lines.append(
        "    server \(Visible.text(serverProposal?.value ?? serverValue ?? "", limit: 200))")
      lines.append("    sheet  \(Visible.text(row.row.proposal, limit: 200))")
    default: break
    }
    return lines + notes.map { "    note: \($0)" }
  }
}
