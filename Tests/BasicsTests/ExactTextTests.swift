import Basics
import Testing

@Suite("Texts compared byte by byte")
struct ExactTextTests {
  @Test("two spellings of one letter are two texts")
  func spellings() {
    #expect("\u{E9}" == "e\u{301}")
    #expect(ExactText("\u{E9}") != ExactText("e\u{301}"))
    #expect(Set([ExactText("\u{E9}"), ExactText("e\u{301}"), ExactText("\u{E9}")]).count == 2)
  }

  @Test("texts are in the order of their bytes")
  func order() {
    #expect(
      ["é", "z", "", "e\u{301}"].map(ExactText.init).sorted().map(\.string).map { Array($0.utf8) } == [
        [], [0x65, 0xCC, 0x81], [0x7A], [0xC3, 0xA9],
      ])
  }
}

@Suite("Hexadecimal digits")
struct HexDigitTests {
  @Test(
    "bytes are written with two digits each",
    arguments: [([], ""), ([0x00], "00"), ([0x0A, 0xF9], "0af9"), ([0xFF, 0x10, 0x9B], "ff109b")]
      as [([UInt8], String)])
  func text(bytes: [UInt8], digits: String) {
    #expect(HexDigit.text(of: bytes) == digits)
  }
}
