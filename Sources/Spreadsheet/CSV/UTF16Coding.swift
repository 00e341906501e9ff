import Basics

/// Reads UTF-16.
final class UTF16Decoder: TextDecoder {
  private let isBigEndian: Bool

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  var name: String { isBigEndian ? "UTF-16BE" : "UTF-16LE" }

  func decode(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, replaces: Bool, into text: inout ByteBuffer
  ) -> TextDecoding {
    var decoding = TextDecoding(consumed: 0)
    var out = text.reserve(bytes.count / 2 * 3 + 8)
    defer { text.advance(to: out) }
    while decoding.consumed + 1 < bytes.count {
      let unit = unit(bytes, decoding.consumed)
      if unit < 0xD800 || unit > 0xDFFF {
        out = UTF8Encoding.write(UInt32(unit), to: out)
        decoding.consumed += 2
        continue
      }
      if unit < 0xDC00, decoding.consumed + 3 >= bytes.count, !isLast { return decoding }
      let next = decoding.consumed + 3 < bytes.count ? self.unit(bytes, decoding.consumed + 2) : 0
      if let scalar = SurrogatePair.scalar(unit, next) {
        out = UTF8Encoding.write(scalar.value, to: out)
        decoding.consumed += 4
      } else if replaces {
        out = UTF8Encoding.write(0xFFFD, to: out)
        decoding.consumed += 2
        decoding.replacements += 1
      } else {
        decoding.isBroken = true
        return decoding
      }
    }
    if isLast, decoding.consumed < bytes.count {
      if replaces {
        out = UTF8Encoding.write(0xFFFD, to: out)
        decoding.consumed = bytes.count
        decoding.replacements += 1
      } else {
        decoding.isBroken = true
      }
    }
    return decoding
  }

  @inline(__always)
  private func unit(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt16 {
    let unit = bytes.loadUnaligned(fromByteOffset: index, as: UInt16.self)
    return isBigEndian ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit)
  }
}

/// Writes UTF-16.
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
