import Testing

@testable import TextChecks

struct ByteKindsTests {
  @Test(arguments: ["Save %d", "é", "ſ", "ˇ", "Ά", "ώ", "Ж", "ѿ", "a\u{A0}b", "\u{202F}", "–", "“”„", "…", "×"])
  func `letters of Latin, Greek and Cyrillic, visible punctuation and no-break spaces are not complex`(text: String) {
    #expect(!ScannedText(text).has(.complex))
    #expect(!ScannedText(text).has(.control))
  }

  @Test(arguments: [
    "\u{80}", "\u{9F}", "a\u{AD}b", "e\u{301}", "\u{370}", "\u{483}", "א", "保", "\u{200B}", "\u{200D}", "\u{200E}",
    "\u{2009}", "\u{2028}", "\u{202E}", "\u{2066}", "€", "\u{212B}", "\u{20E3}", "\u{FE0F}", "\u{FFFD}", "🙂",
    "\u{E0041}",
  ]) func `whatever is invisible, or may be part of a character of several code points, is complex`(text: String) {
    #expect(ScannedText(text).has(.complex))
  }

  @Test(arguments: ["\u{1}": true, "\u{7F}": true, "\u{80}": true, "\u{9F}": true, "\u{A0}": false, "\t": false])
  func `control characters are marked, whether ASCII or not`(text: String, isControl: Bool) {
    #expect(ScannedText(text).has(.control) == isControl)
  }
}
