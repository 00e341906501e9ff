import Testing

@testable import TextChecks

private let doubleSpaceCase: CheckName = "space.double"

struct SpacingCheckTests {
  @Test(arguments: [
    CheckCase(
      "space.edge", "Name:", "Navn: ", " : The proposal ends with a space, and the source text does not. Remove it."),
    CheckCase("space.edge", " and", "og", " : The source text begins with a space, and the proposal does not. Add it."),
    CheckCase("space.edge", "Name ", "Navn\u{A0}"), CheckCase("space.edge", "a\n", "b \n"),
    CheckCase("space.edge", "", " b"),
    doubleSpaceCase("a b", "a  b", "  : The text has two spaces in a row. Remove one."),
    doubleSpaceCase("a  b", "a  b"), doubleSpaceCase("a", "  a  "),
    doubleSpaceCase("a b", "a\u{A0}\u{A0}b", "\u{A0}\u{A0}: The text has two spaces in a row. Remove one."),
    doubleSpaceCase(
      "Really?", "Vraiment \u{202F}?", locale: "fr", " \u{202F}: The text has two spaces in a row. Remove one."),
    doubleSpaceCase("a", "\u{A0}\u{A0}a\u{A0} "), doubleSpaceCase("a\nb", "あ\n\u{3000}\u{3000}い", locale: "ja"),
    doubleSpaceCase("a b", "«\u{A0}a\u{A0}» b", locale: "fr"),
    CheckCase("space.tab", "a b", "a\tb", "\t: The text has a tab. Write a space."), CheckCase("space.tab", "\t", "\t"),
    CheckCase(
      "space.french", "Really?", "Vraiment ?", locale: "fr-FR",
      " ?: French has a no-break space (U+202F) before this mark."),
    CheckCase("space.french", "Really?", "Vraiment\u{202F}?", locale: "fr"),
    CheckCase("space.french", "Really?", "Vraiment?", locale: "fr-CA"),
    CheckCase("space.french", "Really?", "Virkelig?"),
    CheckCase("space.french", "Coffee now", "Caf&eacute; maintenant", locale: "fr"),
    CheckCase("space.french", "a", "http://a.b/?c=d", locale: "fr"),
  ]) func `spaces`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    CheckCase(
      "line.edge", "a\n", "b", "\n: The source text ends with a line break, and the proposal does not. Add it."),
    CheckCase(
      "line.edge", "a", "\nb", "\n: The proposal begins with a line break, and the source text does not. Remove it."),
    CheckCase(
      "line.count", "a\nb", "c",
      "\n: The source text has 1 line break, and the proposal has 0. Check that this is intended."),
    CheckCase("line.count", "a\nb\n", "c\n\nd"),
    CheckCase(
      "line.escaped", "a\nb", "c\\nd", "\\n: This shows as two characters. Write a line break, as in the source text."),
    CheckCase("line.escaped", "a\\nb\n", "c\\nd"), CheckCase("line.escaped", "ab", "c\\nd"),
  ]) func `line breaks`(example: CheckCase) throws { try example.verify() }

  @Test(
    "mending makes edges as in the source text, and one space of several",
    arguments: [
      (" Hej  du ", "Hi you", "Hej du"), ("Hej", "Hi ", "Hej "), ("Hej\u{A0}", "Hi ", "Hej\u{A0}"),
      ("Hej\u{A0}", "Hi", "Hej"), ("a  b", "a  b", "a  b"), ("   ", "Hi", "   "), ("Hej", "Hi", "Hej"),
      (" a\nb  c", "a\nb c", "a\nb c"), ("a\u{A0}\u{A0}b", "a b", "a\u{A0}b"),
      ("Vraiment \u{202F} ?", "Really?", "Vraiment\u{202F}?"),
      ("a\u{2009} b\u{202F}\u{202F}c", "a b", "a\u{2009}b\u{202F}c"), ("a\u{A0}\u{A0}b", "a  b", "a\u{A0}\u{A0}b"),
      ("あ\n\u{3000}\u{3000}い", "a\nb", "あ\n\u{3000}\u{3000}い"), ("«\u{A0}a\u{A0}» b", "a b", "«\u{A0}a\u{A0}» b"),
    ]) func mending(text: String, source: String, mended: String)
  { #expect(SpaceMending.mended(text, source: source) == mended) }
}
