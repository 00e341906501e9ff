/// Measures texts in UTF-16 code units, the unit of the format's limits.
///
/// It is `public`, in a target that is not a product, because the compiler inlines only `public` functions across
/// targets.
public enum UTF16Length {
  /// The UTF-16 code units of a text in UTF-8.
  @inlinable
  public static func units(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var units = 0
    for byte in text where byte & 0xC0 != 0x80 {
      // A character of four bytes in UTF-8 has two units in UTF-16.
      units += byte >= 0xF0 ? 2 : 1
    }
    return units
  }
}
