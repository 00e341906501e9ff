/// Whole numbers as sheets write them: only ASCII digits, whereas `Int.init` also accepts signs.
package enum Digits {
  /// The number in some bytes; nil if they contain anything but digits or the number is too large.
  package static func integer(_ utf8: some Collection<UInt8>) -> Int? {
    guard !utf8.isEmpty else { return nil }
    var value = 0
    for byte in utf8 {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(byte - 0x30))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value
  }
}
