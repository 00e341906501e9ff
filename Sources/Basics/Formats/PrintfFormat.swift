/// The printf conversions of a text, as C, `NSString` and Java read them.
///
/// A space is not read as a flag: "100 % de" and "% of screen" would otherwise have arguments. Nor is Java's `(`, because
/// Python's `%(name)s` begins with it. Java's dates, such as `%tY`, are not read.
package struct PrintfFormat: Sendable {
  package enum Kind: String, Sendable {
    case object = "an object"
    case integer = "a whole number"
    case double = "a decimal number"
    case character = "a character"
    case cString = "a C string"
    case pointer = "a pointer"
    case boolean = "a truth value"
  }

  /// A conversion, or the `*` of one.
  package struct Argument: Hashable, Sendable {
    package let token: String
    package let position: Int
    package let isNumbered: Bool
    package let kind: Kind
    /// The length modifier, such as `l`; empty if there is none.
    package let length: String
    package let range: Range<Int>
    /// Whether it is the `*` of a conversion, which takes a width or a precision.
    package var isSize = false
  }

  package private(set) var arguments: [Argument] = []
  package private(set) var percentSigns = 0
  /// Per cent signs that begin no conversion, each with the character after it.
  package private(set) var invalid: [String] = []

  package init() {}

  package init(_ text: [UInt8]) {
    var index = 0
    var next = 1
    while let percent = text[index...].firstIndex(of: UInt8(ascii: "%")) { index = end(of: percent, in: text, &next) }
  }

  package var isFormat: Bool { !arguments.isEmpty }

  package var byPosition: [Int: Argument] { Dictionary(arguments.map { ($0.position, $0) }) { first, _ in first } }

  /// Reads what begins with the per cent sign at `start`, and returns the index after it.
  private mutating func end(of start: Int, in text: [UInt8], _ next: inout Int) -> Int {
    switch text[safe: start + 1] {
    case UInt8(ascii: "%"):
      percentSigns += 1
      return start + 2
    case UInt8(ascii: "{"), UInt8(ascii: "("): return start + 1
    default: if let end = Self.endOfVariable(from: start, in: text) { return end }
    }
    var index = start + 1
    func skip(_ isMember: (UInt8) -> Bool) -> Range<Int> {
      let from = index
      while let byte = text[safe: index], isMember(byte) { index += 1 }
      return from..<index
    }
    var number: Int?
    let digits = skip(\.isASCIIDigit)
    if !digits.isEmpty, text[safe: index] == UInt8(ascii: "$") {
      // No text has so many arguments that the number would not fit.
      number = Int(text.part(digits)) ?? .max
      index += 1
    } else {
      index = start + 1
    }
    _ = skip { "-+#0',".utf8.contains($0) }
    var stars = 0
    func skipSize() {
      if text[safe: index] == UInt8(ascii: "*") {
        stars += 1
        index += 1
      } else {
        _ = skip(\.isASCIIDigit)
      }
    }
    skipSize()
    if text[safe: index] == UInt8(ascii: ".") {
      index += 1
      skipSize()
    }
    let length = text.part(skip { "hlqLzjt".utf8.contains($0) })
    guard let conversion = text[safe: index], let kind = Self.kind(of: conversion) else {
      let end = Self.endOfCharacter(after: start + 1, in: text)
      invalid.append(text.part(start..<end))
      return start + 1
    }
    let range = start..<index + 1
    let token = text.part(range)
    for _ in 0..<stars {
      arguments.append(
        Argument(
          token: token, position: next, isNumbered: number != nil, kind: .integer, length: "", range: range,
          isSize: true))
      next += 1
    }
    arguments.append(
      Argument(
        token: token, position: number ?? next, isNumbered: number != nil, kind: kind, length: length, range: range))
    if number == nil { next += 1 }
    return index + 1
  }

  private static func kind(of conversion: UInt8) -> Kind? {
    switch conversion {
    case UInt8(ascii: "@"): .object
    case _ where "dDiuUxXoO".utf8.contains(conversion): .integer
    case _ where "fFeEgGaA".utf8.contains(conversion): .double
    case _ where "cC".utf8.contains(conversion): .character
    case _ where "sS".utf8.contains(conversion): .cString
    case UInt8(ascii: "p"): .pointer
    case UInt8(ascii: "b"), UInt8(ascii: "B"): .boolean
    default: nil
    }
  }

  /// The index after the character at `index`, so that a message shows whole characters.
  private static func endOfCharacter(after index: Int, in text: [UInt8]) -> Int {
    var end = index + 1
    while let byte = text[safe: end], byte & 0xC0 == 0x80 { end += 1 }
    return min(end, text.count)
  }

  /// The index after the variable of an Apple stringsdict, `%#@name@`, that begins at `start`; nil if there is none. A
  /// position may come before it: `%1$#@name@`.
  package static func endOfVariable(from start: Int, in text: [UInt8]) -> Int? {
    var index = start + 1
    while let byte = text[safe: index], byte.isASCIIDigit || byte == UInt8(ascii: "$") { index += 1 }
    guard text[safe: index] == UInt8(ascii: "#"), text[safe: index + 1] == UInt8(ascii: "@") else { return nil }
    index += 2
    let name = index
    while let byte = text[safe: index],
      byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte >= 0x80
    { index += 1 }
    return index > name && text[safe: index] == UInt8(ascii: "@") ? index + 1 : nil
  }
}
