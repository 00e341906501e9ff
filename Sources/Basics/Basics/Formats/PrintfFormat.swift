/// The printf conversions of a text, as C, `NSString` and Java read them.
///
/// A space is not read as a flag: "100 % de" and "% of screen" would otherwise have arguments. Nor is Java's `(`, because
/// Python's `%(name)s` begins with it. Java's dates, such as `%tY`, are not read.
package struct PrintfFormat: Sendable {
  package enum Kind: Sendable { case object, integer, double, character, cString, pointer, boolean }

  /// A conversion, or the `*` of one.
  package struct Argument: Hashable, Sendable {
    package let token: String
    package let position: Int
    package let isNumbered: Bool
    package let kind: Kind
    /// The length modifier, such as `l`; empty if there is none.
    package let length: String
    package let range: Range<Int>
    /// Whether it is the `*` of a conversion, which receives a width or a precision.
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

  /// Removes conversions that begin with the per cent sign of a number, whatever follows: `100%e`, `100 %a`, `%50eko`,
  /// `a %-a`.
  package mutating func removeNumbers(from text: [UInt8]) {
    arguments.removeAll { argument in
      guard !argument.isNumbered, argument.kind != .object else { return false }
      let start = argument.range.lowerBound
      // Spaces, including no-break and thin ones.
      let before = text[..<start].last {
        $0 != 0x20 && $0 != 0xC2 && $0 != 0xA0 && $0 != 0xE2 && $0 != 0x80 && $0 != 0xAF
      }
      let next = text[safe: start + 1] ?? 0
      return before?.isASCIIDigit == true || (0x31...0x39).contains(next) || argument.token.hasPrefix("%-")
    }
  }

  /// Reads the conversion or sign at `start`, and returns the index after it.
  private mutating func end(of start: Int, in text: [UInt8], _ next: inout Int) -> Int {
    switch text[safe: start + 1] {
    case UInt8(ascii: "%"):
      percentSigns += 1
      return start + 2
    case UInt8(ascii: "{"), UInt8(ascii: "("): return start + 1
    default:
      if let end = Self.endOfVariable(from: start, in: text) ?? Self.endOfName(from: start, in: text) { return end }
    }
    guard let conversion = Conversion(at: start, in: text) else {
      let end = Self.endOfCharacter(after: start + 1, in: text)
      invalid.append(text.part(start..<end))
      return start + 1
    }
    let range = start..<conversion.end
    let token = text.part(range)
    let number = conversion.number
    for _ in 0..<conversion.stars {
      arguments.append(
        Argument(
          token: token, position: next, isNumbered: number != nil, kind: .integer, length: "", range: range,
          isSize: true))
      next += 1
    }
    arguments.append(
      Argument(
        token: token, position: number ?? next, isNumbered: number != nil, kind: conversion.kind,
        length: text.part(conversion.length), range: range))
    if number == nil { next += 1 }
    return conversion.end
  }

  /// One conversion: number and `$`, flags, width, precision, length modifier, letter.
  struct Conversion {
    /// The position that is written, as in `%2$d`; nil if there is none.
    private(set) var number: Int?
    /// How many of width and precision are `*`.
    private(set) var stars = 0
    private(set) var length = 0..<0
    let kind: Kind
    private(set) var end: Int

    /// Reads the conversion at a per cent sign; nil if there is only a sign.
    ///
    /// A sign after a digit and before a word or a hyphen belongs to the number: `100%ig`, `50%-a`. A sign before a
    /// hyphen and a word, as in `das %-Symbol`, is plain text too: in a conversion, a width follows the hyphen.
    init?(at start: Int, in text: [UInt8]) {
      end = start + 1
      func skip(_ end: inout Int, _ isMember: (UInt8) -> Bool) -> Range<Int> {
        let from = end
        while let byte = text[safe: end], isMember(byte) { end += 1 }
        return from..<end
      }
      let digits = skip(&end, \.isASCIIDigit)
      if !digits.isEmpty, text[safe: end] == UInt8(ascii: "$") {
        // A larger number is not a position in any real text.
        number = Int(text.part(digits)) ?? .max
        end += 1
      } else {
        end = start + 1
      }
      let flags = skip(&end) { "-+#0',".utf8.contains($0) }
      func skipSize(_ end: inout Int, _ stars: inout Int) {
        if text[safe: end] == UInt8(ascii: "*") {
          stars += 1
          end += 1
        } else {
          _ = skip(&end, \.isASCIIDigit)
        }
      }
      skipSize(&end, &stars)
      if text[safe: end] == UInt8(ascii: ".") {
        end += 1
        skipSize(&end, &stars)
      }
      let isSized = end > flags.upperBound
      length = skip(&end) { "hlqLzjt".utf8.contains($0) }
      guard let letter = text[safe: end], let kind = PrintfFormat.kind(of: letter) else { return nil }
      self.kind = kind
      end += 1
      guard number == nil, !isSized else { return }
      let isInWord = letter != UInt8(ascii: "@") && text[safe: end]?.isASCIILetter == true
      let followsDigit = start > 0 && text[start - 1].isASCIIDigit
      let isHyphenated = text[flags].contains(UInt8(ascii: "-"))
      if followsDigit && (isInWord || isHyphenated) || isInWord && isHyphenated { return nil }
    }
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

  /// The index after the name between per cent signs, `%name%`, that begins at `start`; nil if there is none. `%ld%` is a
  /// conversion and a sign, and `%dx%d` is two conversions.
  package static func endOfName(from start: Int, in text: [UInt8]) -> Int? {
    let isSign = { (index: Int) in text[safe: index] == UInt8(ascii: "%") }
    guard start == 0 || !isSign(start - 1), let first = text[safe: start + 1],
      first.isASCIILetter || first == UInt8(ascii: "_")
    else { return nil }
    let name = text[(start + 1)...].prefix { $0.isASCIILetter || $0.isASCIIDigit || "_.-".utf8.contains($0) }
    guard name.count > 1, isSign(name.endIndex), Conversion(at: start, in: text)?.end != name.endIndex else {
      return nil
    }
    let next = text[safe: name.endIndex + 1]
    let goesOn = next.map { $0.isASCIILetter || $0.isASCIIDigit || "@%$#*+-({".utf8.contains($0) } ?? false
    return goesOn ? nil : name.endIndex + 1
  }
}
