import Basics
import Testing

@Suite("Placeholders") struct PlaceholderTests {
  @Test(
    arguments: [
      "%@ of %d": ["%@", "%d"], "%1$@ %2$ld %@": ["%1$@", "%2$ld", "%@"], "%.2f %5d %-3s": ["%.2f", "%5d", "%-3s"],
      "100 % of it, 100%": [], "100%% %%d": [], "% d": [],
      "{name} {{user name}} ${x} %{y}": ["{name}", "{{user name}}", "${x}", "%{y}"], "%#@files@": ["%#@files@"],
      "{} { a, b } {a": [], "%@ %@": ["%@"], "<b>%@</b>": ["%@"], "{count, plural, one {a}}": ["{a}"], "": [], "%": [],
      "{{x}": ["{x}"], "20%-Gutschein, 100%-ig und 100%ig": [], "%-tal": [], "%-5d%-*s %-d": ["%-5d", "%-*s", "%-d"],
      "5%@ 5%d, 5%5ds": ["%@", "%d", "%5d"], "%sitename% %%name% %ld%": ["%sitename%", "%ld"], "%dx%d": ["%d"],
      "100 %but %,d": ["%,d"],
    ] as [String: [String]]) func `are found in a text`(text: String, expected: [String])
  { #expect(Placeholder.all(in: text) == expected) }

  @Test(arguments: [
    "{n, plural, one {a}}": true, "{ n ,select,x {y}}": true, "{date,date}": true, "{name}": false, "{a, b}": false,
    "{, plural}": false, "a, plural": false, "{n,": false, "{": false, "{x} {count, number}": true,
  ]) func `arguments with a type are those of an ICU message`(text: String, expected: Bool) {
    #expect(Placeholder.hasTypedArgument(Array(text.utf8)) == expected)
  }

  @Test func `a text that is all brackets, or has thousands of placeholders, is read in one pass`() {
    // Looking for the end of each to the end of the text took minutes.
    #expect(Placeholder.all(in: String(repeating: "{{", count: 200_000)).isEmpty)
    #expect(Placeholder.all(in: String(repeating: "%#@", count: 200_000)).isEmpty)
    let many = (0..<50_000).map { "{name\($0)}" }.joined(separator: " ")
    #expect(Placeholder.all(in: many).count == 50_000)
  }
}
