import Basics
import Testing

@testable import TextChecks

private let lacks = "The source text ends in this mark, and the proposal does not. Check that it is meant."
private let adds = "The proposal ends in this mark, and the source text does not. Check that it is meant."

struct WordingCheckTests {
  @Test(
    arguments: CheckCase.all([
      "end.question": [
        ["Really?", "Virkelig", "?: \(lacks)"], ["Really", "Virkelig?", "?: \(adds)"],
        CheckCase("Really?", "Αλήθεια;", locale: "el-GR"), CheckCase("Really?", "حقا؟", locale: "ar"),
        CheckCase("Really?", "จริงไหม", locale: "th"), ["<b>Really?</b>", "»Virkelig?« "],
        CheckCase("a;", "b;", locale: "el", ";: \(adds)"),
      ], "end.exclamation": [["Done!", "Klar", "!: \(lacks)"]], "end.colon": [["Name:", "Navn", ":: \(lacks)"]],
      "end.ellipsis": [CheckCase("Wait…", "Vent...", locale: "da"), ["Wait…", "Vent.", "…: \(lacks)"]],
      "end.stop": [["Done.", "Klar", ".: \(lacks)"], ["Wait...", "Vent…"]],
    ])) func `the mark at the end, in the forms of the language`(example: CheckCase) throws
  { try example.verify() }

  @Test(
    arguments: CheckCase.all([
      "length.maximum": [
        CheckCase(
          "Save", "Gem nu!", maximumLength: 5, "u!: The text has 7 characters and may have 5. Shorten it by 2."),
        CheckCase("Save", "👨‍👩‍👧‍👦é", maximumLength: 2), ["Save", "Gem det nu"],
      ],
      "length.cell": [
        [
          "a", String(repeating: "x", count: 32_768),
          "The text has 32768 UTF-16 code units, and a cell holds 32767. Shorten it.",
        ], ["a", String(repeating: "é", count: 32_767)],
      ],
      "length.ratio": [
        [
          "Delete this", String(repeating: "x", count: 34),
          "The text has 34 characters, and the source text has 11. Check that it is the right text.",
        ],
        [
          "Delete all of this", "x",
          "The text has 1 character, and the source text has 18. Check that it is the right text.",
        ], CheckCase("Delete all of this", "削", locale: "ja"), ["Delete", String(repeating: "x", count: 60)],
      ],
    ])) func `lengths`(example: CheckCase) throws
  { try example.verify() }

  @Test(
    arguments: CheckCase.all([
      "number.digits": [
        [
          "Wait 30 minutes", "Vent 20 minutter",
          "30: The source text has this number, and the proposal does not. Check that it is meant.",
          "20: The source text does not have this number. Check that it is meant.",
        ], ["Don&#39;t go", "Gå ikke nu"],
        ["Open {", "Brug { til 77 ting", "77: The source text does not have this number. Check that it is meant."],
        ["1,000 of 12", "12 af 1.000"], CheckCase("30 days", "٣٠ يوما", locale: "ar"), ["3 days", "tre dage"],
        ["%1$05d %20s {0}", "x"], ["VP9 10-bit", "VP9 10 bit"],
      ],
      "bracket.balance": [
        ["(a)", "(b", "(: This mark has no partner. Write the other one, or remove it."],
        ["a", "b]", "]: This mark has no partner. Write the other one, or remove it."],
        ["\"a\"", "\"b", "\": This mark has no partner. Write the other one, or remove it."], ["a)", "b)"],
        ["\"a\"", "»b«"],
      ],
      "word.doubled": [
        ["Save it", "Gem det det.", "det det: This word is written twice in a row. Remove one."],
        ["with %@ here", "med %@ med"], CheckCase("a", "vous vous", locale: "fr"), ["bye bye", "hej hej"],
      ],
      "formula.start": [
        [
          "Sum", "=sum",
          "=: A spreadsheet program may read a text that begins so as a formula. Check that it is the text that was meant.",
        ], ["-5", "-6"],
      ], "text.source": [["Save", "Save", "The proposal is the same as the source text."], ["%@", "%@"]],
    ])) func `numbers, brackets and words`(example: CheckCase) throws
  { try example.verify() }

  @Test func `a finding is told in any language, and known by its code and its texts`() {
    let text = CheckedText("Du har %@", source: "You have %d", locale: "da-DK")
    let found = CheckSettings().findings(in: text)
    #expect(
      found.map { Words(in: "da")?[$0.fault] } == [
        "Argument 1 er et objekt her og et heltal i kildeteksten (%d). Skriv %d."
      ])
    #expect(found.map(\.identity) == [["printf.type", "%@", "check.printf.type", "%d"]])
  }

  @Test func `every check has an id of its own, and a text without findings has none`() {
    let ids = StandardChecks.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    let text = CheckedText(
      "Hej %1$@, du har {count} nye beskeder.", source: "Hello %1$@, you have {count} new messages.", locale: "da-DK",
      section: "login", key: "title", currentValue: "Hej")
    for check in StandardChecks.all { #expect(check.findings(text).isEmpty, "\(check.id)") }
  }
}
