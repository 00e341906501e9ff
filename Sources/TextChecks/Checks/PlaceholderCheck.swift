import Basics

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
  let severity = Severity.error

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

/// `{name}`, as ICU, Flutter and Python write it. A text that is an ICU message with types is not of this family.
enum NameSyntax: PlaceholderSyntax {
  static let id = "placeholder.name"
  static let marks = TextMarks.brace

  static func placeholders(in text: ScannedText) -> [String] {
    if ICUMessage.isMessage(text) { return [] }
    let names = names(in: text)
    return names.contains { $0.isSpaced } ? names.map(\.bare) : names.map(\.written)
  }

  static func placeholders(in proposal: ScannedText, for source: ScannedText) -> [String] {
    if let message = ICUMessage.message(in: proposal) { return message.names.map { "{\($0)}" } }
    let names = names(in: proposal)
    // An app that reads `{ name }` also reads `{name}`; one whose texts have no spaces may not read `{ name }`.
    return Self.names(in: source).contains { $0.isSpaced } ? names.map(\.bare) : names.map(\.written)
  }

  /// A placeholder with the spaces around its name, and without them.
  private struct Name {
    let written: String
    let bare: String

    var isSpaced: Bool { written.utf8.count != bare.utf8.count }
  }

  private static func names(in text: ScannedText) -> [Name] {
    BracedToken.all(in: text).filter { $0.form == .single && $0.isName }.map { token in
      Name(written: "{\(token.name)}", bare: "{\(token.trimmedName)}")
    }
  }
}

/// `{0}`, as .NET and Java write it, with or without a format: `{0:N2}`; and `{}`.
enum IndexSyntax: PlaceholderSyntax {
  static let id = "placeholder.index"
  static let marks = TextMarks.brace

  static func placeholders(in text: ScannedText) -> [String] {
    if ICUMessage.isMessage(text) { return [] }
    return BracedToken.all(in: text).filter { token in
      token.form == .single && token.bareName.utf8.allSatisfy(\.isASCIIDigit)
    }.map { "{\($0.bareName)}" }
  }

  static func placeholders(in proposal: ScannedText, for source: ScannedText) -> [String] {
    guard let message = ICUMessage.message(in: proposal) else { return placeholders(in: proposal) }
    return message.names.filter { $0.utf8.allSatisfy(\.isASCIIDigit) }.map { "{\($0)}" }
  }
}

/// `{{name}}`, as i18next and Handlebars write it, with or without spaces and a format: `{{ count, number }}`.
enum MustacheSyntax: PlaceholderSyntax {
  static let id = "placeholder.mustache"
  static let marks = TextMarks.brace

  static func placeholders(in text: ScannedText) -> [String] {
    BracedToken.all(in: text).filter { $0.form == .double && !$0.bareName.isEmpty }.map { "{{\($0.bareName)}}" }
  }
}

/// `${name}`, as JavaScript templates and Android's annotations write it.
enum TemplateSyntax: PlaceholderSyntax {
  static let id = "placeholder.template"
  static let marks = TextMarks.brace

  static func placeholders(in text: ScannedText) -> [String] {
    BracedToken.all(in: text).filter { $0.form == .dollar && !$0.name.isEmpty }.map { "${\($0.name)}" }
  }
}

/// `%{name}`, as Ruby and Vue write it.
enum RubySyntax: PlaceholderSyntax {
  static let id = "placeholder.ruby"
  static let marks = TextMarks.percent

  static func placeholders(in text: ScannedText) -> [String] {
    BracedToken.all(in: text).filter { $0.form == .percent && !$0.name.isEmpty }.map { "%{\($0.name)}" }
  }
}

/// `%#@name@`, a variable of an Apple stringsdict.
enum VariableSyntax: PlaceholderSyntax {
  static let id = "placeholder.variable"
  static let marks = TextMarks.at

  static func placeholders(in text: ScannedText) -> [String] { PrintfFormat.variables(in: text) }
}
