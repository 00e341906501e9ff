import Basics
import Testing

// The code under test is what `generate swift` puts into every file with arguments: TextSupport.swift is a link to it.

extension TextArgument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int) { self = .number(number) }
  init(floatLiteral number: Double) { self = .decimal(number) }
}

struct TextFormatTests {
  @Test(
    "each value is shown in the form that its placeholder asks for, and a served text may have others than the key",
    arguments: [
      ("%@ and %d", ["1": "a", "2": -7], "a and -7"), ("%2$@, %1$@", ["1": "a", "2": "b"], "b, a"),
      ("%1$@ %1$@", ["1": "a"], "a a"),
      ("%.2f %5d|%-5d|%05d", ["1": 1.005, "2": 42, "3": 42, "4": -42], "1.00    42|42   |-0042"),
      ("%x %X %o %+d", ["1": 255, "2": 255, "3": 8, "4": 3], "ff FF 10 +3"),
      ("%ld%% of %@", ["1": 50, "2": "100%"], "50% of 100%"), ("%*d", ["1": 4, "2": 7], "   7"),
      ("{name} ${name} %{name} {{ name }} {{name, x}}", ["name": "Ø"], "Ø Ø Ø Ø Ø"),
      ("{0} {1}", ["0": "a", "1": "b"], "a b"), ("%s", ["1": "x"], "x"),
      // Other placeholders than the key promises show what they can, and never read past the values.
      ("%d", ["1": "seven"], "seven"), ("%@", ["1": 7], "7"), ("%f", ["1": 7], "7.000000"),
      ("%s %s %s", ["1": "a"], "a %s %s"), ("%9$@", ["1": "a"], "%9$@"), ("%0$@", ["1": "a"], "%0$@"),
      ("%n%p%b%", ["1": "a"], "%n%p%b%"), ("%99999999999999999999$@", ["1": "a"], "%99999999999999999999$@"),
      ("%99999999999999999999d", ["1": 1], String(repeating: " ", count: 199) + "1"),
      ("%.99999d", ["1": 1], String(repeating: "0", count: 199) + "1"),
      ("{unknown} {name", ["name": "a"], "{unknown} {name"), ("100 % sure", ["1": "a"], "100 % sure"),
      ("{a}", ["a": "{b} %@", "b": "x", "1": "y"], "{b} %@"), ("%#@files@ %@", ["1": "a"], "%#@files@ a"),
      ("%#@é1_@", ["1": 2], "%#@é1_@"), ("50%bonus for %@", ["1": "BOB"], "50%bonus for BOB"),
      ("%p %b %@", ["3": "a"], "%p %b a"), ("%*d", ["1": "x", "2": 7], "7"),
      ("20%-Gutschein und 100%ig, %d", ["1": 7], "20%-Gutschein und 100%ig, 7"),
      ("das %-Symbol, 50%-a, 5%5d", ["1": 7], "das %-Symbol, 50%-a, 5    7"),
    ] as [(String, [String: TextArgument], String)]) func filled(
      text: String, arguments: [String: TextArgument], expected: String
    )
  { #expect(TextFormat.filled(text, by: arguments) == expected) }

  @Test(
    "a message is evaluated by the rules of its language",
    arguments: [
      ("en", "{n, plural, one {# file} other {# files}}", "1.0", "1.0 files"),
      ("en", "{n, plural, one {# file} other {# files}}", "1234", "1,234 files"),
      ("pl-PL", "{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}", "22", "22 pliki"),
      ("pl-PL", "{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}", "5", "5 plików"),
      ("en", "{n, plural, offset:1 =0 {none} =1 {you} one {you and #} other {you and # others}}", "1", "you"),
      ("en", "{n, plural, offset:1 =0 {none} =1 {you} one {you and #} other {you and # others}}", "2", "you and 1"),
      ("en", "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", "23", "23rd"),
      ("en", "{n, select, a {A} other {O {n}}} '{'{gone} {m, plural, other {#}} {n, date}", "x", "O x {{gone} # x"),
      ("da", "{n, plural, one {# fil}}", "2", "2 fil"),
      ("en", "{n, selectordinal, offset:1 one {#st} other {#th}}", "2", "1st"),
      ("da", "{n, plural, one {# fil}", "2", "{n, plural, one {# fil}"),
      ("ar", "{n, plural, zero {ص} two {ث} few {ق} many {ك} other {غ}}", "11", "ك"), ("xx", "{n} %@", "7", "7 %@"),
    ]) func message(locale: String, text: String, value: String, expected: String)
  { #expect(TextMessage.filled((text, locale), ["n": Int(value).map { .number($0) } ?? .text(value)]) == expected) }

  @Test func `the form is that of the language that is served, also when it changes, and no value is lost`() {
    let forms: [(category: String, key: String, value: String?)] = [
      ("few", "f.few", nil), ("one", "f.one", "One file by %@"), ("other", "f.other", "%d files by %@"),
    ]
    var served: [String: (value: String, locale: String)] = [:]
    func text(_ count: Int) -> String {
      let form = TextMessage.form(of: count, forms, in: "en") { served[$0] }
      return TextMessage.filled(form, ["1": .number(count), "2": "Bo"], count: 1)
    }
    #expect([1, 3].map(text) == ["One file by Bo", "3 files by Bo"])
    served = ["f.other": ("%d pliku", "pl"), "f.few": ("%d pliki: %@", "pl"), "f.one": ("One English file", "en")]
    #expect([1, 3, 5].map(text) == ["1 pliku", "3 pliki: Bo", "5 pliku"])
    served["f.few"] = ("%@: kilka plików", "pl")
    #expect(text(3) == "Bo: kilka plików")
    served = ["f.few": ("%d pliki", "pl"), "f.other": ("%d English files", "en")]
    #expect([1, 3, 5].map(text) == ["1 English files", "3 pliki", "5 English files"])
    served["f.few"] = ("{1, plural, few {# ICU} other {#}}", "pl")
    #expect(text(3) == "3 ICU")
  }

  @Test func `a name that is given twice does not stop the program`() {
    #expect(TextFormat.filled("{\u{E9}}", ["e\u{301}": "a", "\u{E9}": "b"]) == "a")
  }

  @Test func `a sign before a brace stays where the default language has it as a sign`() {
    #expect(TextFormat.filled("%{n} indirim, ${n}", ["n": 5], signs: "%") == "%5 indirim, 5")
    #expect(TextFormat.filled("%{n}, ${n} {n} {{n}}", ["n": 5], signs: "%$") == "%5, $5 5 5")
    let form = (value: "%{n} ${n}", locale: "tr")
    #expect(TextMessage.filled(form, ["n": 5], signs: "$") == "5 $5")
  }
}
