import Basics
import Testing

@Suite("Names of files made of texts from outside") struct PathComponentTests {
  private static let cases: [String: String] = [
    "da-DK": "da-DK", "..": "_", ".": "_", "": "_", "../../other": "_.._other", "/etc/passwd": "_etc_passwd",
    "a/b": "a_b", "a\\b": "a_b", "C:\\x": "C__x", "a\u{0}b\nc\u{1B}[2J": "a_b_c_[2J", "a\u{202E}b": "a_b",
    "CON": "_CON", "nul.txt": "_nul.txt", "LPT9": "_LPT9", "console": "console", "da.": "da", "da ": "da",
    ".hidden": "hidden", "-rf": "rf", " x ": "x", "a*?\"<>|": "a______", "Übersicht 中文": "Übersicht 中文",
    "\u{E000}": "_", "~": "~", "%2e%2e%2f": "%2e%2e%2f",
  ]

  @Test(arguments: cases) func `never leave their folder`(text: String, expected: String) {
    #expect(PathComponent(text).text == expected)
    #expect((PathComponent(exactly: text) != nil) == (text == expected))
    #expect(PathComponent(exactly: expected) != nil || expected == "_")
  }

  @Test(arguments: ["x", "é", "🍞", "e\u{301}"])
  func `fit into a file system with an ending, and are not cut within a character`(character: String) {
    let name = PathComponent(String(repeating: character, count: 400)).text
    #expect((197...200).contains(name.utf8.count))
    #expect(name.hasSuffix(character))
  }

  @Test func `stay distinct where a disk ignores case or the form of accents`() {
    var names = PathComponents()
    let made = ["da", "DA", "caf\u{E9}", "cafe\u{301}", "a/b", "a:b", "da-2"].map { names.name(of: $0) }
    #expect(made == ["da", "DA-2", "caf\u{E9}", "cafe\u{301}-2", "a_b", "a_b-2", "da-2-2"])
    #expect(Set(made.map { $0.lowercased() }).count == 7)
  }
}

struct CellNameTests {
  @Test(arguments: [0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA", 16_383: "XFD"])
  func `a column has one to three letters`(column: Int, letters: String) {
    #expect(CellName.letters(ofColumn: column) == letters)
  }

  @Test func `a cell is its column and its row, which is counted from one`() {
    #expect(CellName.cell(row: 6, column: 1) == "B7")
  }

  @Test func `neighbouring columns are one range`() {
    #expect(CellName.ranges(columns: [4, 0, 1, 4, 2], rows: 1...9) == "A2:C10 E2:E10")
  }
}
