/// The words and characters of Swift's grammar that matter to names.
enum SwiftWords {
  /// The words that are names only in backticks.
  ///
  /// Source: The Swift Programming Language, "Keywords and Punctuation": those of declarations, statements, expressions
  /// and types, and those of patterns.
  static let reserved: Set<String> = [
    "associatedtype", "borrowing", "class", "consuming", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "inout", "internal", "let", "nonisolated", "open", "operator", "precedencegroup", "private", "protocol", "public",
    "rethrows", "static", "struct", "subscript", "typealias", "var",
    "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in",
    "repeat", "return", "switch", "throw", "where", "while",
    "as", "await", "false", "is", "nil", "super", "throws", "true", "try",
  ]

  /// The words that cannot be used as names, even in backticks.
  static let unusable: Set<String> = ["self", "Self", "Type", "Protocol", "init", "Any", "_"]

  /// Whether a name can be declared without backticks.
  static func isPlainName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || canContain(first) && !("0"..."9").contains(first)
    else {
      return false
    }
    return name.unicodeScalars.allSatisfy { $0 == "_" || canContain($0) } && !reserved.contains(name)
      && !unusable.contains(name)
  }

  /// Whether Swift's lexer accepts a letter, digit or mark in an identifier.
  ///
  /// Source: The Swift Programming Language, "Identifiers", `identifier-character`. Characters outside of these ranges are
  /// letters of no script in use, or none.
  static func canContain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0xAA, 0xB5, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF: true
    case 0x2070...0x218F, 0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF: true
    case 0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE44, 0xFE47...0xFFFD: true
    case 0x10000...0xDFFFD: scalar.value & 0xFFFF <= 0xFFFD
    default: false
    }
  }
}
