extension JSONNode {
  /// The whole number that a number is, or that a string of digits writes; nil for any other value.
  package var looseInteger: Int? {
    switch kind {
    case .number: Digits.integer(bytes) ?? Self.wholeNumber(text)
    case .string: Digits.integer(bytes)
    default: nil
    }
  }

  /// The value of a number with a sign, a fraction or an exponent; nil if it is not whole.
  ///
  /// The result is what `JSONDecoder` reads: a number is whole if it is whole as a `Double`. Above 2^53 a `Double` cannot
  /// represent every number, so the digits themselves are read, and a fraction is cut off if 64 bits can hold all of them.
  private static func wholeNumber(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    guard let double = Double(text), let number = Int(exactly: double) else { return nil }
    if double.magnitude < 0x1p53 { return number }
    let parts = text.split { $0 == "e" || $0 == "E" }
    let isNegative = text.hasPrefix("-")
    let digits = parts[0].dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
    guard let exponent = parts.count > 1 ? Int(parts[1]) : 0 else { return nil }
    let count = digits[0].utf8.count + exponent
    let all = digits.joined()
    guard let end = all.lastIndex(where: { $0 != "0" }) else { return nil }
    let needed = all[...end]
    guard needed.utf8.count <= count || UInt64(needed) != nil else { return nil }
    let padding = String(repeating: "0", count: max(0, count - needed.utf8.count))
    return Int(needed.prefix(count) + padding).map { isNegative ? -$0 : $0 }
  }
}
