/// The code units of UTF-16 that are a character only in pairs.
package enum SurrogatePair {
  /// The character of one code unit, or of a pair; nil for half of a pair, and for two units that are not a pair.
  ///
  /// - Parameter trail: The unit after a leading surrogate; nil after any other unit, or where none follows.
  package static func scalar(_ lead: UInt16, _ trail: UInt16?) -> Unicode.Scalar? {
    guard let trail else { return Unicode.Scalar(lead) }
    guard UTF16.isLeadSurrogate(lead), UTF16.isTrailSurrogate(trail) else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(lead) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
  }
}
