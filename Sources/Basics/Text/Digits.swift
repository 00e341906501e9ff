/// Reads whole numbers from outside. It accepts only ASCII digits; `Int.init` also accepts signs.
///
/// It runs for every cell of a sheet. The compiler inlines only `public` functions across targets, so this type is
/// `public`, in a target that is not a product.
public enum Digits {
  /// The number in some bytes; nil if they contain anything but digits, or the number is too large.
  @inlinable
  @inline(__always)
  public static func integer(_ digits: some Collection<UInt8>) -> Int? {
    let count = digits.count
    if count == 0 { return nil }
    // No number of 18 digits is too large, and nearly every number is shorter.
    if count > 18 { return longInteger(digits) }
    var number = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      number = number &* 10 &+ Int(digit)
    }
    return number
  }

  @inlinable
  @inline(never)
  static func longInteger(_ digits: some Collection<UInt8>) -> Int? {
    var number = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeNow) = tens.addingReportingOverflow(Int(digit))
      if isTooLarge || isTooLargeNow { return nil }
      number = sum
    }
    return number
  }
}
