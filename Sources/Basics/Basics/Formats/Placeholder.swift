/// The parts of a text that the app replaces: `%@`, `%1$d`, `{name}`, `{{name}}`, `${name}`, `%{name}`, `%name%`,
/// `%#@name@`.
///
/// A sheet lists them beside a text, and word diffs do not split them. All families are recognised in one pass. Checks
/// have a scanner for each family instead (`PlaceholderSyntax`, ``PrintfFormat``): they compare a proposal with its
/// source text, so they need positions and types.
package enum Placeholder {
  /// The most bytes of a name in braces.
  private static let longestName = 64

  /// The placeholders of a text, each once, in order.
  ///
  /// A per cent sign before a space is not a placeholder (`100 % of`), and `%%` is a per cent sign.
  package static func all(in text: String) -> [String] {
    var seen: Set<ExactText> = []
    return ranges(in: text).map { String(text[$0]) }.filter { seen.insert(ExactText($0)).inserted }
  }

  package static func ranges(in text: String) -> [Range<String.Index>] {
    var last = (offset: 0, index: text.startIndex)
    func index(at offset: Int) -> String.Index {
      last = (offset, text.utf8.index(last.index, offsetBy: offset - last.offset))
      return last.index
    }
    return ranges(in: Array(text.utf8)).map { range in
      let start = index(at: range.lowerBound)
      return start..<index(at: range.upperBound)
    }
  }

  package static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      let end: Int?
      switch bytes[index] {
      case UInt8(ascii: "%"): end = endAfterPercent(bytes, index)
      case UInt8(ascii: "$"): end = bytes[safe: index + 1] == UInt8(ascii: "{") ? endOfBraces(bytes, index + 1) : nil
      case UInt8(ascii: "{"): end = endOfBraces(bytes, index)
      default: end = nil
      }
      if let end, !bytes[index..<end].elementsEqual("%%".utf8) { found.append(index..<end) }
      index = end ?? index + 1
    }
    return found
  }

  /// Whether a text has an argument with a type, as ICU messages have: `{count, plural, …}`. The text in braces inside it
  /// is part of the message.
  package static func hasTypedArgument(_ bytes: [UInt8]) -> Bool {
    var start = 0
    while let open = bytes[start...].firstIndex(of: UInt8(ascii: "{")) {
      start = open + 1
      let name = bytes[start...].prefix { isNameByte($0) || $0 == 0x20 }
      guard !name.isEmpty, bytes[safe: name.endIndex] == UInt8(ascii: ",") else { continue }
      let type = bytes[(name.endIndex + 1)...].drop { $0.isASCIISpace }.prefix(while: \.isASCIILetter)
      if ICUMessage.types.contains(String(decoding: type, as: UTF8.self)) { return true }
    }
    return false
  }

  /// The end of a placeholder that begins with a per cent sign; nil if it is only a sign.
  private static func endAfterPercent(_ bytes: [UInt8], _ start: Int) -> Int? {
    let index = start + 1
    switch bytes[safe: index] {
    case UInt8(ascii: "%"): return index + 1
    case UInt8(ascii: "{"): return endOfBraces(bytes, index)
    case UInt8(ascii: "#") where bytes[safe: index + 1] == UInt8(ascii: "@"):
      let end = bytes[(index + 2)...].firstIndex { !isNameByte($0) }
      guard let end, end > index + 2, bytes[end] == UInt8(ascii: "@") else { return nil }
      return end + 1
    default: if let end = PrintfFormat.endOfName(from: start, in: bytes) { return end }
    }
    // `%b` is usually a per cent sign before a word.
    guard let conversion = PrintfFormat.Conversion(at: start, in: bytes), conversion.kind != .boolean else {
      return nil
    }
    return conversion.end
  }

  /// The end of a name in one or two pairs of braces; nil if there is no name.
  private static func endOfBraces(_ bytes: [UInt8], _ start: Int) -> Int? {
    let depth = bytes[safe: start + 1] == UInt8(ascii: "{") ? 2 : 1
    let nameStart = start + depth
    let name = bytes[min(nameStart, bytes.count)...].prefix(longestName + 1).prefix { isNameByte($0) || $0 == 0x20 }
    let close = name.endIndex
    guard !name.isEmpty, name.count <= longestName else { return nil }
    for index in close..<(close + depth) where bytes[safe: index] != UInt8(ascii: "}") { return nil }
    return close + depth
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "-")
  }
}
