/// The classes of ASCII characters. The scanners of texts ask for them byte by byte, so they are inlined across targets.
extension UInt8 {
  /// Whether the byte is a digit from `0` to `9`.
  @inlinable
  @inline(__always)
  public var isASCIIDigit: Bool { self &- UInt8(ascii: "0") <= 9 }

  /// Whether the byte is a letter from `A` to `Z` or `a` to `z`.
  @inlinable
  @inline(__always)
  public var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") <= 25 }

  /// Whether the byte is white space: a space, a tab or a line break.
  @inlinable
  @inline(__always)
  public var isASCIISpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
