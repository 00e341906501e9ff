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
    var place = 0
    while place < bytes.count {
      if isName(bytes, place), let value = value(bytes, afterNameAt: place) {
        result.append(contentsOf: bytes[place..<value.lowerBound])
        result.append(contentsOf: mark)
        place = value.upperBound
      } else if let end = endOfUUID(bytes, place) {
        result.append(contentsOf: mark)
        place = end
      } else {
        result.append(bytes[place])
        place += 1
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

  private static func isName(_ bytes: [UInt8], _ place: Int) -> Bool {
    guard place + 4 <= bytes.count, bytes[place] | 0x20 == UInt8(ascii: "g"),
      bytes[place + 1] | 0x20 == UInt8(ascii: "u"), bytes[place + 2] | 0x20 == UInt8(ascii: "i"),
      bytes[place + 3] | 0x20 == UInt8(ascii: "d")
    else { return false }
    // A guide or a guideline is not a guid.
    return place + 4 == bytes.count
      || ![UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i")].contains(bytes[place + 4])
  }

  /// The range of the value that belongs to a name; nil if there is none.
  private static func value(_ bytes: [UInt8], afterNameAt name: Int) -> Range<Int>? {
    var place = name + 4
    func skip(_ isPassed: (UInt8) -> Bool) {
      while place < bytes.count, isPassed(bytes[place]) { place += 1 }
    }
    skip(isWord)
    let endOfName = place
    skip { isQuote($0) || $0 == UInt8(ascii: "]") }
    skip(isSpace)
    var separator: UInt8?
    if place < bytes.count, bytes[place] == UInt8(ascii: ":") || bytes[place] == UInt8(ascii: "=") {
      separator = bytes[place]
      place += 1
      if place < bytes.count, bytes[place] == UInt8(ascii: ">") { place += 1 }
    } else if bytes[place...].starts(with: "%3D".utf8) || bytes[place...].starts(with: "%3d".utf8) {
      separator = UInt8(ascii: "=")
      place += 3
    } else if place == endOfName {
      return nil
    }
    let afterSeparator = place
    skip(isSpace)
    guard place < bytes.count else { return nil }
    if separator != nil, let close = closing(bytes[place]) {
      let start = place
      while place < bytes.count, bytes[place] != close { place += 1 }
      return start..<min(bytes.count, place + 1)
    }
    let hasQuote = isQuote(bytes[place])
    skip(isQuote)
    let start = place
    skip { !isQuote($0) && (hasQuote || !isSpace($0) && !"&,;)}]<".utf8.contains($0)) }
    guard place > start else { return nil }
    // In prose plain words follow the name. A word with a digit, a hyphen or an underscore is not a plain one.
    let isCertain = hasQuote || separator == UInt8(ascii: "=") || (separator != nil && start == afterSeparator)
    guard isCertain || bytes[start..<place].contains(where: isOddInProse) else { return nil }
    return start..<place
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
    for place in 0..<36 {
      let isHyphen = [8, 13, 18, 23].contains(place)
      guard isHyphen ? bytes[start + place] == UInt8(ascii: "-") : isHexadecimal(bytes[start + place]) else {
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
