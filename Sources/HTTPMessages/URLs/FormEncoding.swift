/// `application/x-www-form-urlencoded` and query strings.
///
/// All bytes but the unreserved characters of RFC 3986 are percent-encoded, a space as `%20`. This form means the same in a
/// body and in a query, so `&`, `=`, `+`, `%`, letters beyond ASCII and newlines arrive unchanged.
package enum FormEncoding {
  /// The fields in order, encoded.
  package static func encode(_ fields: [(name: String, value: String)]) -> String {
    fields.map { encode($0.name) + "=" + encode($0.value) }.joined(separator: "&")
  }

  /// One text, encoded; usable in a path component too.
  package static func encode(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text without its percent-encoding; a `%` without two digits stays.
  package static func decode(_ text: String) -> String {
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    var place = 0
    while place < source.count {
      if source[place] == UInt8(ascii: "%"), place + 2 < source.count,
        let byte = UInt8(String(decoding: source[place + 1...place + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        place += 3
      } else {
        bytes.append(source[place])
        place += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }
}
