import ProgramRuns
import Testing

@testable import Spreadsheet

struct CSVFormulaGuardTests {
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "'\tx"), ("\rx", "'\rx"), ("\nx", "'\nx"),
    ("\u{0}x", "'\u{0}x"), ("＝x", "'＝x"), ("＋x", "'＋x"), ("－x", "'－x"), ("＠x", "'＠x"), ("  =x", "'  =x"),
    ("\u{A0}=x", "'\u{A0}=x"), ("'=x", "''=x"), ("''=x", "'''=x"), ("' =x", "'' =x"), ("'tis", "'tis"), ("'", "'"),
    ("", ""), ("a=b", "a=b"), ("ｘ=", "ｘ="), (" '=x", " '=x"), ("1-2", "1-2"), ("\u{FF1C}x", "\u{FF1C}x"),
  ]) func `One apostrophe goes in front of what a program would run`(text: String, escaped: String) {
    #expect(FormulaGuard.escape(text).utf8.elementsEqual(escaped.utf8))
    #expect(FormulaGuard.unescape(escaped).utf8.elementsEqual(text.utf8))
  }

  @Test
  func `Taking the apostrophe away gives back every one of 100,000 texts, and no text written starts like a formula`() {
    var numbers = SeededNumbers(seed: 7)
    var escapedCount = 0
    for _ in 0..<100_000 {
      var text = numbers.text()
      var escaped = FormulaGuard.escape(text)
      if escaped.utf8.count != text.utf8.count { escapedCount += 1 }
      let startsLikeFormula = escaped.withUTF8(FormulaGuard.startsLikeFormula)
      #expect(!startsLikeFormula)
      let back = FormulaGuard.unescape(escaped)
      #expect(back.utf8.elementsEqual(text.utf8))
      // Programs that show a text again as a cell's content need it marked as a text at least where CSV does.
      #expect(text.withUTF8(FormulaGuard.needsApostrophe) ? text.withUTF8(FormulaGuard.needsQuotePrefix) : true)
    }
    // Many of the texts have to be such that the guard has something to do.
    #expect(escapedCount > 40_000)
  }
}
