import Basics

/// `application/x-www-form-urlencoded` and query strings. All bytes but the unreserved characters of RFC 3986 are
/// percent-encoded, a space as `%20`. This form means the same in a body and in a query, so `&`, `=`, `+`, `%`, letters
/// beyond ASCII and newlines arrive unchanged.
package enum FormEncoding {
  package static func encode(_ fields: [(name: String, value: String)]) -> String {
    fields.map { encode($0.name) + "=" + encode($0.value) }.joined(separator: "&")
  }

  /// One text, encoded; usable in a path component too.
  package static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%")] + [byte >> 4, byte & 15].map { HexDigit.digit($0, uppercase: true) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text without its percent-encoding; a `%` without two digits stays.
  package static func decode(_ text: String) -> String {
    String(decoding: PercentEncoding.decode(text.utf8, isForm: false), as: UTF8.self)
  }
}
