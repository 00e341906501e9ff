import Basics
import Testing

struct DigitsTests {
  @Test(
    arguments: [
      "0": 0, "007": 7, "65536": 65_536, "999999999999999999": 999_999_999_999_999_999, "9223372036854775807": .max,
      "00000000000000000000012": 12, "9223372036854775808": nil, "99999999999999999999": nil,
    ] as [String: Int?]) func `digits are a number as long as it fits`(text: String, number: Int?)
  {
    #expect(Digits.integer(text.utf8) == number)
    #expect(Array(text.utf8).withUnsafeBufferPointer(Digits.integer) == number)
  }

  @Test(arguments: [
    "", "-1", "+1", " 1", "1 ", "1.0", "0x1", "١", "1e3", "1234567890123456789x", "-1234567890123456789",
  ]) func `anything but ASCII digits is not a number`(text: String) { #expect(Digits.integer(text.utf8) == nil) }
}

struct NumberTextTests {
  @Test(arguments: [
    "0": true, "-0": true, "10": true, "0.50": true, "-12.5e-3": true, "1E+9": true, "1e0": true, "": false, "-": false,
    "+1": false, "01": false, ".5": false, "1.": false, "1e": false, "1e+": false, "1.5.2": false, "1 ": false,
    "nan": false, "0x10": false,
  ]) func `a number is digits with at most one point inside them and an exponent`(text: String, isPlain: Bool) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(NumberText.isPlain) == isPlain)
  }

  @Test(arguments: [1.0: "1", -0.5: "-0.5", 1e21: "1e+21"])
  func `the shortest text has no point where the number is whole`(number: Double, text: String) {
    #expect(NumberText.shortest(number) == text)
  }

  @Test(arguments: ["": 0, "abc": 3, "é": 1, "日": 1, "😀a": 3]) func `a text is measured in UTF-16 code units`(
    text: String, units: Int
  ) { #expect(Array(text.utf8).withUnsafeBufferPointer(UTF16Length.units) == units) }
}
