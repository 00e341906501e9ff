import Spreadsheet
import Testing

@testable import ReviewSheets

struct TextHashTests {
  @Test(
    arguments: [
      ("", 0, 0xEF46_DB37_51D8_E999), ("a", 0, 0xD24E_C4F1_A98C_6E5B), ("abc", 0, 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0, 0xFBCE_A83C_8A37_8BF1),
      ("", 0xAE05_4331_1B70_2D91, 0x4B6A_04FC_DF7A_4672),
    ] as [(String, UInt64, UInt64)]) func `XXH64 gives the values of its specification`(
      text: String, seed: UInt64, expected: UInt64
    )
  { #expect(Array(text.utf8).withUnsafeBufferPointer { xxh64($0, seed: seed) } == expected) }

  @Test(arguments: [
    ("a\nb", "a\r\nb", true), ("a\nb", "a\rb", true), ("a\r\n\r\nb", "a\n\nb", true), ("a\nb", "a b", false),
    ("a", "a ", false), ("Caf\u{E9}", "Cafe\u{301}", false), ("", " ", false), ("A", "a", false),
  ]) func `line ends do not count, everything else does`(left: String, right: String, areEqual: Bool) {
    #expect((TextHash(left) == TextHash(right)) == areEqual)
  }

  @Test func `where one text of a chain ends counts`() {
    #expect(TextHash(chain: ["ab", "c"]) != TextHash(chain: ["a", "bc"]))
    #expect(TextHash(chain: ["a", "", "b"]) != TextHash(chain: ["a", "b", ""]))
  }

  private static func base(
    currentValue: TextHash = TextHash("x"), sourceValue: TextHash = .empty, sourceLocale: TextHash = .empty,
    proposal: TextHash = TextHash("p"), id: Int? = 42, sheet: TextHash? = TextHash("sheet"),
    others: [Int: TextHash] = [:]
  ) -> RowBase {
    RowBase(
      scope: TextHash("s"), identity: TextHash(chain: ["a", "b", "c"]), currentValue: currentValue,
      sourceValue: sourceValue, sourceLocale: sourceLocale, proposal: proposal, proposalID: id, sheetID: sheet,
      otherProposals: others)
  }

  @Test func `a base is read back as it was written`() {
    let base = Self.base(proposal: .tooLong, sheet: nil)
    #expect(RowBase(text: base.text) == base)
    #expect(base.text.hasSuffix("..!.42"))
    #expect(base.text.split(separator: ".", omittingEmptySubsequences: false).count == 7)
    let named = base.inSheet(TextHash("sheet"))
    #expect(named.text == "\(base.text).\(TextHash("sheet").text)")
    #expect(RowBase(text: named.text) == named)
    #expect(named != base)
  }

  @Test("a base says what was filled in and which other proposals were pending, and one that does not is as it was")
  func supplement() {
    let base = Self.base()
    let filled = base.suggesting(TextHash("q"))
    #expect(filled.text == "\(base.text).\(TextHash("q").text)")
    #expect(filled.shownProposal == TextHash("q"))
    #expect(filled.inSheet(nil).text == "\(base.inSheet(nil).text)..\(TextHash("q").text)")
    let others = Self.base(others: [7: TextHash("r"), 100: .empty, 8: .tooLong])
    #expect(others.text == "\(base.text)..7:\(TextHash("r").text)_8:!_100:-")
    #expect(others.shownProposal == TextHash("p"))
    let open = base.suggesting(nil, isUndecided: true)
    #expect(open.text == "\(base.text).?" && open.isUndecided && open.shownProposal == TextHash("p"))
    let waiting = others.suggesting(TextHash("q"), isUndecided: true)
    #expect(waiting.text == "\(base.text).?\(TextHash("q").text).7:\(TextHash("r").text)_8:!_100:-")
    for written in [
      filled, filled.inSheet(nil), others, others.suggesting(TextHash("q")), others.inSheet(nil), open,
      open.inSheet(nil), waiting,
    ] { #expect(RowBase(text: written.text) == written) }
    #expect(open != base && waiting != others.suggesting(TextHash("q")) && !filled.isUndecided)
    #expect(RowBase(text: "\(open.text)?") == nil)
    #expect(base.suggesting(TextHash("p")) == base)
    #expect(base.suggesting(.empty).text == base.text)
    #expect(filled != base && others != base && filled.inSheet(nil) != filled)
    let many = Dictionary(uniqueKeysWithValues: (0..<101).map { ($0, TextHash("r")) })
    #expect(Self.base(others: many).otherProposals.isEmpty)
  }

  @Test func `a base with source values says their locale`() {
    let locale = TextHash("en-gb")
    let base = Self.base(sourceValue: TextHash("Welcome"), sourceLocale: locale, others: [7: TextHash("r")])
    #expect(
      base.text == "v1.\(TextHash("s").text).\(base.identity.text).\(TextHash("x").text)."
        + "\(TextHash("Welcome").text):\(locale.text).\(TextHash("p").text).42.\(TextHash("sheet").text)"
        + "..7:\(TextHash("r").text)")
    let missing = Self.base(currentValue: .empty, sourceLocale: locale, proposal: .empty, id: nil, sheet: nil)
    #expect(missing.text.hasSuffix("..:\(locale.text).."))
    for base in [base, base.inSheet(nil), base.suggesting(TextHash("q")), missing, missing.inSheet(TextHash("sheet"))] {
      #expect(RowBase(text: base.text) == base)
      let row = Row()
      base.appendText(to: row)
      row.appendCell(from: 0, column: 0, style: 0)
      #expect(row.text(of: row.filledCells[0]) == base.text)
    }
  }

  @Test(arguments: 0..<10) func `a hash is read back from letters and the digits 2 to 7, and from no other byte`(
    place: Int
  ) {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    for byte in UInt8.min...UInt8.max {
      var text = Array("m3m3m3m3m3".utf8)
      text[place] = byte
      let hash = text.withUnsafeBufferPointer { TextHash(text: $0) }
      #expect(hash.map { Array($0.text.utf8) } == (alphabet.contains(byte) ? text : nil), "\(byte)")
    }
  }

  @Test(arguments: [
    "", "v1", "v2.aaaaaaaaaa.aaaaaaaaaa....", "v1.aaaaaaaaaa.aaaaaaaaaa...", "v1.aaaaaaaaaa.aaaaaaaaaa.....",
    "v1.aaaaaaaaa1.aaaaaaaaaa....", "v1.aaaaaaaaaa.aaaaaaaaaa....-1", "v1.AAAAAAAAAA.aaaaaaaaaa....",
    "v1.aaaaaaaaaa.aaaaaaaaaa....99999999999999999999", "v1.aaaaaaaaaa.aaaaaaaaaa....7.!",
    "v1.aaaaaaaaaa.aaaaaaaaaa....7.aaaaaaaaa", "v1.aaaaaaaaaa.aaaaaaaaaa..:..7", "v1.aaaaaaaaaa.aaaaaaaaaa..:!..7",
    "v1.aaaaaaaaaa.aaaaaaaaaa.:aaaaaaaaaa...7", "v1.aaaaaaaaaa.aaaaaaaaaa..:aaaaaaaaaa:aaaaaaaaaa..7",
    "v1.aaaaaaaaaa.aaaaaaaaaa....7.aaaaaaaaaa.", "v1.aaaaaaaaaa.aaaaaaaaaa....7.", "v1.aaaaaaaaaa.aaaaaaaaaa....7..",
    "v1.aaaaaaaaaa.aaaaaaaaaa....7..!", "v1.aaaaaaaaaa.aaaaaaaaaa....7...",
    "v1.aaaaaaaaaa.aaaaaaaaaa....7..bbbbbbbbbb.", "v1.aaaaaaaaaa.aaaaaaaaaa....7..bbbbbbbbbb.1",
    "v1.aaaaaaaaaa.aaaaaaaaaa....7..bbbbbbbbbb.1:", "v1.aaaaaaaaaa.aaaaaaaaaa....7..bbbbbbbbbb.x:-",
    "v1.aaaaaaaaaa.aaaaaaaaaa....7..bbbbbbbbbb.1:-_", "v1.aaaaaaaaaa.aaaaaaaaaa....7..bbbbbbbbbb.1:-_1:-",
    "v1.aaaaaaaaaa.aaaaaaaaaa....7..bbbbbbbbbb.1:-.",
  ]) func `what is no base is none`(text: String) { #expect(RowBase(text: text) == nil) }
}
