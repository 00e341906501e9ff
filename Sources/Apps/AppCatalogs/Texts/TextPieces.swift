import Basics

/// A text divided into its placeholders and what is between them.
struct TextPieces {
  enum Piece {
    case literal(String)
    case conversion(PrintfFormat.Argument)
    /// A name or number in braces, in whatever kind of braces.
    case named(String)
  }

  let pieces: [Piece]
  /// Whether the text has a conversion, so that `%%` is a per cent sign.
  let isFormat: Bool
  /// Whether a conversion takes its width or precision from another argument.
  let hasSizes: Bool

  /// - Parameter source: The text in the default language, which shows what is a plain sign before a brace; empty if
  ///   not known.
  init(_ text: String, readsBraces: Bool, readsConversions: Bool = true, source: String = "") {
    let bytes = Array(text.utf8)
    if readsBraces, ICUMessage.message(in: bytes) != nil {
      // The braces belong to the message.
      (pieces, isFormat, hasSizes) = ([.literal(text)], false, false)
      return
    }
    let format = readsConversions ? PrintfFormat(bytes) : PrintfFormat()
    var placeholders = format.arguments.filter { !$0.isSize }.map { ($0.range, Piece.conversion($0)) }
    if readsBraces {
      for token in BracedToken.all(in: bytes, for: Array(source.utf8))
      where token.isName || token.trimmedName.utf8.allSatisfy(\.isASCIIDigit) {
        let name = token.bareName
        guard !name.isEmpty else { continue }
        // The sign before the brace is part of the placeholder.
        let hasSign = token.form == .dollar || token.form == .percent
        let start = token.range.lowerBound - (hasSign ? 1 : 0)
        placeholders.append((start..<token.range.upperBound, .named(name)))
      }
      placeholders.sort { $0.0.lowerBound < $1.0.lowerBound }
    }
    var pieces: [Piece] = []
    var end = 0
    for (range, piece) in placeholders where range.lowerBound >= end {
      if range.lowerBound > end { pieces.append(.literal(bytes.part(end..<range.lowerBound))) }
      pieces.append(piece)
      end = range.upperBound
    }
    if end < bytes.count { pieces.append(.literal(bytes.part(end..<bytes.count))) }
    self.pieces = pieces
    isFormat = format.isFormat
    hasSizes = format.arguments.contains(where: \.isSize)
  }

  var conversions: [PrintfFormat.Argument] {
    pieces.compactMap { if case .conversion(let argument) = $0 { argument } else { nil } }
  }

  /// Whether two values would share an argument: only some conversions have positions, or one argument has two kinds.
  static func areInConflict(_ texts: [TextPieces]) -> Bool {
    var kinds: [Int: PrintfFormat.Kind] = [:]
    for text in texts {
      let conversions = text.conversions
      if Set(conversions.map(\.isNumbered)).count > 1 { return true }
      for argument in conversions
      where kinds.updateValue(argument.kind, forKey: argument.position) ?? argument.kind != argument.kind {
        return true
      }
    }
    return false
  }

  var names: [String] { pieces.compactMap { if case .named(let name) = $0 { name } else { nil } } }
}

enum PercentSigns {
  /// A literal of a format, with every per cent sign doubled.
  ///
  /// - Parameter isFormat: Whether the literal is from a format already, where `%%` is one sign.
  static func doubled(_ literal: String, isFormat: Bool) -> String {
    guard literal.utf8.contains(UInt8(ascii: "%")) else { return literal }
    return single(literal, isFormat: isFormat).replacingExactly("%", with: "%%")
  }

  /// A literal of a format as people read it.
  static func single(_ literal: String, isFormat: Bool) -> String {
    guard isFormat, literal.utf8.contains(UInt8(ascii: "%")) else { return literal }
    var bytes: [UInt8] = []
    var isSecond = false
    for byte in literal.utf8 {
      isSecond = byte == UInt8(ascii: "%") && !isSecond && bytes.last == byte && !bytes.isEmpty
      if !isSecond { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension PrintfFormat.Argument {
  /// Whether the conversion has no flags, width or precision.
  var isBare: Bool { unnumbered.utf8.count == 2 + length.utf8.count }

  var numbered: String { isNumbered ? token : "%\(position)$" + token.dropFirst() }

  var unnumbered: String {
    guard isNumbered, let dollar = token.firstIndex(of: "$") else { return token }
    return "%" + token[token.index(after: dollar)...]
  }
}

/// Replaces short texts byte by byte. Swift's own replacing would miss a text before a combining mark, because both form one
/// character.
extension String {
  /// The text with each occurrence of an ASCII text replaced.
  func replacingExactly(_ part: String, with other: String) -> String {
    String(decoding: Array(utf8).replacing(Array(part.utf8), with: Array(other.utf8)), as: UTF8.self)
  }

  func containsExactly(_ part: String) -> Bool { utf8.firstRange(of: part.utf8) != nil }
}

extension XMLText {
  /// A text for a comment: without the signs that would end it, and without what XML cannot hold.
  static func comment(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isForbidden($0) ? "\u{FFFD}" : $0 })).replacingExactly(
      "--", with: "- -"
    ).replacingExactly("--", with: "- -")
  }
}
