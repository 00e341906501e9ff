import Basics

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
