/// `{name}`, as ICU, Flutter and Python write it. A text that is an ICU message with types is not of this family.
enum NameSyntax: PlaceholderSyntax {
  static let id = "placeholder.name"
  static let marks = TextMarks.brace

  static func placeholders(in text: ScannedText) -> [String] {
    if ICUMessage.isMessage(text) { return [] }
    return BracedToken.all(in: text).filter { $0.form == .single && $0.isName }.map { "{\($0.name)}" }
  }
}
