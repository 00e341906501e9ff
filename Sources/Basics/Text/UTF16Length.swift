/// Measures texts in UTF-16 code units, the unit of the format's limits.
package enum UTF16Length {
  /// The UTF-16 code units of a text in UTF-8.
  @inlinable
  package static func units(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var units = 0
    for byte in text where byte & 0xC0 != 0x80 {
      // A character of four bytes in UTF-8 has two units in UTF-16.
      units += byte >= 0xF0 ? 2 : 1
    }
    return units
  }
}
