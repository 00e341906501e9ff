import Testing

@testable import TextChecks

private let tagsCase: CheckName = "html.tags"
private let attributeCase: CheckName = "html.attribute"

private let missing = "The source text has this link, and the proposal does not. Check that this is intended."
private let added = "The source text does not have this link. Check that this is intended."

private func movedLink(_ wanted: String) -> String {
  "The source text has \(wanted) in this place. Check that each is at the right words."
}

private let lostTag = "The source text has this tag, and the proposal lacks it. Write it where it belongs."
private let extraTag = "The source text does not have this tag. Remove it."

struct MarkupCheckTests {
  @Test(arguments: [
    tagsCase("<b>Save</b>", "<b>Gem", "</b>: \(lostTag)"),
    tagsCase("Save", "<b>Gem</b>", "<b>: \(extraTag)", "</b>: \(extraTag)"), tagsCase("<None>", "<Brak>", locale: "pl"),
    tagsCase("a<br>b", "a<br/>b"), tagsCase("<a href=\"x\">y</a>", "<a href='>'>z</a>"), tagsCase("1 < 2", "1 <2"),
    tagsCase("<B>x</B>", "<b>y</b>"),
    tagsCase(
      "<b>a</b>", "<strong>a</strong>", "<b>: \(lostTag)", "</b>: \(lostTag)", "<strong>: \(extraTag)",
      "</strong>: \(extraTag)"),
  ]) func `HTML tags by known names`(example: CheckCase) throws { try example.verify() }

  @Test(
    "tags of other names count if the source text has them as a pair",
    arguments: [
      tagsCase("<bold>Save</bold>", "<bold>Gem", "</bold>: \(lostTag)"),
      tagsCase("Read <0>the terms</0>", "Læs <1>vilkår</1>", "<0>: \(lostTag)", "</0>: \(lostTag)"),
      tagsCase("<termsLink to='/t'>Terms</termsLink>", "<termslink>Vilkår</termsLink>", "<termsLink>: \(lostTag)"),
      tagsCase("<x-a.b_c:d>1</x-a.b_c:d>", "2", "<x-a.b_c:d>: \(lostTag)", "</x-a.b_c:d>: \(lostTag)"),
      tagsCase("</None> <None>", "<Brak>"), tagsCase("a <b-c> d", "e"),
      tagsCase("Reply to <name> </ name>", "Svar <navn>"), tagsCase("<></>", "x"),
      CheckCase(
        "html.balance", "<0>Save</0>", "Gem <0>x</0><0>",
        "<0>: This tag is not closed. Write </0> after the text that it is for."),
      CheckCase(
        "html.order", "<0>a</0> <1>b</1>", "<1>b</1> <0>a</0>",
        "<1>: The source text has its tags in another order, with <0> first here. Check that each tag is around the right "
          + "words."),
    ]) func pairs(example: CheckCase) throws
  { try example.verify() }

