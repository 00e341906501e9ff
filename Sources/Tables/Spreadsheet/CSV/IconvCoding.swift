import Basics

/// Converts text from or to another encoding than UTF-8 with iconv. Each instance converts in one direction.
final class IconvCoding: TextDecoder {
  let name: String
  private let converter: iconv_t

  /// Creates a decoder, or an encoder; nil if the machine does not know the encoding. An empty name would mean the machine's
  /// own encoding, and a suffix after a slash would drop or replace characters that cannot be converted.
  init?(name: String, encodes: Bool = false) {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }),
      let converter = encodes ? iconv_open(name, "UTF-8") : iconv_open("UTF-8", name), Int(bitPattern: converter) != -1
    else { return nil }
    (self.name, self.converter) = (name, converter)
  }

  deinit { iconv_close(converter) }

  /// Converts as much as fits. Returns the error number, or nil if everything was converted.
  private func convert(_ source: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, into bytes: inout ByteBuffer)
    -> Int32?
  {
    // One byte of an encoding becomes at most four bytes of UTF-8. One character becomes at most four bytes of an encoding,
    // with an escape sequence before them.
    let room = left * 4 + 16
    var out: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(bytes.reserve(room)).assumingMemoryBound(
      to: CChar.self)
    var roomLeft = room
    let status = iconv(converter, &source, &left, &out, &roomLeft)
    let number = errno
    bytes.advance(by: room - roomLeft)
    // (size_t)-1 means that something stopped the conversion.
    return status == -1 ? number : nil
  }

  func decode(_ bytes: UnsafeRawBufferPointer, isLast: Bool, replaces: Bool, into text: inout ByteBuffer)
    -> TextDecoding
  {
    var decoding = TextDecoding(consumed: 0)
    guard let base = bytes.baseAddress else { return decoding }
    var source: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(
      to: CChar.self)
    var left = bytes.count
    while left > 0, let number = convert(&source, &left, into: &text) {
      if number == E2BIG { continue }
      if number == EINVAL, !isLast { break }
      guard replaces else {
        decoding.isBroken = true
        break
      }
      let end = UTF8Encoding.write(0xFFFD, to: text.reserve(4))
      text.advance(to: end)
      decoding.replacements += 1
      source = source.map { $0 + 1 }
      left -= 1
    }
    decoding.consumed = bytes.count - left
    return decoding
  }

  /// Encodes whole characters and appends them. Returns the first character that the encoding lacks; nil if it has all
  /// of them.
  func encode(_ text: UnsafeBufferPointer<UInt8>, into bytes: inout ByteBuffer) -> Unicode.Scalar? {
    guard let base = text.baseAddress else { return nil }
    var source: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(
      to: CChar.self)
    var left = text.count
    while left > 0 {
      let status = convert(&source, &left, into: &bytes)
      if status != nil, status != E2BIG {
        let rest = UnsafeBufferPointer(rebasing: text[(text.count - left)...])
        return String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first
      }
    }
    return nil
  }

  /// Appends the bytes that the encoding requires at the end of a file.
  func finish(into bytes: inout ByteBuffer) {
    var source: UnsafeMutablePointer<CChar>?
    var left = 0
    _ = convert(&source, &left, into: &bytes)
  }
}
