import Basics
import Testing

@testable import TextChecks

struct PseudoLocalizationTests {
  @Test(
    "what an app replaces or reads stays as it is",
    arguments: [
      "Hello %1$@, <b>you</b> &amp; {name}!": "HELLO %1$@, <b>YOU</b> &amp; {name}!",
      "{n, plural, =0 {no file} one {# new <i>file</i>} other {# files}} in '{'x'}' {place}":
        "{n, plural, =0 {NO FILE} one {# NEW <i>FILE</i>} other {# FILES}} IN '{'X'}' {place}",
      "{who, select, her {it's her {a}} other {them}}": "{who, select, her {IT'S HER {a}} other {THEM}}",
      "${a} %{b} {{c}} %#@d@ {0:N2} straße": "${a} %{b} {{c}} %#@d@ {0:N2} STRASSE",
      "[terms](terms-page), @:common.ok, bob@x.com": "[TERMS](terms-page), @:common.ok, bob@x.com",
      #"<a-b title="a>b">x</a-b> https://nstack.io/a"#: #"<a-b title="a>b">X</a-b> https://nstack.io/a"#,
      #"a\nb \u00e9t 50 %my share"#: #"A\nB \u00e9T 50 %my SHARE"#, "https://mój.pl %%@": "https://mój.pl %%@",
      "a < b {": "A < B {", "$t(common.ok) now": "$t(common.ok) NOW",
    ]) func kept(text: String, upper: String)
  {
    #expect(PseudoLocalization.upper.text(of: text) == upper)
    // Of a message this would compare its texts.
    for form in PseudoLocalization.allCases where ICUMessageReader.textRanges(of: Array(text.utf8)) == nil {
      #expect(Placeholder.all(in: form.text(of: text)) == Placeholder.all(in: text), "\(form)")
    }
  }

  @Test(arguments: [
    (PseudoLocalization.accents, "Save %d <b>files</b>", "Šåṽé %d <b>ƒîļéš</b>"), (.long, "OK", "[OK on]"),
    (.long, "Save the %@ file", "[Save the %@ file one two ]"), (.long, "%@ off 50%", "[%@ off 50% … one two]"),
    (.long, "{n, plural, one {# file} other {# files}}", "[{n, plural, one {# file} other {# files}} one tw]"),
    (.rtl, "Hi %@\nBye", "\u{200F}\u{202E}Hi \u{202C}\u{200F}%@\n\u{200F}\u{202E}Bye\u{202C}\u{200F}"),
    (.long, "%@", "%@"), (.rtl, "", ""),
  ]) func `each form changes what is read`(form: PseudoLocalization, text: String, shown: String) {
    #expect(form.text(of: text) == shown)
  }

  private static let texts = [
    "Save", "Save the file", "Save %d <b>files</b>", "Slet kontoen?", "Gem %1$@ i {folder}", "%@ off 50%",
    "{n, plural, one {# file} other {# files}}", "Hi %@\nBye", "Straße 12", "Terms, one two three", "See [the note]",
    "Log in or sign up to go on with what you have read so far",
  ]

  @Test(arguments: texts) func `a text in a form is refused as one, and the text itself is not`(text: String) throws {
    for form in [PseudoLocalization.accents, .long, .rtl] {
      let shown = form.text(of: text)
      #expect(PseudoLocalization.form(of: shown) == form, "\(shown)")
      try CheckCase("text.pseudo", text, shown, current: shown).verify()
      let finding = "This text is pseudo-localised for testing an app, and is not a translation. Write the text itself."
      try CheckCase("text.pseudo", text, shown, "\(String(shown.prefix(40))): \(finding)").verify()
    }
    try CheckCase("text.pseudo", "x", text).verify()
  }

  @Test(arguments: [
    "", "öö", "é", "[OK]", "[one]", "[see note one]", "Åçé x", "Vælg [en to]", "\u{200F}\u{202E}abc", "ÞÝÐ og þú",
    "[Save the file one two three]", "Été",
  ]) func `a text of a person is in no form`(text: String) { #expect(PseudoLocalization.form(of: text) == nil) }

  private static let capitals = ["SAVE", "SAVE THE %@ FILE", "<b>ÅBN</b> {name}", "STRASSE\\n12", "SLET KONTOEN?"]

  private static let numbered = (0..<99).map { "TEXT \($0)" }
  private static let lists: [(texts: [String], areUpper: Bool)] = [
    (capitals, true), (capitals + ["", "12 %@", "保存", "M"], true), (Array(capitals.dropFirst()), false),
    (Array(repeating: "SAVE", count: 9), false), (capitals + ["Save"], false),
    (capitals + ["1", "2", "保存", "M", "W"], false), (numbered.prefix(50) + ["Save"], true),
    (numbered + ["Save", "Open", "Close", "Help", "More"], false), (["M", "T", "W", "F", "S"], false), ([], false),
  ]

  @Test(arguments: lists) func `many texts in capitals are in a form, and few or some are not`(
    texts: [String], areUpper: Bool
  ) {
    var found = CapitalTexts()
    for text in texts { found.add(text) }
    #expect(found.areUpper == areUpper)
    var shown = CapitalTexts()
    for text in Self.texts { shown.add(PseudoLocalization.upper.text(of: text)) }
    #expect(shown.areUpper)
  }
}
