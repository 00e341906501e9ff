import Basics
import Testing

@testable import TextChecks

private let digitsCase: CheckName = "number.digits"
private let questionCase: CheckName = "end.question"

private let lacks = "The source text ends in this mark, and the proposal does not. Check that this is intended."
private let adds = "The proposal ends in this mark, and the source text does not. Check that this is intended."

struct WordingCheckTests {
  @Test(arguments: [
    questionCase("Really?", "Virkelig", "?: \(lacks)"), questionCase("Really", "Virkelig?", "?: \(adds)"),
    questionCase("Really?", "Αλήθεια;", locale: "el-GR"), questionCase("Really?", "حقا؟", locale: "ar"),
    questionCase("Really?", "จริงไหม", locale: "th"), questionCase("<b>Really?</b>", "»Virkelig?« "),
    questionCase("a;", "b;", locale: "el", ";: \(adds)"), CheckCase("end.exclamation", "Done!", "Klar", "!: \(lacks)"),
    CheckCase("end.colon", "Name:", "Navn", ":: \(lacks)"), CheckCase("end.ellipsis", "Wait…", "Vent...", locale: "da"),
    CheckCase("end.ellipsis", "Wait…", "Vent.", "…: \(lacks)"), CheckCase("end.stop", "Done.", "Klar", ".: \(lacks)"),
    CheckCase("end.stop", "Wait...", "Vent…"),
  ]) func `the mark at the end, in the forms of the language`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    CheckCase(
      "length.maximum", "Save", "Gem nu!", maximumLength: 5,
      "u!: The text has 7 characters and may have 5. Shorten it by 2."),
    CheckCase("length.maximum", "Save", "👨‍👩‍👧‍👦é", maximumLength: 2), CheckCase("length.maximum", "Save", "Gem det nu"),
    CheckCase(
      "length.cell", "a", String(repeating: "x", count: 32_768),
      "The text has 32768 UTF-16 code units, and a cell holds 32767. Shorten it."),
    CheckCase("length.cell", "a", String(repeating: "é", count: 32_767)),
    CheckCase(
      "length.ratio", "Delete this", String(repeating: "x", count: 34),
      "The text has 34 characters, and the source text has 11. Check that it is the right text."),
    CheckCase(
      "length.ratio", "Delete all of this", "x",
      "The text has 1 character, and the source text has 18. Check that it is the right text."),
    CheckCase("length.ratio", "Delete all of this", "削", locale: "ja"),
    CheckCase("length.ratio", "Delete", String(repeating: "x", count: 60)),
  ]) func `lengths`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    digitsCase(
      "Wait 30 minutes", "Vent 20 minutter",
      "30: The source text has this number, and the proposal does not. Check that this is intended.",
      "20: The source text does not have this number. Check that this is intended."),
    digitsCase("Don&#39;t go", "Gå ikke nu"),
    digitsCase(
      "Open {", "Brug { til 77 ting", "77: The source text does not have this number. Check that this is intended."),
    digitsCase("1,000 of 12", "12 af 1.000"), digitsCase("30 days", "٣٠ يوما", locale: "ar"),
    digitsCase("3 days", "tre dage"), digitsCase("%1$05d %20s {0}", "x"), digitsCase("VP9 10-bit", "VP9 10 bit"),
    CheckCase("bracket.balance", "(a)", "(b", "(: This mark has no partner. Write the other one, or remove it."),
    CheckCase("bracket.balance", "a", "b]", "]: This mark has no partner. Write the other one, or remove it."),
    CheckCase("bracket.balance", "\"a\"", "\"b", "\": This mark has no partner. Write the other one, or remove it."),
    CheckCase("bracket.balance", "a)", "b)"), CheckCase("bracket.balance", "\"a\"", "»b«"),
    CheckCase("word.doubled", "Save it", "Gem det det.", "det det: This word is written twice in a row. Remove one."),
    CheckCase("word.doubled", "with %@ here", "med %@ med"), CheckCase("word.doubled", "a", "vous vous", locale: "fr"),
    CheckCase("word.doubled", "bye bye", "hej hej"),
    CheckCase(
      "formula.start", "Sum", "=sum",
      "=: A spreadsheet program may read a text that begins like this as a formula. Check that it is the intended text."
    ), CheckCase("formula.start", "-5", "-6"),
    CheckCase("text.source", "Save", "Save", "The proposal is the same as the source text."),
    CheckCase("text.source", "%@", "%@"),
  ]) func `numbers, brackets and words`(example: CheckCase) throws { try example.verify() }

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
