import Basics

/// `%#@name@`, a variable of an Apple stringsdict.
enum VariableSyntax: PlaceholderSyntax {
  static let id = "placeholder.variable"
  static let marks = TextMarks.at

  static func placeholders(in text: ScannedText) -> [String] {
    guard text.has(.percent), text.has(.at) else { return [] }
    return text.bytes.indices.compactMap { index in
      guard text.bytes[index] == UInt8(ascii: "%"), let end = end(of: index, in: text) else { return nil }
      return text.part(index..<end)
    }
  }

  /// The index after the variable that begins at `start`; nil if there is none. A position may come before it:
  /// `%1$#@name@`.
  static func end(of start: Int, in text: ScannedText) -> Int? {
    var index = start + 1
    while let byte = text[index], byte.isASCIIDigit || byte == UInt8(ascii: "$") { index += 1 }
    guard text[index] == UInt8(ascii: "#"), text[index + 1] == UInt8(ascii: "@") else { return nil }
    index += 2
    let name = index
    while let byte = text[index], byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte >= 0x80 {
      index += 1
    }
    return index > name && text[index] == UInt8(ascii: "@") ? index + 1 : nil
  }
}
