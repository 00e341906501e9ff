import Testing

@testable import TextChecks

@Suite("A text that is cut anywhere") struct AnyTextTests {
  private static let texts = [
    #"Hej <b class="x" onclick='y'>du</b> <a href="https://x.dk/a?b=%20">her</a>"#,
    "<a href='x'>&lt;b style=\"y\"&gt;</a>", "&amp;lt;script&amp;gt;&#x3C;b&#62;&LT;i&GT;&",
    "[ord](https://x.dk/(a) \"b\") ![c](d) [1]: javascript:x",
    "@:link.key @:{'a.b'} $t(key, {\"n\": 1}) :name %name% ##NAME## [name] {{name}} ${name} %(name)s %{name} {name}%",
    "%1$@ %-5.2f %% 100% 20%-ig %*d %ld{0}%@",
    "{n, plural, =0 {ingen} one {# fil} other {{n} '{'filer'}'}} {g, select, a {b}}",
    "'Hej' \"Hej\" „Hej“ «Hej» … \u{200B}\u{202E}\u{FEFF}\u{301}\u{1F468}\u{200D}\u{1F469} Ã¦Ã¸Ã¥ \r\n\t",
    "#N/A #REF! Err:508 ######## [Ĥéĵ one two]",
  ]

  @Test(arguments: texts) func `is judged, whatever is left of it`(text: String) {
    let characters = Array(text.unicodeScalars)
    func string(_ part: some Sequence<Unicode.Scalar>) -> String {
      var string = String.UnicodeScalarView()
      string.append(contentsOf: part)
      return String(string)
    }
    var count = 0
    for cut in 0...characters.count {
      for part in [string(characters[..<cut]), string(characters[cut...])] {
        for source in [text, part, "Hello", nil] {
          count += CheckRun(StandardChecks.all, on: CheckedText(part, source: source, locale: "da-DK")).findings.count
          if let source {
            count += CheckRun(StandardChecks.all, on: CheckedText(source, source: part, locale: "da-DK")).findings.count
          }
        }
      }
    }
    #expect(count > 0)
  }
}
