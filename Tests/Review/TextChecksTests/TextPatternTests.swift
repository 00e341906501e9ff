import Testing

@testable import TextChecks

struct TextPatternTests {
  @Test(arguments: [
    ("a+?", "aaa", ["a", "a", "a"]), (#"\bfoo\b"#, "a foo, food foo", ["foo", "foo"]), (#"\Boo"#, "oo foo", ["oo"]),
    ("(?i)straße", "STRASSE Straße", ["Straße"]), ("[[:x]", "a:x[", [":", "x", "["]), ("a|ab", "ab", ["a"]),
    ("(a|ab)(c|bcd)", "abcd", ["abcd"]), (#"\u00A0\x{200B}"#, "x\u{A0}\u{200B}y", ["\u{A0}\u{200B}"]),
    ("{name}", "Hi {name}", ["{name}"]), ("!$", "hej!", ["!"]), ("^!", "hej!", []),
    (#"\p{Lu}+"#, "ÆØÅ abc D", ["ÆØÅ", "D"]), (#"\P{L}"#, "a1", ["1"]), ("[^a-c]", "abcd", ["d"]),
    ("x{2,3}", "xxxxx", ["xxx", "xx"]), ("x{2,}?", "xxxxx", ["xx", "xx"]), ("[-a]", "b-a", ["-", "a"]),
    ("[]a]", "]a", ["]", "a"]), (#"\$\{"#, "${", ["${"]), ("(?:ab)+?c", "ababc", ["ababc"]),
    ("[A-Z]{2,}", "OK go NOW", ["OK", "NOW"]), (#"\.\s*$"#, "Hej. ", [". "]), (".+", "a\nb", ["a", "b"]),
    (#"\d\D\w\W\s\S"#, "٣-é! x", ["٣-é! x"]), (#"[\d-]+"#, "1-2", ["1-2"]), ("(a*)*", "aab", ["aa"]), ("", "ab", []),
    (#"\n\t"#, "\n\t", ["\n\t"]),
  ]) func `a pattern finds what regular expressions find elsewhere`(pattern: String, text: String, expected: [String])
    throws
  {
    #expect(try TextPattern(pattern).all(in: text) == expected)
    #expect(try TextPattern(pattern).isFound(in: text) == (!expected.isEmpty || pattern.isEmpty))
  }

  @Test(arguments: [
    ("(?=a)", "has a look-around (?=, which could take too long on a text. Write it without."),
    ("(?<!a)b", "has a look-around (?<!, which could take too long on a text. Write it without."),
    (#"(a)\1"#, #"has a backreference (\1), which could take too long on a text. Write it without."#),
    ("a++", "has a possessive quantifier, which could take too long on a text. Write it without."),
    ("(?>a)", "has an atomic group, which could take too long on a text. Write it without."),
    ("((a{100}){100})", "is too large: with what it repeats it has over 500 steps. Shorten it, or write two."),
    ("((){500}){500}", "is too large: with what it repeats it has over 500 steps. Shorten it, or write two."),
    ("a{99999999999999999999}", "is too large: with what it repeats it has over 500 steps. Shorten it, or write two."),
  ]) func `what could take too long is refused by name`(pattern: String, told: String) {
    let refusal = #expect(throws: TextPattern.Refusal.self) { try TextPattern(pattern) }
    #expect(refusal?.message == "\"\(pattern)\" \(told)")
  }

  @Test(arguments: [
    "(", ")", "[", "a**", "a{3,2}", "*", #"\"#, #"\q"#, "[z-a]", #"\p{Greek}"#, "(?<n>a)", #"\u00"#, "(?i:a)",
    #"\x{110000}"#, String(repeating: "(", count: 200), String(repeating: "a", count: 501),
  ]) func `what is no regular expression is refused`(pattern: String) {
    #expect(throws: TextPattern.Refusal.self) { try TextPattern(pattern) }
  }

  @Test(arguments: [
    "(a+)+$", "(a|a)*b", "(a*)*b", "(.*)*x", "(a|aa)+$", "(.*a){20}b", ".*.*.*.*.*=.*", "a{0,100}a{100}$",
    "(((a+)+)+)+$",
  ]) func `a text costs at most two steps of each step of the pattern for each character`(pattern: String) throws {
    let expression = try TextPattern(pattern)
    let text = Array((String(repeating: "a", count: 5_000) + "!").unicodeScalars)
    var work = 0
    #expect(expression.match(in: text, from: 0, &work) == nil)
    #expect(work <= 2 * expression.steps.count * (text.count + 2))
  }

  @Test func `a text in which each match is searched to the end is given up after the first ones`() throws {
    let found = try TextPattern("a.*b|a").all(in: String(repeating: "a", count: 32_767))
    #expect((1..<1_000).contains(found.count))
  }
}
