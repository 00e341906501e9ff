import Testing

@testable import TextChecks

struct TypedCheckTests {
  @Test(
    "a pattern is a formula where it is a text, at an end or anywhere, or a length",
    arguments: [
      ("!", "ISNUMBER(FIND(\"!\",E2))"), (#"\.$"#, "EXACT(RIGHT(E2,1),\".\")"), ("^Nu ", "EXACT(LEFT(E2,3),\"Nu \")"),
      ("^OK$", "EXACT(E2,\"OK\")"), ("(?i)NStack", "ISNUMBER(FIND(\"nstack\",LOWER(E2)))"),
      (#"\.\s*$"#, "EXACT(RIGHT(TRIM(E2),1),\".\")"), (#"a\"b"#, "ISNUMBER(FIND(\"a\"\"b\",E2))"),
      ("^.{0,30}$", "AND(LEN(E2)>=0,LEN(E2)<=30)"), (".{31,}", "LEN(E2)>=31"), ("^.{8}$", "AND(LEN(E2)>=8,LEN(E2)<=8)"),
      (".{3,5}", "LEN(E2)>=3"), ("a+", nil), (#"\d"#, nil), ("[ab]", nil), ("a|b", nil), ("", nil), ("^$", nil),
      (#"\bA"#, nil), (#"a\b"#, nil), (#"\ba-b\b"#, nil), ("a$b", nil), (#"\"#, nil), ("(?i)(a)", nil),
    ] as [(String, String?)]) func formulas(pattern: String, expected: String?)
  { #expect(PatternFormula(pattern)?.formula(of: "E2") == expected) }

  @Test func `a whole word is looked for between spaces, in place of punctuation`() throws {
    let formula = try #require(PatternFormula(#"(?i)\bNStack\b"#)?.formula(of: "E2"))
    #expect(formula.hasPrefix("ISNUMBER(FIND(\" nstack \",\" \"&SUBSTITUTE("))
    #expect(formula.hasSuffix(",CHAR(10),\" \")&\" \"))"))
    #expect(formula.contains("(LOWER(E2),\".\",\" \")"))
  }

  @Test func `a long literal is written in parts that Excel reads`() {
    let literal = FormulaText.literal(String(repeating: "\"", count: 200))
    let parts = literal.split(separator: "&").map { $0.utf16.count - 2 }
    #expect(parts == [250, 150])
    #expect(FormulaText.literal("") == "\"\"")
  }

  @Test(
    arguments: [
      ("Your account", "da-DK", "", [" account ", " brugerkonto ", " pinkode "]), (nil, "da-DK", "", [" pinkode "]),
      ("Your account", "da-DK", "Din pinkode (account)", [" brugerkonto "]), ("Your account", "ja", "", ["口座"]),
      ("Other", "ja", "", []),
    ] as [(String?, String, String, [String])])
  func `the words that a translation must not have are those of its terms, which it has not yet`(
    source: String?, locale: String, current: String, expected: [String]
  ) {
    var settings = CheckSettings()
    settings.glossary = Glossary([
      Glossary.Term(sources: ["account"], locale: "da", preferred: ["konto"], forbidden: ["account", "Brugerkonto"]),
      Glossary.Term(sources: [], locale: "da", preferred: [], forbidden: ["pinkode"]),
      Glossary.Term(sources: ["account"], locale: "ja", preferred: ["アカウント"], forbidden: ["口座"]),
    ])
    #expect(settings.typed.forbiddenWords(source: source, locale: locale, current: current) == expected)
  }
}
