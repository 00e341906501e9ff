/// The character encoding of an XML part, decided from its first bytes before libxml2 sees any.
///
/// libxml2 would trust the part's own declaration, even of UTF-7. OPC allows UTF-8 and UTF-16 only (ECMA-376 Part 2,
/// 6.2.5).
enum XMLEncoding: Hashable {
  case utf8
  case utf16BigEndian
  case utf16LittleEndian

  /// Recognises the encoding from the first bytes of a part. Returns the encoding, and the length of the byte order
  /// mark in bytes; nil for any other encoding.
  static func detect(_ bytes: UnsafeRawBufferPointer) -> (encoding: XMLEncoding, markSize: Int)? {
    func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
    switch (byte(0), byte(1), byte(2), byte(3)) {
    case (0xEF, 0xBB, 0xBF, _): return (.utf8, 3)
    case (0xFF, 0xFE, 0, 0): return nil
    case (0xFE, 0xFF, _, _): return (.utf16BigEndian, 2)
    case (0xFF, 0xFE, _, _): return (.utf16LittleEndian, 2)
    case (0, 0x3C, 0, 0x3F): return (.utf16BigEndian, 0)
    case (0x3C, 0, 0x3F, 0): return (.utf16LittleEndian, 0)
    case (0x3C?, let second, _, _) where second != 0: return (.utf8, 0)
    case (0x20?, let second, _, _), (0x09?, let second, _, _), (0x0A?, let second, _, _), (0x0D?, let second, _, _):
      return second == 0 ? nil : (.utf8, 0)
    default: return nil
    }
  }

  /// The version or the encoding that the declaration of a part in UTF-8 names, in lower case; nil if there is none.
  static func declared(_ name: String, in text: UnsafeRawBufferPointer) -> String? {
    let start = Array(text.prefix(1024))
    guard start.starts(with: "<?xml".utf8), let end = start.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let declaration = start[..<end]
    guard let place = declaration.firstRange(of: Array(name.utf8))?.lowerBound,
      let quote = declaration[place...].firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }),
      let close = declaration[(quote + 1)...].firstIndex(of: declaration[quote])
    else { return nil }
    return String(decoding: declaration[(quote + 1)..<close], as: UTF8.self).lowercased()
  }

  /// Whether a declaration that names `name` is correct.
  func isNamed(_ name: String) -> Bool {
    switch self {
    case .utf8: name == "utf-8" || name == "utf8"
    case .utf16BigEndian: ["utf-16", "utf-16be", "utf16"].contains(name)
    case .utf16LittleEndian: ["utf-16", "utf-16le", "utf16"].contains(name)
    }
  }
}
