import Basics
import Foundation

/// Names of keys and sections as Swift identifiers.
///
/// A name is in the normal form NFC, so that spellings that look the same are the same identifier, as in the compiler.
enum SwiftName {
  /// The name of a member: `forgotPassword` for `forgot_password`, `urlTitle` for `URLTitle`.
  static func member(_ text: String) -> String { identifier(camelCased(text, isType: false), of: text) }

  /// The name of a type: `ForgotPassword` for `forgot_password`, `URLTitle` for `URL title`.
  static func type(_ text: String) -> String { identifier(camelCased(text, isType: true), of: text) }

  /// The spelling of a key, with an underscore for each run of characters that an identifier cannot have.
  static func verbatim(_ text: String) -> String {
    let text = text.precomposedStringWithCanonicalMapping
    var result = String.UnicodeScalarView()
    var isAfterGap = false
    for scalar in text.unicodeScalars {
      if scalar == "_" || isPart(scalar, after: result.last) {
        if isAfterGap { result.append("_") }
        result.append(scalar)
        isAfterGap = false
      } else {
        isAfterGap = true
      }
    }
    let isNameless = result.allSatisfy { $0 == "_" }
    return identifier(isNameless ? "" : String(result), of: text)
  }

  /// The identifier as source text: in backticks if it is a reserved word.
  static func source(_ identifier: String) -> String {
    SwiftWords.reserved.contains(identifier) ? "`\(identifier)`" : identifier
  }

  private static func identifier(_ name: String, of text: String) -> String {
    let name = name.precomposedStringWithCanonicalMapping
    guard let first = name.unicodeScalars.first else { return codePoints(of: text) }
    if first.properties.generalCategory.isNumber { return "_" + name }
    // Backticks do not make these usable everywhere: `L10n.Login.init` and `L10n.Type` mean something else.
    return SwiftWords.unusable.contains(name) ? name + "_" : name
  }

  /// A name for a text without letters and digits: `_u1F600` for an emoji.
  private static func codePoints(of text: String) -> String {
    let points = text.unicodeScalars.prefix(8).map { "u" + String($0.value, radix: 16, uppercase: true) }
    return "_" + (points.isEmpty ? "empty" : points.joined(separator: "_"))
  }

  private static func camelCased(_ text: String, isType: Bool) -> String {
    let normal = text.precomposedStringWithCanonicalMapping
    var words = words(of: normal)
    // In `SAVE_CHANGES` capitals do not separate words.
    if words.count > 1, !normal.unicodeScalars.contains(where: \.properties.isLowercase) {
      words = words.map { $0.lowercased() }
    }
    var result = ""
    for word in words {
      let isFirst = result.isEmpty
      // Without the separator, two digits would read as another number.
      if let last = result.unicodeScalars.last, last.properties.generalCategory.isNumber,
        word.unicodeScalars.first?.properties.generalCategory.isNumber == true
      {
        result += "_"
      }
      result += isFirst && !isType ? lowerFirst(word) : upperFirst(word)
    }
    return result
  }

  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isPart(scalar, after: word.last) {
        word.append(scalar)
      } else if !word.isEmpty {
        words.append(String(word))
        word = String.UnicodeScalarView()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  /// Whether a scalar is a letter or a digit, or a mark on one, and can be seen.
  private static func isPart(_ scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> Bool {
    if scalar.isASCII { return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }
    guard !scalar.properties.isDefaultIgnorableCodePoint, SwiftWords.canContain(scalar) else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
      return true
    case .nonspacingMark, .spacingMark: return last.map { $0 != "_" } ?? false
    default: return false
    }
  }

  private static func upperFirst(_ word: String) -> String {
    guard let first = word.unicodeScalars.first else { return word }
    return first.properties.titlecaseMapping + String(word.unicodeScalars.dropFirst())
  }

  /// The word with its first capitals in lower case, except the last one if a lower-case letter follows it.
  private static func lowerFirst(_ word: String) -> String {
    let scalars = Array(word.unicodeScalars)
    let capitals = scalars.prefix(while: \.properties.isUppercase).count
    let isNextSmall = capitals < scalars.count && scalars[capitals].properties.isLowercase
    let count = capitals > 1 && isNextSmall ? capitals - 1 : capitals
    return scalars[..<count].map(\.properties.lowercaseMapping).joined()
      + String(String.UnicodeScalarView(scalars[count...]))
  }
}

extension Unicode.GeneralCategory { fileprivate var isNumber: Bool { self == .decimalNumber } }

/// The words and characters of Swift's grammar that matter to names.
enum SwiftWords {
  /// The words that are names only in backticks.
  ///
  /// Source: The Swift Programming Language, "Keywords and Punctuation": those of declarations, statements, expressions
  /// and types, and those of patterns.
  static let reserved = Set(
    """
    associatedtype, borrowing, class, consuming, deinit, enum, extension, fileprivate, func, import, inout,
    internal, let, nonisolated, open, operator, precedencegroup, private, protocol, public, rethrows, static,
    struct, subscript, typealias, var, break, case, catch, continue, default, defer, do, else, fallthrough, for,
    guard, if, in, repeat, return, switch, throw, where, while, as, await, false, is, nil, super, throws, true,
    try
    """.commaSeparated)

  /// The words that cannot be used as names, even in backticks.
  static let unusable: Set<String> = ["self", "Self", "Type", "Protocol", "init", "Any", "_"]

  /// Whether a name can be declared without backticks.
  static func isPlainName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || canContain(first) && !("0"..."9").contains(first)
    else { return false }
    return name.unicodeScalars.allSatisfy { $0 == "_" || canContain($0) } && !reserved.contains(name)
      && !unusable.contains(name)
  }

  /// Whether Swift's lexer accepts a letter, digit or mark in an identifier.
  ///
  /// Source: The Swift Programming Language, "Identifiers", `identifier-character`. Characters outside these ranges are
  /// not letters, or not of a script in use.
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