  @Test(
    "what a browser acts on and the source text does not have is refused",
    arguments: [
      // The proposal, its source text, and the parts that are named.
      ("<b onclick=\"steal()\">Gem</b>", "<b>Save</b>", ["onclick=\"steal()\""]),
      ("<B\nOnClick = steal()>Gem</B>", "<b>Save</b>", ["onclick=\"steal()\""]),
      ("<b/onclick=steal()>Gem</b>", "<b>Save</b>", ["onclick=\"steal()\""]),
      ("<svg onload=x()>", "Save", ["<svg>", "onload=\"x()\""]),
      ("<xss onfocus=x() autofocus>", "Save", ["onfocus=\"x()\""]),
      ("<b onclick=\"x()\" ", "<b>Save</b>", ["onclick=\"x()\""]),
      ("<img src=x onerror=x()", "a", ["src=\"x\"", "onerror=\"x()\""]),
      ("<b style=\"position:fixed\">a</b>", "<b>a</b>", ["style=\"position:fixed\""]),
      (
        "<p style=\"color: red; background: url(//e.com)\">", "<p style=\"color: red\">",
        ["style=\"color: red; background: url(//e.com)\""]
      ), ("<p onclick=\"b()\">", "<p onclick=\"a()\">", ["onclick=\"b()\""]),
      ("<iframe srcdoc='&lt;script>'></iframe>", "a", ["<iframe>", "srcdoc=\"<script>\"", "</iframe>"]),
      ("<script>x()</script>", "a", ["<script>", "</script>"]), ("a</textarea>", "a", ["</textarea>"]),
      ("<base href=//e.com>", "a", ["<base>", "href=\"//e.com\""]),
      (
        "<meta http-equiv=refresh content='0;url=//e.com'>", "a",
        ["<meta>", "http-equiv=\"refresh\"", "content=\"0;url=//e.com\""]
      ), ("<button formaction=/x>", "<button>", ["formaction=\"/x\""]),
      ("<a xlink:href=/x>y</a>", "<a>y</a>", ["xlink:href=\"/x\""]),
      ("[a](javascript:x())", "[a](/x)", ["javascript:x("]), ("JavaScript:x()", "https://a.com", ["JavaScript:x()"]),
      ("data:text/html,x", "https://a.com", ["data:text/html,x"]),
      // Tags in escaped form.
      ("&lt;b onclick=x()&gt;Gem&lt;/b&gt;", "Save", ["onclick=\"x()\""]),
      ("&lt;b onclick=x()&gt;Gem&lt;/b&gt;", "&lt;b&gt;Save&lt;/b&gt;", ["onclick=\"x()\""]),
      ("&#60;script&#x3E;x()&lt;/script", "Save", ["<script>", "</script>"]),
      ("&amp;lt;p style=x&amp;gt;", "&lt;p&gt;", ["style=\"x\""]),
      ("&lt;a href=&quot;//e.com&quot;&gt;x", "&lt;a href=&quot;//a.com&quot;&gt;x", ["href=\"//e.com\""]),
      ("<b onclick=x()>&lt;i&gt;", "<b>&lt;i&gt;", ["onclick=\"x()\""]),
      ("Skriv <script>", "Write &lt;script&gt;", ["<script>"]),
    ] as [(String, String, [String])]) func unsafe(proposal: String, source: String, expected: [String])
  { #expect(Check.htmlUnsafe.findings(CheckedText(proposal, source: source, locale: "da")).map(\.token) == expected) }

  @Test(
    "an address that runs code or leads elsewhere is refused, however it is spelled",
    arguments: [
      "javascript:x()", "JAVASCRIPT:x()", " javascript:x()", "java\nscript:x()", "java\tscript:x()",
      "\u{1}javascript:x()", "&#106;avascript:x()", "&#x6A;avascript:x()", "&#0000106avascript:x()",
      "java&Tab;script:x()", "javascript&colon;x()", "java&NewLine;script:x()", "vbscript:x()",
      "data:text/html;base64,PHM+", "blob:x", "//e.com", "\\\\e.com", "/\\e.com", "https:e.com", "https:///e.com",
      "HTTPS://E.COM/a.com", "https://a.com@e.com", "https://a.com:80@e.com/", "https://a.com.e.com",
      "https://a.com\u{3002}e.com", "https&colon;//e.com", "https://a.com/?next=https://e.com",
      "http&#58;&#47;&#47;e.com", "//e.com/a.com", "mailto:x@a.com", "intent:x",
    ]) func addresses(address: String)
  {
    for proposal in ["<a href=\"\(address)\">b</a>", "<A HREF='\(address)'>b</A>", "<a\thref = \"\(address)\"/>b</a>"] {
      let text = CheckedText(proposal, source: "<a href=\"https://a.com/x\">b</a>", locale: "da")
      #expect(Check.htmlUnsafe.findings(text).count == 1, "\(proposal)")
      #expect(Check.htmlAttribute.findings(text).isEmpty, "\(proposal)")
    }
  }

  @Test(arguments: [
    "[x](<javascript:a()>)": "[x](https://a.com)", "[1]: javascript:a()": "[1]: https://a.com",
    "Se JavaScript:a()": "See https://a.com", "Se &#106;avascript:a()": "See here",
    "&lt;a href=\"javascript:1\"&gt;x&lt;/a&gt;": "&lt;a href=\"https://a.com\"&gt;x&lt;/a&gt;",
  ]) func `an address that runs code is refused wherever it stands`(proposal: String, source: String) {
    #expect(Check.htmlUnsafe.findings(CheckedText(proposal, source: source, locale: "da")).count == 1)
    #expect(Check.htmlUnsafe.findings(CheckedText(proposal, source: proposal + " b", locale: "da")).isEmpty)
  }

  @Test(
    "markup of the source text, and what readers read, is left alone",
    arguments: [
      ("<b onclick=\"a()\" style='x'>Gem</b>", "<b style=\"x\" onclick='a()'>Save</b>"),
      ("<a href=\"javascript:a()\">Gem</a>", "<a href='java&#115;cript:a()'>Save</a>"),
      ("<script>a()</script>", "<script>a()</script> b"),
      ("<img src=/a.png alt=\"Gem\">", "<img alt=\"Save\" src=\"/a.png\">"),
      ("<a href=\"?a&b\" title=\"Data: 5\" lang=da dir=ltr aria-label='Gem'>x</a>", "<a href=\"?a&amp;b\">x</a>"),
      ("<a href=/a class=x>a</a> <a class=y href=/b>b</a>", "<a class=x href=/a>b</a> <a href=/b class=y>a</a>"),
      ("<Brak>", "<None>"), ("Hvis a <b og on = 5", "If a <b and on = 5"), ("<navn på fil>", "<name of file>"),
      ("JavaScript: til", "JavaScript: on"), ("Data: 5 MB", "Data: 5 MB used"), ("data:5", "data:6"),
      ("a < b > c", "a < b"), ("&lt;navn&gt; &lt; 5 &lt;b&gt;", "<name> 5"),
      ("Skriv &lt;script&gt;", "Write &lt;script&gt;"), ("&lt;b onclick='a()'&gt;Gem", "&lt;b onclick=a()&gt;Save"),
      ("Skriv &lt;script&gt;", "Write <script>"), ("<a href=\"%1$@\">{x}</a>", "<a href=\"%1$@\">{y}</a>"),
      ("<a href='{url}'>x</a>", "<a href=\"{url}\">y</a>"),
    ]) func known(proposal: String, source: String)
  {
    let text = CheckedText(proposal, source: source, locale: "da")
    #expect(Check.htmlUnsafe.findings(text) == [])
    #expect(Check.htmlAttribute.findings(text) == [])
  }

  @Test(arguments: [
    attributeCase(
      "<a href=\"/a\">x</a>", "<a href=\"/b\">x</a>",
      "href=\"/b\": The source text has href=\"/a\". Check that a different value is intended."),
    attributeCase(
      "<a href=\"https://a.com/en\">x</a>", "<a href=\"http://a.com/da\">x</a>",
      "href=\"http://a.com/da\": The source text has href=\"https://a.com/en\". Check that a different value is intended."
    ),
    attributeCase(
      "<font color='red'>x</font>", "<font class=a>x</font>",
      "color=\"red\": The source text has this attribute, and the proposal does not. Copy it unchanged.",
      "class=\"a\": The source text does not have this attribute. Check that this is intended."),
    attributeCase(
      "<p style=\"text-align: left\">", "<p style=\"text-align: right\">",
      "style=\"text-align: right\": The source text has style=\"text-align: left\". Check that a different value is intended."
    ), attributeCase("<b class=x>a</b>", "a"),
    attributeCase(
      "<a href=\"https://a.com\">a</a> <a href=\"https://b.com\">b</a>",
      "<a href=\"https://b.com\">a</a> <a href=\"https://a.com\">b</a>",
      "href=\"https://b.com\": \(movedLink("href=\"https://a.com\""))"),
    attributeCase(
      "<a href=/a>a</a> <a href=/b>b</a>", "<a href=/a>a</a> <a href=/a>b</a>",
      "href=\"/a\": \(movedLink("href=\"/b\""))"),
    attributeCase("<a href=/a>a</a> <a href=/b>b</a>", "<a href=/b>b</a>"),
    CheckCase(
      "html.unsafe", "<a href=//a.com>a</a> <a href=//b.com>b</a>", "<a href=//b.com>a</a> <a href=//a.com>b</a>"),
    CheckCase("html.unsafe", nil, "<script>"),
    CheckCase(
      "html.unsafe", "<a href='https://a.com'>x</a>", "<a href='https://b.com'>x</a>",
      "href=\"https://b.com\": This address leads to another host than the source text. Write the address as in "
        + "the source text."),
    CheckCase(
      "html.unsafe", "<a href='mailto:help@a.com'>x</a>", "<a href='mailto:help@b.com'>x</a>",
      "href=\"mailto:help@b.com\": This address leads to another host than the source text. Write the address as in "
        + "the source text."),
    CheckCase("html.unsafe", "<a href='mailto:help@a.com'>x</a>", "<a href='mailto:hjaelp@a.com'>x</a>"),
  ]) func `attributes`(example: CheckCase) throws { try example.verify() }

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
      "link.url", "See https://nstack.io/help.", "Se https://nstack.io/hjælp.", "https://nstack.io/help: \(missing)",
      "https://nstack.io/hj: \(added)"), CheckCase("link.url", "See (https://nstack.io).", "Se https://nstack.io"),
    CheckCase("link.url", "a://b", "c"),
    CheckCase(
      "link.email", "Write to help@nstack.io.", "Skriv til hjaelp@nstack.io.", "help@nstack.io: \(missing)",
      "hjaelp@nstack.io: \(added)"), CheckCase("link.email", "%@ wrote @you", "%@ skrev @dig"),
    CheckCase(
      "markdown.link", "[Help](page/help)", "[Hjælp](page/hjaelp)", "page/help: \(missing)", "page/hjaelp: \(added)"),
    CheckCase("markdown.link", "[a](/a) [b](/b)", "[a](/b) [b](/a)", "/b: \(movedLink("/a"))"),
    CheckCase("markdown.link", "[a](/a) [b](/b)", "[b](/a) [a](/b)"),
    CheckCase("link.url", "http://a.com http://b.com", "http://b.com http://a.com"),
    CheckCase(
      "link.message", "@:general.save", "@:generel.gem", "@:general.save: \(missing)", "@:generel.gem: \(added)"),
    CheckCase("link.message", "@.lower:a.b.", "x @.lower:a.b"),
  ]) func `links`(example: CheckCase) throws { try example.verify() }

  @Test func `a text of nothing but brackets, or of thousands of tokens, is read in one pass`() {
    // Looking for the end of each to the end of the text took minutes.
    let count = 400_000
    #expect(LinkScanner.markdownTargets(in: ScannedText("[" + String(repeating: "](", count: count))).isEmpty)
    #expect(LinkScanner.markdownTargets(in: ScannedText("[a](b](c)")) == ["b](c", "c"])
    #expect(LinkScanner.urls(in: ScannedText(String(repeating: "http://", count: count))).count == 1)
    #expect(HTMLTag.ranges(in: ScannedText(String(repeating: "<b '", count: 20_000))).isEmpty)
    let attributes =
      "<b " + (0..<20_000).map { "a\($0)='&#\($0);'" }.joined(separator: " ") + String(repeating: "<b ", count: 20_000)
    #expect(Check.htmlUnsafe.findings(CheckedText(attributes, source: attributes + ">", locale: "da")).isEmpty)
    #expect(
      Check.htmlAttribute.findings(CheckedText(attributes + ">", source: "<b x>a</b>", locale: "da")).count > 20_000)
    let nested = ScannedText((0..<50_000).map { "<a\($0)></a\($0)>" }.joined())
    #expect(HTMLTag.all(in: nested, pairs: HTMLTag.pairs(in: nested)).count == 100_000)
    let many = (0..<50_000).map { "{name\($0)}" }.joined(separator: "-")
    #expect(TextWithoutTokens(ScannedText(many)).string.utf8.allSatisfy { $0 >= 0x80 || $0 == UInt8(ascii: "-") })
    #expect(
      TextWithoutTokens(ScannedText("a < b, <b>c</b> {x &amp; y & z")).string
        == "a < b, \u{FFFC}c\u{FFFC} {x \u{FFFC} y & z")
  }
}
