import Basics
import Testing

@Suite("Numbers as text")
struct NumberTextTests {
  @Test(
    "a number is digits with at most one point inside them and an exponent",
    arguments: [
      ("0", true), ("-0", true), ("10", true), ("0.50", true), ("-12.5e-3", true), ("1E+9", true), ("1e0", true),
      ("", false), ("-", false), ("+1", false), ("01", false), (".5", false), ("1.", false), ("1e", false),
      ("1e+", false), ("1.5.2", false), ("1 ", false), ("nan", false), ("0x10", false),
    ])
  func plain(text: String, isPlain: Bool) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(NumberText.isPlain) == isPlain)
  }

  @Test(
    "the shortest text has no point where the number is whole",
    arguments: [(1.0, "1"), (-0.5, "-0.5"), (1e21, "1e+21")])
  func shortest(number: Double, text: String) {
    #expect(NumberText.shortest(number) == text)
  }

  @Test("a text is measured in UTF-16 code units", arguments: [("", 0), ("abc", 3), ("é", 1), ("日", 1), ("😀a", 3)])
  func units(text: String, units: Int) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(UTF16Length.units) == units)
  }
}
