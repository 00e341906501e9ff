/// The classes of ASCII characters. The scanners of texts ask for them byte by byte, so they are inlined across targets.
extension UInt8 {
  /// Whether the byte is a digit from `0` to `9`.
  @inlinable @inline(__always) package var isASCIIDigit: Bool { self &- UInt8(ascii: "0") <= 9 }

  /// Whether the byte is a letter from `A` to `Z` or `a` to `z`.
  @inlinable @inline(__always) package var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") <= 25 }

  /// Whether the byte is white space: a space, a tab or a line break.
  @inlinable @inline(__always) package var isASCIISpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension [UInt8] {
  package subscript(safe index: Int) -> UInt8? { index >= 0 && index < count ? self[index] : nil }

  /// The text of a range of bytes, clamped to the text.
  package func part(_ range: Range<Int>) -> String {
    String(decoding: self[range.clamped(to: 0..<count)], as: UTF8.self)
  }
}

extension BidirectionalCollection {
  /// The elements without those at both ends that meet a condition.
  package func trimming(_ isTrimmed: (Element) -> Bool) -> SubSequence {
    let start = firstIndex { !isTrimmed($0) } ?? endIndex
    return self[start..<(lastIndex { !isTrimmed($0) }.map(index(after:)) ?? start)]
  }
}

package enum HexDigit {
  /// The value of a digit in either case; nil for any other byte.
  package static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  package static func text(of bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  package static func digit(_ value: UInt8, uppercase: Bool = false) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: uppercase ? "A" : "a") + value - 10
  }
}

package enum PercentEncoding {
  /// Bytes without their percent-encoding; in a form `+` is a space. A `%` without two hexadecimal digits stays.
  package static func decode(_ source: some Sequence<UInt8>, isForm: Bool = true) -> [UInt8] {
    let source = Array(source)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count, let high = HexDigit.value(source[index + 1]),
        let low = HexDigit.value(source[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(isForm && source[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : source[index])
        index += 1
      }
    }
    return bytes
  }

  /// The fields of `name=value&name=value` without their encoding, in order.
  package static func fields(_ source: some Sequence<UInt8>) -> [(name: [UInt8], value: [UInt8])] {
    Array(source).split(separator: UInt8(ascii: "&")).map { pair in
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (decode(pair[..<end]), decode(pair[end...].dropFirst()))
    }
  }
}
