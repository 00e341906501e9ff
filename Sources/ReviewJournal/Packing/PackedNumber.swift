/// A JSON number as an integer and the place of its decimal point.
struct PackedNumber: Equatable {
  /// The most digits that always fit into a 64-bit integer.
  static let mostDigits = 18

  let mantissa: Int64
  let decimals: UInt8

  init(mantissa: Int64, decimals: UInt8) {
    (self.mantissa, self.decimals) = (mantissa, decimals)
  }

  /// Reads a number; nil if ``text`` would spell it differently.
  init?(_ text: ArraySlice<UInt8>) {
    guard text.count <= Self.mostDigits + 2 else { return nil }
    var mantissa: Int64 = 0
    var (digits, decimals) = (0, 0)
    var hasPoint = false
    for byte in text.first == UInt8(ascii: "-") ? text.dropFirst() : text {
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digits < Self.mostDigits else { return nil }
        mantissa = mantissa * 10 + Int64(byte - UInt8(ascii: "0"))
        digits += 1
        if hasPoint { decimals += 1 }
      }
    }
    self.init(
      mantissa: text.first == UInt8(ascii: "-") ? -mantissa : mantissa, decimals: UInt8(truncatingIfNeeded: decimals))
    guard self.text.utf8.elementsEqual(text) else { return nil }
  }

  /// The number in digits.
  var text: String {
    guard decimals > 0 else { return "\(mantissa)" }
    let digits = "\(mantissa.magnitude)"
    let padded = String(repeating: "0", count: max(0, Int(decimals) + 1 - digits.count)) + digits
    return "\(mantissa < 0 ? "-" : "")\(padded.dropLast(Int(decimals))).\(padded.suffix(Int(decimals)))"
  }

  /// The mantissa of the number with a number of decimals, perhaps rounded. The next number is kept as the difference
  /// to it.
  func scaled(to other: UInt8) -> Int64 {
    var result = mantissa
    var place = decimals
    while place < other {
      result = result &* 10
      place += 1
    }
    while place > other {
      result /= 10
      place -= 1
    }
    return result
  }
}
