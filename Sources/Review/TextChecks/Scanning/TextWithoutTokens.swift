import Basics

/// A text with U+FFFC in place of each placeholder, tag and address.
struct TextWithoutTokens: Sendable {
  let string: String

  init(_ text: ScannedText) {
    guard text.has([.percent, .brace, .angle, .slash, .at, .ampersand]) else {
      string = text.string
      return
    }
    var (kept, end): ([UInt8], Int) = ([], 0)
    for range in Self.tokens(of: text) {
      kept += text.bytes[end..<range.lowerBound] + Self.placeholder
      end = range.upperBound
    }
    string = String(decoding: kept + text.bytes[end...], as: UTF8.self)
  }

  /// What replaces each token: U+FFFC.
  private static let placeholder: [UInt8] = [0xEF, 0xBF, 0xBC]

  /// The ranges of placeholders, tags, entities and addresses in a text, in order: the longest one if several begin at
  /// the same place, such as `%1$d` and `%1`. An unpaired brace or bracket is text.
  ///
  /// - Parameters:
  ///   - others: Tokens besides these.
  ///   - readsBraces: Whether a part in braces is a token.
  static func tokens(of text: ScannedText, besides others: [String] = [], readsBraces: Bool = true) -> [Range<Int>] {
    let bytes = text.bytes
    let named =
      PrintfFormat(text).arguments.map(\.token) + LinkScanner.urls(in: text) + LinkScanner.mailboxes(in: text)
      + LinkScanner.linkedMessages(in: text) + PrintfFormat.variables(in: text) + others
    let wanted = Set(named.map { Array($0.utf8)[...] })
    var lengths: [UInt8: Set<Int>] = [:]
    for token in wanted { if let first = token.first { lengths[first, default: []].insert(token.count) } }
    let longestFirst = lengths.mapValues { $0.sorted(by: >) }
    let closings = readsBraces ? closingBraces(of: bytes) : [:]
    var ranges: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      let length = longestFirst[bytes[index]]?.first { length in
        index + length <= bytes.count && wanted.contains(bytes[index..<(index + length)])
      }
      let last: Int? =
        switch bytes[index] {
        case _ where length != nil: length.map { index + $0 - 1 }
        case UInt8(ascii: "{"): closings[index]
        case UInt8(ascii: "<"): endOfTag(bytes, index)
        case UInt8(ascii: "&"): endOfEntity(bytes, index)
        default: nil
        }
      if let last { ranges.append(index..<last + 1) }
      index = (last ?? index) + 1
    }
    return ranges
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
