/// The bytes of a text, as the scanners of formats read them.
extension [UInt8] {
  /// The byte at an index; nil past the end.
  subscript(safe index: Int) -> UInt8? {
    index >= 0 && index < count ? self[index] : nil
  }

  /// The part of the text at some bytes, as far as there are so many.
  package func part(_ range: Range<Int>) -> String {
    String(decoding: self[range.clamped(to: 0..<count)], as: UTF8.self)
  }
}
