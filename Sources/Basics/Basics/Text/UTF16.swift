/// The code units of UTF-16 that form a character only in pairs.
package enum SurrogatePair {
  /// The character of one code unit, or of a pair; nil for half of a pair, and for two units that are not a pair.
  package static func scalar(_ lead: UInt16, _ trail: UInt16?) -> Unicode.Scalar? {
    guard let trail else { return Unicode.Scalar(lead) }
    guard UTF16.isLeadSurrogate(lead), UTF16.isTrailSurrogate(trail) else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(lead) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
  }
}

/// Measures texts in UTF-16 code units, the unit of the limits of XLSX.
///
/// Its function is `@inlinable`, because otherwise the compiler does not inline it in other targets.
package enum UTF16Length {
  /// The number of UTF-16 code units of a text in UTF-8.
  @inlinable package static func units(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var units = 0
    for byte in text where byte & 0xC0 != 0x80 {
      // A character of four bytes in UTF-8 has two units in UTF-16.
      units += byte >= 0xF0 ? 2 : 1
    }
    return units
  }
}

/// Text in UTF-16 with a byte order mark.
package enum UTF16Bytes {
  /// The code units after the mark; nil if there is none. A single byte at the end is ignored.
  package static func units(_ bytes: [UInt8]) -> [UInt16]? {
    guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
    let high = bytes[0] == 0xFE ? 0 : 1
    return stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
    }
  }
}
