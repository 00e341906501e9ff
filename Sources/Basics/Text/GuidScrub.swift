/// Removes guids from text that is shown or kept: with a guid, anyone can delete what its owner proposed.
///
/// It removes what follows a name with `guid` in it, in JSON, forms, query strings and prose, and everything in the form of a
/// UUID.
package enum GuidScrub {
  private static let mark = Array("…".utf8)

  /// The beginning of a guid, which tells it from another one and deletes nothing.
  package static func shortened(_ guid: String) -> String {
    "\(guid.prefix(min(4, guid.count / 4)))…"
  }

  /// The text without guids.
  package static func scrubbed(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard mayHold(bytes) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if isName(bytes, index), let value = value(bytes, afterNameAt: index) {
        result.append(contentsOf: bytes[index..<value.lowerBound])
        result.append(contentsOf: mark)
        index = value.upperBound
      } else if let end = endOfUUID(bytes, index) {
        result.append(contentsOf: mark)
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether bytes that would be kept may contain a guid: a named one, or a UUID.
  package static func mayBe(in bytes: some Collection<UInt8>) -> Bool {
    mayHold(Array(bytes))
  }

  private static func mayHold(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { isName(bytes, $0) || endOfUUID(bytes, $0) != nil }
  }

  private static func isName(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard index + 4 <= bytes.count, bytes[index] | 0x20 == UInt8(ascii: "g"),
      bytes[index + 1] | 0x20 == UInt8(ascii: "u"), bytes[index + 2] | 0x20 == UInt8(ascii: "i"),
      bytes[index + 3] | 0x20 == UInt8(ascii: "d")
    else { return false }
    // A guide or a guideline is not a guid.
    return index + 4 == bytes.count
      || ![UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i")].contains(bytes[index + 4])
  }

  /// The range of the value that belongs to a name; nil if there is none.
  private static func value(_ bytes: [UInt8], afterNameAt name: Int) -> Range<Int>? {
    var index = name + 4
    func skip(_ isPassed: (UInt8) -> Bool) {
      while index < bytes.count, isPassed(bytes[index]) { index += 1 }
    }
    skip(isWord)
    let endOfName = index
    skip { isQuote($0) || $0 == UInt8(ascii: "]") }
    skip(isSpace)
    var separator: UInt8?
    if index < bytes.count, bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: "=") {
      separator = bytes[index]
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: ">") { index += 1 }
    } else if bytes[index...].starts(with: "%3D".utf8) || bytes[index...].starts(with: "%3d".utf8) {
      separator = UInt8(ascii: "=")
      index += 3
    } else if index == endOfName {
      return nil
    }
    let afterSeparator = index
    skip(isSpace)
    guard index < bytes.count else { return nil }
    if separator != nil, let close = closing(bytes[index]) {
      let start = index
      while index < bytes.count, bytes[index] != close { index += 1 }
      return start..<min(bytes.count, index + 1)
    }
    let hasQuote = isQuote(bytes[index])
    skip(isQuote)
    let start = index
    skip { !isQuote($0) && (hasQuote || !isSpace($0) && !"&,;)}]<".utf8.contains($0)) }
    guard index > start else { return nil }
    // In prose plain words follow the name. A word with a digit, a hyphen or an underscore is not a plain one.
    let isCertain = hasQuote || separator == UInt8(ascii: "=") || (separator != nil && start == afterSeparator)
    guard isCertain || bytes[start..<index].contains(where: isOddInProse) else { return nil }
    return start..<index
  }

  private static func isOddInProse(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func closing(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    default: nil
    }
  }

  /// The offset after a UUID that begins at an offset; nil if none does.
  private static func endOfUUID(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start + 36 <= bytes.count, isHexadecimal(bytes[start]), bytes[start + 8] == UInt8(ascii: "-") else {
      return nil
    }
    for index in 0..<36 {
      let isHyphen = [8, 13, 18, 23].contains(index)
      guard isHyphen ? bytes[start + index] == UInt8(ascii: "-") : isHexadecimal(bytes[start + index]) else {
        return nil
      }
    }
    return start + 36
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
