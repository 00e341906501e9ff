import Testing

@testable import nstack_review

@Suite("Delimiters by name")
struct DelimiterNameTests {
  @Test(
    "names and single characters", arguments: [("comma", 0x2C), ("TAB", 0x09), ("|", 0x7C), ("semicolon", 0x3B)])
  func names(name: String, byte: UInt8) throws {
    #expect(try CSVDelimiter.byte(of: name) == byte)
  }

  @Test("anything else is a mistake", arguments: ["", ",,", "\"", "é", "\u{1}"])
  func mistakes(name: String) {
    #expect(throws: Failure.self) { try CSVDelimiter.byte(of: name) }
  }
}
