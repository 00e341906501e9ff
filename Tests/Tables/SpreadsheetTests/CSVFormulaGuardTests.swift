import Testing

@testable import Spreadsheet

struct CSVFormulaGuardTests {
  @Test(arguments: [
    "=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\tx": "'\tx", "\rx": "'\rx", "\nx": "'\nx",
    "\u{0}x": "'\u{0}x", "＝x": "'＝x", "＋x": "'＋x", "－x": "'－x", "＠x": "'＠x", "  =x": "'  =x", "\u{A0}=x": "'\u{A0}=x",
    "'=x": "''=x", "''=x": "'''=x", "' =x": "'' =x", "'tis": "'tis", "'": "'", "": "", "a=b": "a=b", "ｘ=": "ｘ=",
    " '=x": " '=x", "1-2": "1-2", "\u{FF1C}x": "\u{FF1C}x",
  ]) func `One apostrophe goes in front of what a program would run`(text: String, escaped: String) {
    #expect(FormulaGuard.escape(text).utf8.elementsEqual(escaped.utf8))
    #expect(FormulaGuard.unescape(escaped).utf8.elementsEqual(text.utf8))
  }

  @Test(arguments: HardStrings.all)
  func `Taking the apostrophe away gives back the text, and none starts like a formula`(text: String) {
    var (text, escaped) = (text, FormulaGuard.escape(text))
    let startsLikeFormula = escaped.withUTF8(FormulaGuard.startsLikeFormula)
    #expect(!startsLikeFormula)
    #expect(FormulaGuard.unescape(escaped).utf8.elementsEqual(text.utf8))
    // Programs that show a text again as a cell's content need it marked as a text at least where CSV does.
    let isMarked = text.withUTF8 { !FormulaGuard.needsApostrophe($0) || FormulaGuard.needsQuotePrefix($0) }
    #expect(isMarked)
  }
}
