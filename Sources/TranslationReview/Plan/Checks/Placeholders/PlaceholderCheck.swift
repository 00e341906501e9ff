/// The way in which one family of placeholders is written.
protocol PlaceholderSyntax: Sendable {
  /// The id of the check of the family.
  static var id: String { get }
  /// The bytes without which a text has no placeholder of the family.
  static var marks: TextMarks { get }
  /// The placeholders of a source text, each in the form in which they are compared, in order.
  static func placeholders(in text: ScannedText) -> [String]
  /// The placeholders of a proposal for a source text, in the same form.
  static func placeholders(in proposal: ScannedText, for source: ScannedText) -> [String]
}

extension PlaceholderSyntax {
  static func placeholders(in proposal: ScannedText, for source: ScannedText) -> [String] {
    placeholders(in: proposal)
  }
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
    let found = Syntax.placeholders(in: text.scannedProposal, for: source).withoutRepeats
    guard found != wanted else { return [] }
    let others = text.isPluralForm ? text.otherForm.map { Syntax.placeholders(in: ScannedText($0)) } ?? [] : []
    let known = Set(wanted + others)
    let given = Set(found)
    let missing = wanted.filter { !given.contains($0) }
    let extra = found.filter { !known.contains($0) }
    // A placeholder with a wrong name is not a number that is spelled out.
    let lost = extra.isEmpty ? text.withoutSpelledOut(missing, isNumber: Self.isNumber) : missing
    return lost.map {
      CheckFinding(
        "The source text has this placeholder, and the proposal does not. Write it where the value belongs.",
        token: $0)
    } + extra.map { CheckFinding(Self.sentence(about: $0, missing, wanted), token: $0) }
  }

  private static func sentence(about extra: String, _ missing: [String], _ wanted: [String]) -> String {
    let near = missing.first { $0.lowercased() == extra.lowercased() } ?? (missing.count == 1 ? missing.first : nil)
    if let near { return "The source text does not have this placeholder. Write \(near), exactly as it has it." }
    return "The source text does not have this placeholder. It has \(wanted.listed(", ")). Remove it."
  }

  /// The names that programmers give to the number of a plural.
  private static var numberNames: Set<String> {
    ["count", "n", "num", "number", "total", "amount", "quantity", "times"]
  }

  /// Whether a placeholder shows the number of a plural, as far as its name tells.
  private static func isNumber(_ placeholder: String) -> Bool {
    let name = placeholder.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "_" }
    return numberNames.contains(name) || name.hasSuffix("count")
  }
}
