import Basics
import Testing

@Suite("Whole numbers from outside")
struct DigitsTests {
  @Test(
    "digits are a number as long as it fits",
    arguments: [
      ("0", 0), ("007", 7), ("65536", 65_536), ("999999999999999999", 999_999_999_999_999_999),
      ("9223372036854775807", .max), ("00000000000000000000012", 12), ("9223372036854775808", nil),
      ("99999999999999999999", nil),
    ] as [(String, Int?)])
  func numbers(text: String, number: Int?) {
    #expect(Digits.integer(text.utf8) == number)
    #expect(Array(text.utf8).withUnsafeBufferPointer(Digits.integer) == number)
  }

  @Test("anything but ASCII digits is not a number", arguments: ["", "-1", "+1", " 1", "1 ", "1.0", "0x1", "١", "1e3"])
  func others(text: String) {
    #expect(Digits.integer(text.utf8) == nil)
  }

  @Test("anything but ASCII digits is not a long number either")
  func longOthers() {
    #expect(Digits.integer("1234567890123456789x".utf8) == nil)
    #expect(Digits.integer("-1234567890123456789".utf8) == nil)
  }
}
