/// Encodes UTF-8 text in another encoding.
protocol TextEncoder: AnyObject {
  /// Encodes whole characters and appends them.
  ///
  /// - Returns: The first character that the encoding lacks; nil if it has all of them.
  func encode(_ text: UnsafeBufferPointer<UInt8>, into bytes: inout ByteBuffer) -> Unicode.Scalar?
  /// Appends the bytes that the encoding requires at the end of a file.
  func finish(into bytes: inout ByteBuffer)
}

enum TextEncoding {
  /// The encoder of an encoding; nil for UTF-8, which is the encoding of all texts here.
  ///
  /// - Throws: `csv.encoding` for an unknown encoding.
  static func encoder(named name: String) throws(SpreadsheetError) -> (any TextEncoder)? {
    switch name.uppercased() {
    case "UTF-8", "UTF8": return nil
    case "UTF-16", "UTF16", "UTF-16LE", "UTF16LE": return UTF16Encoder(isBigEndian: false)
    case "UTF-16BE", "UTF16BE": return UTF16Encoder(isBigEndian: true)
    default:
      guard let encoder = IconvEncoder(name: name) else { throw CSVEncoding.unknown(name) }
      return encoder
    }
  }

  static func isUnicode(_ name: String) -> Bool {
    name.uppercased().hasPrefix("UTF")
  }
}

final class UTF16Encoder: TextEncoder {
  private let isBigEndian: Bool

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  func encode(_ text: UnsafeBufferPointer<UInt8>, into bytes: inout ByteBuffer) -> Unicode.Scalar? {
    var out = UnsafeMutableRawPointer(bytes.reserve(text.count * 2))
    let start = out
    for unit in String(decoding: text, as: UTF8.self).utf16 {
      out.storeBytes(of: isBigEndian ? unit.bigEndian : unit.littleEndian, as: UInt16.self)
      out += 2
    }
    bytes.advance(by: out - start)
    return nil
  }

  func finish(into bytes: inout ByteBuffer) {}
}

/// Windows-1252, which programs write without declaring it.
enum Windows1252 {
  /// The characters of the bytes 80 to 9F. The five unassigned bytes become the control characters of the same number,
  /// as in the WHATWG Encoding Standard.
  private static let special: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
    0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x9D, 0x017E, 0x0178,
  ]

  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else {
        let scalar = byte < 0xA0 ? special[Int(byte) - 0x80] : UInt32(byte)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { buffer in
          guard let start = buffer.baseAddress else { return }
          let end = UTF8Encoding.write(scalar, to: start)
          text.append(contentsOf: buffer[..<(end - start)])
        }
      }
    }
    return text
  }
}
