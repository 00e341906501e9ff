protocol TextEncoder: AnyObject {
  /// Encodes whole characters and appends them. Returns the first character that the encoding lacks; nil if it has all
  /// of them.
  func encode(_ text: UnsafeBufferPointer<UInt8>, into bytes: inout ByteBuffer) -> Unicode.Scalar?
  /// Appends the bytes that the encoding requires at the end of a file.
  func finish(into bytes: inout ByteBuffer)
}

enum TextEncoding {
  /// The encoder of an encoding; nil for UTF-8, which is the encoding of all texts here. Throws `csv.encoding` for an
  /// unknown encoding.
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
}

final class UTF16Encoder: TextEncoder {
  private let isBigEndian: Bool

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

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
