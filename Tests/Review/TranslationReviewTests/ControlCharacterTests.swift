import Basics
import Testing

@testable import TextChecks

struct ControlCharacterTests {
  @Test(arguments: [
    ("a\tb\nc\r\n", "", nil), ("\u{0}", "\u{0}", "U+0000"), ("a\u{1F}", "", "U+001F"), ("\u{7F}", "", "U+007F"),
    ("\u{85}", "x", "U+0085"), ("\u{85}", "\u{85}", nil), ("\u{A0}é\u{200B}", "", nil),
  ]) func `which characters are control characters`(text: String, current: String, found: String?) {
    #expect(ControlCharacter.first(in: text, besides: current) == found.map { Reason("check.character.control", $0) })
  }
}
