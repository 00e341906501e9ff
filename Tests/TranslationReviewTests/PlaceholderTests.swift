import Testing

@testable import TranslationReview

@Suite("Placeholders")
struct PlaceholderTests {
  @Test(
    "are found in a text",
    arguments: [
      ("%@ of %d", ["%@", "%d"]), ("%1$@ %2$ld %@", ["%1$@", "%2$ld", "%@"]),
      ("%.2f %5d %-3s", ["%.2f", "%5d", "%-3s"]),
      ("100 % of it, 100%", []), ("100%% %%d", []), ("% d", []),
      (
        "{name} {{user name}} ${x} %{y}",
        [
          "{name}", "{{user name}}", "${x}", "%{y}",
        ]
      ), ("%#@files@", ["%#@files@"]), ("{} { a, b } {a", []), ("%@ %@", ["%@"]), ("<b>%@</b>", ["%@"]),
      ("{count, plural, one {a}}", ["{a}"]), ("", []), ("%", []), ("{{x}", ["{x}"]),
    ] as [(String, [String])])
  func found(text: String, expected: [String]) {
    #expect(Placeholder.all(in: text) == expected)
  }
}
