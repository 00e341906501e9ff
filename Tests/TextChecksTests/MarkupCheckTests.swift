import Testing

@testable import TextChecks

private func missing(_ noun: String) -> String {
  "The source text has this \(noun), and the proposal does not. Check that it is meant."
}

private func added(_ noun: String) -> String { "The source text does not have this \(noun). Check that it is meant." }

private let lostTag = "The source text has this tag, and the proposal lacks it. Write it where it belongs."
private let extraTag = "The source text does not have this tag. Remove it."

struct MarkupCheckTests {
  @Test(arguments: [
    CheckCase("html.tags", "<b>Save</b>", "<b>Gem</b>"),
    CheckCase("html.tags", "<b>Save</b>", "<b>Gem", "</b>: \(lostTag)"),
    CheckCase("html.tags", "Save", "<b>Gem</b>", "<b>: \(extraTag)", "</b>: \(extraTag)"),
    CheckCase("html.tags", "<None>", "<Brak>", locale: "pl"), CheckCase("html.tags", "a<br>b", "a<br/>b"),
    CheckCase("html.tags", "<a href=\"x\">y</a>", "<a href='>'>z</a>"), CheckCase("html.tags", "1 < 2", "1 <2"),
    CheckCase("html.tags", "<B>x</B>", "<b>y</b>"), CheckCase("html.tags", "<b", "<b"),
    CheckCase(
      "html.tags", "<b>a</b>", "<strong>a</strong>", "<b>: \(lostTag)", "</b>: \(lostTag)", "<strong>: \(extraTag)",
      "</strong>: \(extraTag)"),
  ]) func `HTML tags by known names`(example: CheckCase) throws { try example.verify() }

  @Test(
    "tags of other names count if the source text has them as a pair",
    arguments: [
      CheckCase("html.tags", "<bold>Save</bold>", "<bold>Gem</bold>"),
      CheckCase("html.tags", "<bold>Save</bold>", "<bold>Gem", "</bold>: \(lostTag)"),
      CheckCase("html.tags", "Read <0>the terms</0>", "Læs <1>vilkår</1>", "<0>: \(lostTag)", "</0>: \(lostTag)"),
      CheckCase(
        "html.tags", "<termsLink to='/t'>Terms</termsLink>", "<termslink>Vilkår</termsLink>", "<termsLink>: \(lostTag)"),
      CheckCase("html.tags", "<x-a.b_c:d>1</x-a.b_c:d>", "2", "<x-a.b_c:d>: \(lostTag)", "</x-a.b_c:d>: \(lostTag)"),
      CheckCase("html.tags", "</None> <None>", "<Brak>"), CheckCase("html.tags", "a <b-c> d", "e"),
      CheckCase("html.tags", "Reply to <name> </ name>", "Svar <navn>"), CheckCase("html.tags", "<></>", "x"),
      CheckCase(
        "html.balance", "<bold>Save</bold>", "</bold>Gem<bold>",
        "</bold>: This tag closes nothing that is open here. Write the opening tag before it, or move it."),
      CheckCase(
        "html.balance", "<0>Save</0>", "Gem <0>x</0><0>",
        "<0>: This tag is not closed. Write </0> after the text that it is for."),
      CheckCase("html.order", "<0>a</0> <1>b</1>", "<0>a</0> <1>b</1>"),
      CheckCase(
        "html.order", "<0>a</0> <1>b</1>", "<1>b</1> <0>a</0>",
        "<1>: The source text has its tags in another order, with <0> first here. Check that each tag is around the right "
          + "words."),
    ]) func pairs(example: CheckCase) throws
  { try example.verify() }

  @Test(arguments: [
    CheckCase(
      "html.balance", "<b>Save</b>", "</b>Gem<b>",
      "</b>: This tag closes nothing that is open here. Write the opening tag before it, or move it."),
    CheckCase(
      "html.balance", "<b>Save</b>", "<b>Gem", "<b>: This tag is not closed. Write </b> after the text that it is for."),
    CheckCase("html.balance", "<p>Save", "<p>Gem"), CheckCase("html.balance", "a", "a<br>b<br>"),
    CheckCase(
      "html.order", "<b>a</b> <i>b</i>", "<i>b</i> <b>a</b>",
      "<i>: The source text has its tags in another order, with <b> first here. Check that each tag is around the right "
        + "words."), CheckCase("html.order", "<b>a</b>", "a <b>b</b>"),
    CheckCase(
      "html.entity", "R and D", "R &amp; D",
      "&amp;: The source text has no HTML entities, so the app may show this one as it is. Write the character itself."),
    CheckCase("html.entity", "R &amp; D", "F&amp;U"), CheckCase("html.entity", "R and D", "F & U; x"),
  ]) func `HTML tags in order, and entities`(example: CheckCase) throws { try example.verify() }

  @Test(arguments: [
    CheckCase(
      "link.url", "See https://nstack.io/help.", "Se https://nstack.io/hjælp.",
      "https://nstack.io/help: \(missing("address"))", "https://nstack.io/hj: \(added("address"))"),
    CheckCase("link.url", "See (https://nstack.io).", "Se https://nstack.io"), CheckCase("link.url", "a://b", "c"),
    CheckCase(
      "link.email", "Write to help@nstack.io.", "Skriv til hjaelp@nstack.io.",
      "help@nstack.io: \(missing("e-mail address"))", "hjaelp@nstack.io: \(added("e-mail address"))"),
    CheckCase("link.email", "%@ wrote @you", "%@ skrev @dig"),
    CheckCase(
      "markdown.link", "[Help](page/help)", "[Hjælp](page/hjaelp)", "page/help: \(missing("link target"))",
      "page/hjaelp: \(added("link target"))"), CheckCase("markdown.link", "[x] (y)", "[z] (w)"),
    CheckCase(
      "link.message", "@:general.save", "@:generel.gem", "@:general.save: \(missing("link to another text"))",
      "@:generel.gem: \(added("link to another text"))"), CheckCase("link.message", "@.lower:a.b.", "x @.lower:a.b"),
  ]) func `links`(example: CheckCase) throws { try example.verify() }

  @Test func `a text of nothing but brackets, or of thousands of tokens, is read in one pass`() {
    // Looking for the end of each to the end of the text took minutes.
    let count = 400_000
    #expect(LinkScanner.markdownTargets(in: ScannedText("[" + String(repeating: "](", count: count))).isEmpty)
    #expect(LinkScanner.markdownTargets(in: ScannedText("[a](b](c)")) == ["b](c", "c"])
    #expect(LinkScanner.urls(in: ScannedText(String(repeating: "http://", count: count))).count == 1)
    #expect(HTMLTag.ranges(in: ScannedText(String(repeating: "<b '", count: 20_000))).isEmpty)
    let nested = ScannedText((0..<50_000).map { "<a\($0)></a\($0)>" }.joined())
    #expect(HTMLTag.all(in: nested, pairs: HTMLTag.pairs(in: nested)).count == 100_000)
    let many = (0..<50_000).map { "{name\($0)}" }.joined(separator: "-")
    #expect(TextWithoutTokens(ScannedText(many)).string.utf8.allSatisfy { $0 >= 0x80 || $0 == UInt8(ascii: "-") })
    #expect(
      TextWithoutTokens(ScannedText("a < b, <b>c</b> {x &amp; y & z")).string
        == "a < b, \u{FFFC}c\u{FFFC} {x \u{FFFC} y & z")
  }
}
