import Basics

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
