import Basics
import Testing

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
