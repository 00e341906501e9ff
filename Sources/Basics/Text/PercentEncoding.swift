/// Bytes in URLs and forms.
package enum PercentEncoding {
  /// Bytes without their percent-encoding, `+` being a space. A `%` without two hexadecimal digits stays.
  package static func decode(_ source: some Sequence<UInt8>) -> [UInt8] {
    let source = Array(source)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var place = 0
    while place < source.count {
      if source[place] == UInt8(ascii: "%"), place + 2 < source.count, let high = HexDigit.value(source[place + 1]),
        let low = HexDigit.value(source[place + 2])
      {
        bytes.append(high << 4 | low)
        place += 3
      } else {
        bytes.append(source[place] == UInt8(ascii: "+") ? UInt8(ascii: " ") : source[place])
        place += 1
      }
    }
    return bytes
  }
}
