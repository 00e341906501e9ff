/// Removes guids from text that is shown or kept: with a guid, anyone can delete what its owner proposed.
///
/// It removes what follows a name with `guid` in it, in JSON, forms, query strings and prose, and everything in the form of a
/// UUID.
package enum GuidScrub {
  private static let ellipsis = Array("…".utf8)

  /// The start of a guid, which identifies it in messages but is not enough to delete with.
  package static func shortened(_ guid: String) -> String { "\(guid.prefix(min(4, guid.count / 4)))…" }

  package static func scrubbed(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard mayHold(bytes) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if isName(bytes, index), let value = value(bytes, afterNameAt: index) {
        result.append(contentsOf: bytes[index..<value.lowerBound])
        result.append(contentsOf: ellipsis)
        index = value.upperBound
      } else if let end = endOfUUID(bytes, index) {
        result.append(contentsOf: ellipsis)
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether bytes that would be kept may contain a guid: a named one, or a UUID.
  package static func mayBe(in bytes: some Collection<UInt8>) -> Bool { mayHold(Array(bytes)) }

  private static func mayHold(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { isName(bytes, $0) || endOfUUID(bytes, $0) != nil }
  }

  private static func isName(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard index + 4 <= bytes.count, bytes[index] | 0x20 == UInt8(ascii: "g"),
      bytes[index + 1] | 0x20 == UInt8(ascii: "u"), bytes[index + 2] | 0x20 == UInt8(ascii: "i"),
      bytes[index + 3] | 0x20 == UInt8(ascii: "d")
    else { return false }
    // The words guide and guideline are not about a guid.
    return bytes[safe: index + 4].map { !"aei".utf8.contains($0) } ?? true
  }

  /// The range of the value after a name; nil if there is none.
  private static func value(_ bytes: [UInt8], afterNameAt name: Int) -> Range<Int>? {
    var index = name + 4
    func skip(_ isPassed: (UInt8) -> Bool) { while let byte = bytes[safe: index], isPassed(byte) { index += 1 } }
    skip { $0.isASCIILetter || isOddInProse($0) }
    let endOfName = index
    skip { isQuote($0) || $0 == UInt8(ascii: "]") }
    skip(\.isASCIISpace)
    var separator: UInt8?
    if let byte = bytes[safe: index], byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=") {
      separator = byte
      index += bytes[safe: index + 1] == UInt8(ascii: ">") ? 2 : 1
    } else if bytes[index...].starts(with: "%3D".utf8) || bytes[index...].starts(with: "%3d".utf8) {
      separator = UInt8(ascii: "=")
      index += 3
    } else if index == endOfName {
      return nil
    }
    let afterSeparator = index
    skip(\.isASCIISpace)
    guard let first = bytes[safe: index] else { return nil }
    if separator != nil,
      let close = [UInt8(ascii: "["): UInt8(ascii: "]"), UInt8(ascii: "{"): UInt8(ascii: "}")][first]
    {
      let start = index
      skip { $0 != close }
      return start..<min(bytes.count, index + 1)
    }
    let hasQuote = isQuote(first)
    skip(isQuote)
    let start = index
    skip { !isQuote($0) && (hasQuote || !$0.isASCIISpace && !"&,;)}]<".utf8.contains($0)) }
    guard index > start else { return nil }
    // In prose, plain words may follow the name. A word with a digit, a hyphen or an underscore is not a plain one.
    let isCertain = hasQuote || separator == UInt8(ascii: "=") || (separator != nil && start == afterSeparator)
    guard isCertain || bytes[start..<index].contains(where: isOddInProse) else { return nil }
    return start..<index
  }

  private static func isOddInProse(_ byte: UInt8) -> Bool { byte.isASCIIDigit || "-_".utf8.contains(byte) }

  private static func isQuote(_ byte: UInt8) -> Bool { "\"'\\".utf8.contains(byte) }

  private static func endOfUUID(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start + 36 <= bytes.count, bytes[start + 8] == UInt8(ascii: "-"), bytes[start + 13] == UInt8(ascii: "-")
    else { return nil }
    let isUUID = (0..<36).allSatisfy { index in
      let byte = bytes[start + index]
      return [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : HexDigit.value(byte) != nil
    }
    return isUUID ? start + 36 : nil
  }
}
