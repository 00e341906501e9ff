import Basics
import Testing

// The code under test is what `generate swift` puts into every file with arguments: TextSupport.swift is a link to it.

struct TextFormatTests {
  @Test(
    "each value is shown in the form that its placeholder asks for",
    arguments: [
      ("%@ and %d", ["1": .text("a"), "2": .number(-7)], "a and -7"),
      ("%2$@, %1$@", ["1": .text("a"), "2": .text("b")], "b, a"), ("%1$@ %1$@", ["1": .text("a")], "a a"),
      (
        "%.2f %5d|%-5d|%05d", ["1": .decimal(1.005), "2": .number(42), "3": .number(42), "4": .number(-42)],
        "1.00    42|42   |-0042"
      ),
      ("%x %X %o %+d", ["1": .number(255), "2": .number(255), "3": .number(8), "4": .number(3)], "ff FF 10 +3"),
      ("%ld%% of %@", ["1": .number(50), "2": .text("100%")], "50% of 100%"),
      ("%*d", ["1": .number(4), "2": .number(7)], "   7"),
      ("{name} ${name} %{name} {{ name }} {{name, x}}", ["name": .text("Ø")], "Ø Ø Ø Ø Ø"),
      ("{0} {1}", ["0": .text("a"), "1": .text("b")], "a b"), ("%s", ["1": .text("x")], "x"),
    ] as [(String, [String: TextArgument], String)])
  func filled(text: String, arguments: [String: TextArgument], expected: String) {
    #expect(TextFormat.filled(text, of: arguments) == expected)
  }

  @Test(
    "a served text with other placeholders than the key promises shows what it can, and never reads past its values",
    arguments: [
      ("%d", ["1": .text("seven")], "seven"), ("%@", ["1": .number(7)], "7"), ("%f", ["1": .number(7)], "7.000000"),
      ("%s %s %s", ["1": .text("a")], "a %s %s"), ("%9$@", ["1": .text("a")], "%9$@"),
      ("%0$@", ["1": .text("a")], "%0$@"), ("%n%p%b%", ["1": .text("a")], "%n%p%b%"),
      ("%99999999999999999999$@", ["1": .text("a")], "%99999999999999999999$@"),
      ("%99999999999999999999d", ["1": .number(1)], String(repeating: " ", count: 199) + "1"),
      ("%.99999d", ["1": .number(1)], String(repeating: "0", count: 199) + "1"),
      ("{unknown} {name", ["name": .text("a")], "{unknown} {name"), ("100 % sure", ["1": .text("a")], "100 % sure"),
      ("{a}", ["a": .text("{b} %@"), "b": .text("x"), "1": .text("y")], "{b} %@"),
      ("%#@files@ %@", ["1": .text("a")], "%#@files@ a"), ("%#@é1_@", ["1": .number(2)], "%#@é1_@"),
      ("50%bonus for %@", ["2": .text("BOB")], "50%bonus for BOB"), ("%p %b %@", ["3": .text("a")], "%p %b a"),
      ("%*d", ["1": .text("x"), "2": .number(7)], "7"),
    ] as [(String, [String: TextArgument], String)])
  func other(text: String, arguments: [String: TextArgument], expected: String) {
    #expect(TextFormat.filled(text, of: arguments) == expected)
  }

  @Test func `a name that is given twice is no reason to stop`() {
    #expect(TextFormat.filled("{\u{E9}}", ["e\u{301}": .text("a"), "\u{E9}": .text("b")]) == "a")
  }
}

extension TextFormat {
  /// The text with values that a test has as a dictionary.
  fileprivate static func filled(_ text: String, of arguments: [String: TextArgument]) -> String {
    let pairs = arguments.sorted { $0.key < $1.key }
    switch pairs.count {
    case 1: return filled(text, [pairs[0].key: pairs[0].value])
    case 2: return filled(text, [pairs[0].key: pairs[0].value, pairs[1].key: pairs[1].value])
    case 3:
      return filled(text, [pairs[0].key: pairs[0].value, pairs[1].key: pairs[1].value, pairs[2].key: pairs[2].value])
    default:
      return filled(
        text,
        [
          pairs[0].key: pairs[0].value, pairs[1].key: pairs[1].value, pairs[2].key: pairs[2].value,
          pairs[3].key: pairs[3].value,
        ])
    }
  }
}
