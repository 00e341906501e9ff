/// Whole numbers as sheets spell them: ASCII digits and nothing else, where `Int.init` takes signs too.
package enum Digits {
  /// The number that some bytes spell; nil where they hold anything but digits or the number is too large.
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
