import Basics
import Testing

struct ExactTextTests {
  @Test func `two spellings of one letter are two texts`() {
    #expect("\u{E9}" == "e\u{301}")
    #expect(ExactText("\u{E9}") != ExactText("e\u{301}"))
    #expect(Set([ExactText("\u{E9}"), ExactText("e\u{301}"), ExactText("\u{E9}")]).count == 2)
  }

  @Test func `texts are in the order of their bytes`() {
    #expect(
      ["é", "z", "", "e\u{301}"].map(ExactText.init).sorted().map(\.string).map { Array($0.utf8) } == [
        [], [0x65, 0xCC, 0x81], [0x7A], [0xC3, 0xA9],
      ])
  }
}

struct HexDigitTests {
  @Test(
    arguments: [([], ""), ([0x00], "00"), ([0x0A, 0xF9], "0af9"), ([0xFF, 0x10, 0x9B], "ff109b")] as [([UInt8], String)]
  ) func `bytes are written with two digits each`(bytes: [UInt8], digits: String) {
    #expect(HexDigit.text(of: bytes) == digits)
  }
}
