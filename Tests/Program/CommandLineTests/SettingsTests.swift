import Testing

@testable import nstack_review

struct DelimiterNameTests {
  @Test(arguments: ["comma": 0x2C, "TAB": 0x09, "|": 0x7C, "semicolon": 0x3B]) func `names and single characters`(
    name: String, byte: UInt8
  ) throws { #expect(try CSVOptions.separator(named: name) == byte) }

  @Test(arguments: ["", ",,", "\"", "é", "\u{1}"]) func `anything else is a mistake`(name: String) {
    #expect(throws: Failure.self) { try CSVOptions.separator(named: name) }
  }
}
