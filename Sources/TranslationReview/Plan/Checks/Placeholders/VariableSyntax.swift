import Basics

/// `%#@name@`, a variable of an Apple stringsdict.
enum VariableSyntax: PlaceholderSyntax {
  static let id = "placeholder.variable"
  static let marks = TextMarks.at

  static func placeholders(in text: ScannedText) -> [String] {
    guard text.has(.percent), text.has(.at) else { return [] }
    return text.bytes.indices.compactMap { index in
      guard text.bytes[index] == UInt8(ascii: "%"), let end = PrintfFormat.endOfVariable(from: index, in: text.bytes)
      else { return nil }
      return text.part(index..<end)
    }
  }
}
