import Basics

/// One fault that a check found in the proposal of a row.
public struct RowFinding: Hashable, Sendable {
  /// The id of the check.
  public let check: String
  /// What the finding does to its row.
  public let severity: Diagnostic.Severity
  /// The fault and what to do.
  public let finding: CheckFinding

  /// The finding in a sentence that begins with the id and the part of the text that is wrong.
  var sentence: String {
    let token = finding.token.map { " (\"\(Self.visible($0))\")" } ?? ""
    return "\(check)\(token): \(finding.message)"
  }

  /// The reason to refuse a row with these findings; nil if it may be sent.
  static func refusal(_ findings: [RowFinding]) -> String? {
    let errors = findings.filter { $0.severity == .error }
    return errors.isEmpty ? nil : errors.map(\.sentence).joined(separator: " ")
  }

  /// A part of a text, with its spaces visible if it is nothing else.
  static func visible(_ token: String) -> String {
    let visible = Visible.text(token)
    return token.allSatisfy(\.isWhitespace) ? visible.replacing(" ", with: "␠") : visible
  }
}
