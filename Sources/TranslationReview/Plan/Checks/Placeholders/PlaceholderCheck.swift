/// The way in which one family of placeholders is written.
protocol PlaceholderSyntax: Sendable {
  /// The id of the check of the family.
  static var id: String { get }
  /// The bytes without which a text has no placeholder of the family.
  static var marks: TextMarks { get }
  /// The placeholders of a text, each in the form in which they are compared, in order.
  static func placeholders(in text: ScannedText) -> [String]
}

/// Requires that a proposal has the placeholders of its source text, and no others of the same family.
///
/// Only a source text with a placeholder of the family is checked: in other texts, the same characters are plain text.
struct PlaceholderCheck<Syntax: PlaceholderSyntax>: Check {
  let severity = Diagnostic.Severity.error

  var id: String { Syntax.id }

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.scannedSource, source.has(Syntax.marks) else { return [] }
    let wanted = Syntax.placeholders(in: source).withoutRepeats
    guard !wanted.isEmpty else { return [] }
    let found = Syntax.placeholders(in: text.scannedProposal).withoutRepeats
    guard found != wanted else { return [] }
    let missing = wanted.filter { !found.contains($0) }
    let extra = found.filter { !wanted.contains($0) }
    let lost = text.mayLackNumber && extra.isEmpty ? [] : missing
    return lost.map {
      CheckFinding(
        "The source text has this placeholder, and the proposal does not. Write it where the value belongs.",
        token: $0)
    } + extra.map { CheckFinding(Self.sentence(about: $0, missing, wanted), token: $0) }
  }

  private static func sentence(about extra: String, _ missing: [String], _ wanted: [String]) -> String {
    let near = missing.first { $0.lowercased() == extra.lowercased() } ?? (missing.count == 1 ? missing.first : nil)
    if let near { return "The source text does not have this placeholder. Write \(near), exactly as it has it." }
    return "The source text does not have this placeholder; it has \(wanted.joined(separator: ", ")). Remove it."
  }
}
