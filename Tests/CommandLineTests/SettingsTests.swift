import Testing

import ReviewJournal

@testable import nstack_review

@Suite("Origins")
struct OriginTests {
  @Test(
    "what a sheet's scope carries of a URL",
    arguments: [
      ("https://nstack.io", "https://nstack.io"), ("https://NSTACK.io:443/x", "https://nstack.io"),
      ("https://nstack.io:8443", "https://nstack.io:8443"), ("http://127.0.0.1:8080", "loopback"),
      ("http://localhost:1", "loopback"), ("http://[::1]:80", "loopback"),
    ])
  func scope(url: String, expected: String) throws {
    #expect(try #require(Origin(url)).scopeText == expected)
  }

  @Test("what is no absolute URL has no origin", arguments: ["", "nstack.io", "https://", "https://user@nstack.io"])
  func none(url: String) {
    #expect(Origin(url) == nil)
  }

  @Test("a host that begins like loopback is not", arguments: ["http://127.evil.com", "http://localhost.evil.com"])
  func evil(url: String) throws {
    #expect(try !#require(Origin(url)).isLoopback)
  }
}

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
