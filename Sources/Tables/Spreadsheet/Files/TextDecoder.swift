import Basics

protocol TextDecoder: AnyObject {
  var name: String { get }
  /// Decodes the bytes left over from the last call and then the next bytes of the file, as far as possible, and appends the
  /// text. Replaced bytes become U+FFFD.
  func decode(_ bytes: UnsafeRawBufferPointer, isLast: Bool, replaces: Bool, into text: inout ByteBuffer)
    -> TextDecoding
}

struct TextDecoding {
  /// How many bytes were decoded or replaced.
  var consumed: Int
  /// Whether the next bytes are invalid; false if they were replaced.
  var isBroken = false
  var replacements = 0
}

enum UTF8Encoding {
  /// Writes one character in at most four bytes, and returns the address after it.
  @inline(__always) static func write(_ scalar: UInt32, to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<
    UInt8
  > {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F | 0x80 }
    if scalar < 0x80 {
      start[0] = UInt8(truncatingIfNeeded: scalar)
      return start + 1
    }
    if scalar < 0x800 {
      start[0] = UInt8(truncatingIfNeeded: scalar >> 6) | 0xC0
      start[1] = tail(0)
      return start + 2
    }
    if scalar < 0x10000 {
      start[0] = UInt8(truncatingIfNeeded: scalar >> 12) | 0xE0
      start[1] = tail(6)
      start[2] = tail(0)
      return start + 3
    }
    start[0] = UInt8(truncatingIfNeeded: scalar >> 18) | 0xF0
    start[1] = tail(12)
    start[2] = tail(6)
    start[3] = tail(0)
    return start + 4
  }
}

final class UTF16Decoder: TextDecoder {
  private let isBigEndian: Bool

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  var name: String { isBigEndian ? "UTF-16BE" : "UTF-16LE" }

  func decode(_ bytes: UnsafeRawBufferPointer, isLast: Bool, replaces: Bool, into text: inout ByteBuffer)
    -> TextDecoding
  {
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

  @inline(__always) private func unit(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt16 {
    let unit = bytes.loadUnaligned(fromByteOffset: index, as: UInt16.self)
    return isBigEndian ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit)
  }
}
