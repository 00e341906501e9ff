import Basics

/// A text without its placeholders, tags and addresses, each of which U+FFFC replaces.
struct TextWithoutTokens: Sendable {
  let string: String

  init(_ text: ScannedText) {
    guard text.has([.percent, .brace, .angle, .slash, .at, .ampersand]) else {
      string = text.string
      return
    }
    let tokens =
      PrintfFormat(text).arguments.map(\.token) + LinkScanner.urls(in: text) + LinkScanner.mailboxes(in: text)
      + LinkScanner.linkedMessages(in: text) + PrintfFormat.variables(in: text)
    string = Self.withoutMarkup(Self.replaced(tokens, in: text.bytes))
  }

  /// What replaces each token: U+FFFC.
  private static let mark: [UInt8] = [0xEF, 0xBF, 0xBC]

  /// A text with a mark for each of some tokens, the longest one where several begin: `%1$d` begins with `%1`.
  private static func replaced(_ tokens: [String], in bytes: [UInt8]) -> [UInt8] {
    guard !tokens.isEmpty else { return bytes }
    let wanted = Set(tokens.map { Array($0.utf8)[...] })
    var lengths: [UInt8: Set<Int>] = [:]
    for token in wanted { if let first = token.first { lengths[first, default: []].insert(token.count) } }
    let longestFirst = lengths.mapValues { $0.sorted(by: >) }
    var kept: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let length = longestFirst[bytes[index]]?.first { length in
        index + length <= bytes.count && wanted.contains(bytes[index..<(index + length)])
      }
      if length == nil { kept.append(bytes[index]) } else { kept += mark }
      index += length ?? 1
    }
    return kept
  }

  /// A text with marks for entities and for what is between braces or angle brackets. A brace or a bracket without its
  /// partner is text.
  private static func withoutMarkup(_ bytes: [UInt8]) -> String {
    let closings = closingBraces(of: bytes)
    var kept: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let end: Int? =
        switch bytes[index] {
        case UInt8(ascii: "{"): closings[index]
        case UInt8(ascii: "<"): endOfTag(bytes, index)
        case UInt8(ascii: "&"): endOfEntity(bytes, index)
        default: nil
        }
      if end == nil { kept.append(bytes[index]) } else { kept += mark }
      index = end.map { $0 + 1 } ?? index + 1
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// The index of each closing brace, by the index of its opening one.
  private static func closingBraces(of bytes: [UInt8]) -> [Int: Int] {
    var open: [Int] = []
    var closings: [Int: Int] = [:]
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "{") { open.append(index) }
      if byte == UInt8(ascii: "}"), let start = open.popLast() { closings[start] = index }
    }
    return closings
  }

  private static func endOfTag(_ bytes: [UInt8], _ start: Int) -> Int? {
    let rest = bytes[(start + 1)...]
    guard let next = rest.first, next.isASCIILetter || next == UInt8(ascii: "/"),
      let end = rest.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") })
    else { return nil }
    return bytes[end] == UInt8(ascii: ">") ? end : nil
  }

  /// The index of the `;` of an entity such as `&eacute;` or `&#39;`; nil if there is none.
  private static func endOfEntity(_ bytes: [UInt8], _ start: Int) -> Int? {
    var name = bytes[(start + 1)...].prefix(32)
    if name.first == UInt8(ascii: "#") { name = name.dropFirst() }
    let letters = name.prefix { $0.isASCIILetter || $0.isASCIIDigit }
    let end = letters.endIndex
    return !letters.isEmpty && end < bytes.count && bytes[end] == UInt8(ascii: ";") ? end : nil
  }
}

extension String {
  /// Whether the text contains some bytes.
  func utf8Contains(_ needle: [UInt8]) -> Bool {
    guard let first = needle.first else { return true }
    var rest = utf8[...]
    while let index = rest.firstIndex(of: first) {
      if rest[index...].starts(with: needle) { return true }
      rest = rest[rest.index(after: index)...]
    }
    return false
  }
}
