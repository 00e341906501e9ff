import Testing

@testable import TranslationMemory

struct FoldedTextTests {
  @Test(arguments: [
    "  Save\t the\r\nFILE ": "save the file", "ÆBLE\u{A0}\u{A0}Grød": "æble grød", "": "", " \n": "",
    "A-B_c[Z]@{}": "a-b_c[z]@{}", "Cafe\u{301}": "caf\u{E9}", "リスト　が": "リスト が",
  ]) func `case and white space go, and everything else stays`(text: String, expected: String) {
    #expect(FoldedText(text).string == expected)
    #expect(FoldedText(text) == FoldedText(expected))
  }
}
