import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

struct MovedValuesTests {
  /// Eight texts in Danish, five of them with a pending proposal.
  static let catalog: Catalog = {
    let keys = (1...8).map { "key\($0)" }
    return Fixture.catalog(
      english: keys.map { ("s", $0, "English \($0)") }, danish: keys.map { ("s", $0, "Dansk \($0)") },
      proposals: [1, 2, 4, 5, 7].map {
        Proposal(
          id: $0, text: TextIdentity(section: "s", key: "key\($0)", locale: "da-DK"), value: "Forslag \($0)",
          canDelete: $0 % 2 == 1)
      })
  }()

  static let forms = [EditedSheet(catalog: catalog), EditedSheet(catalog: catalog, name: "a.csv")]

  @Test(arguments: 0..<2)
  func `a column that was sorted or shifted by itself sends nothing, what was typed in it neither`(form: Int) throws {
    for rearrange in [{ $0.sorted() }, { $0.reversed() }, { [""] + $0.dropLast() }] as [([String]) -> [String]] {
      let edit = { (tables: inout [EditedSheet.Table]) in
        try tables[0].set(["Proposal": "Skrevet"], ofDanish: "key8")
        try tables[0].rearrange("Proposal", rearrange)
      }
      let plan = try Self.forms[form].plan(edit)
      #expect(plan.changes.isEmpty)
      #expect(plan.counts[.refused, default: 0] >= 4)
      #expect(plan.items.contains { $0.message.hasSuffix("Restore the column.") })
      var options = Fixture.options { $0.phrases.acceptsMoved = "say so" }
      #expect(
        try Self.forms[form].plan(options: options, edit).items.contains {
          $0.reasonNamingRivals.description.hasSuffix("Restore the column. If this is intended, say so.")
        })
      #expect(try Self.forms[form].plan(options: Fixture.options { $0.cleared = .delete }, edit).changes.isEmpty)
      options.acceptsMoved = true
      #expect(try Self.forms[form].plan(options: options, edit).changes.count >= 4)
    }
  }

  /// A sheet with a suggestion for each of eight missing texts.
  private static func suggested() throws -> EditedSheet {
    let keys = (1...8).map { "key\($0)" }
    let missing = Fixture.catalog(english: keys.map { ("s", $0, "English \($0)") }, danish: [("s", "other", "x")])
    let texts = Dictionary(uniqueKeysWithValues: keys.map { ($0, "Gem \($0)") })
    return EditedSheet(catalog: missing, suggestions: try Fixture.suggestions(texts, in: missing, section: "s"))
  }

  @Test func `a column of suggestions that was sorted or shifted by itself sends nothing`() throws {
    for rearrange in [{ $0.reversed() }, { [""] + $0.dropLast() }] as [([String]) -> [String]] {
      let plan = try Self.suggested().plan { try $0[0].rearrange("Proposal", rearrange) }
      #expect(plan.changes.isEmpty)
      #expect(plan.counts[.refused, default: 0] >= 4)
    }
  }

  @Test(
    "what a person writes may be the suggestion of another row, which was edited or emptied",
    arguments: [("Gem vindue", 4), ("", 3)]) func repeatedSuggestion(fourth: String, count: Int) throws
  {
    let plan = try Self.suggested().plan { tables in
      for key in ["key1", "key2", "key3"] {
        try tables[0].set("Gem key4", in: "Proposal", row: try tables[0].row("Gem \(key)", in: "Proposal"))
      }
      // The first row with the text is one of those.
      let own = try #require(tables[0].cells.firstIndex { $0.contains("key4") })
      try tables[0].set(fourth, in: "Proposal", row: own)
    }
    #expect(plan.changes.count == count)
    #expect(plan.counts[.refused] == nil)
  }

  @Test func `units of an exchange format hold their texts themselves, so several may have another unit's text`() throws
  {
    let file = try ExportedUnits(Self.catalog, as: .xliff)
    for old in ["Dansk key3", "Forslag 4", "Forslag 5", "Dansk key6"] {
      try file.edit("\(old)</target>", "Forslag 1</target>")
    }
    let plan = try file.plan()
    #expect(plan.operations == Array(repeating: .propose(value: "Forslag 1"), count: 4))
  }

  @Test func `one value in three rows more is refused, in two it is noted`() throws {
    func plan(_ rows: Int) throws -> Changeset {
      try Self.forms[0].plan { tables in
        let rows = ["key3", "key6", "key8"].prefix(rows)
        for key in rows { try tables[0].set(["Proposal": "Forslag 1"], ofDanish: key) }
        try tables[0].set(["Proposal": "Andet"], ofDanish: "key4")
      }
    }
    let three = try plan(3)
    #expect(three.counts[.refused] == 3)
    #expect(three.sent == ["Andet"])
    let two = try plan(2)
    #expect(two.counts[.propose] == 3)
    #expect(
      two.items.count { $0.notes.map(\.description) == ["Another row of the sheet was exported with this value."] } == 2
    )
  }

  @Test(arguments: ["delete", ""]) func `nothing is remarked on a row whose old proposal was copied into its note`(
    action: String
  ) throws {
    let options = Fixture.options { $0.cleared = .delete }
    let sheet = try Self.forms[0].read { tables in
      let row = try tables[0].row("Forslag 1", in: "Proposal")
      try tables[0].set("", in: "Proposal", row: row)
      try tables[0].set("Forslag 1", in: "Note", row: row)
      try tables[0].set(action, in: "Action", row: row)
    }
    let plan = Fixture.plan(sheet, against: Self.catalog, options: options)
    #expect(plan.verdicts == [.delete])
    #expect(plan.items.flatMap(\.notes).isEmpty)
    #expect(SheetCheck(sheet, options: options).diagnostics.isEmpty)
  }

  @Test(arguments: 1...5) func `a value that several texts were exported with left its row, whichever of them lost it`(
    loser: Int
  ) throws {
    let proposals = (1...5).map {
      Proposal(
        id: $0, text: TextIdentity(section: "s", key: "key\($0)", locale: "da-DK"), value: "Ens", canDelete: true)
    }
    let keys = (1...9).map { "key\($0)" }
    let catalog = Fixture.catalog(
      english: keys.map { ("s", $0, "English \($0)") }, danish: keys.map { ("s", $0, "Dansk \($0)") },
      proposals: proposals)
    let plan = try EditedSheet(catalog: catalog).plan { tables in
      let typed = [(loser, "Nyt"), (6, "Ens"), (7, "Ens"), (8, "Ens"), (9, "Andet")]
      for (key, text) in typed { try tables[0].set(["Proposal": text], ofDanish: "key\(key)") }
    }
    #expect(plan.counts[.refused] == 5)
    #expect(plan.changes.isEmpty)
  }

  @Test(
    "headers that were exchanged between two locales send nothing",
    arguments: [("Proposal [da-DK]", [Verdict.refused: 5, .cleared: 5]), ("Current value [da-DK]", [.refused: 8])])
  func exchangedHeaders(other: String, counts: [Verdict: Int]) throws {
    let plan = try EditedSheet(catalog: Self.catalog, layout: .columns).plan { tables in
      tables[0].cells[0].swapAt(try tables[0].column("Proposal [en-GB]"), try tables[0].column(other))
    }
    #expect(plan.changes.isEmpty)
    for (verdict, count) in counts { #expect(plan.counts[verdict] == count) }
  }

  @Test(arguments: [
    ReviewColumn.section, .key, .locale, .currentValue, .deletable, .action, .note, .proposalID, .exportedProposal,
    .base,
  ]) func `Proposal exchanged with another column is refused or told`(column: ReviewColumn) throws {
    let plan = try? Self.forms[0].plan { tables in
      try tables[0].set(["Note": "En note"], ofDanish: "key6")
      try tables[0].set(["Proposal": "Andet"], ofDanish: "key4")
      tables[0].cells[0].swapAt(try tables[0].column("Proposal"), try tables[0].column(column.header))
    }
    guard let plan else { return }
    #expect(plan.changes.isEmpty)
    #expect(plan.hasRefusals)
  }

  @Test func `many proposals that came back empty are told of, as an error where it is most of them`() throws {
    func diagnostics(_ keys: [Int]) throws -> [Diagnostic] {
      try Self.forms[0].plan { tables in
        for key in keys {
          try tables[0].set("", in: "Proposal", row: try tables[0].row("Forslag \(key)", in: "Proposal"))
        }
      }.diagnostics.filter { $0.code == .sheetProposalsEmptied }
    }
    #expect(try diagnostics([1, 2]).isEmpty)
    let found = try diagnostics([1, 2, 4])
    #expect(found.map(\.severity) == [.error])
    #expect(found.first?.message.contains("3 of 5 pending proposals came back empty") == true)
  }

  @Test func `a hand-made row whose Deletable is neither yes nor no is refused`() throws {
    let plan = try Self.forms[0].plan { tables in
      tables[0].cells = [
        ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"],
        ["s", "key1", "da-DK", "Dansk key1", "Nyt", ""], ["s", "key2", "da-DK", "Dansk", "key2", "Nyt"],
      ]
    }
    #expect(plan.counts[.damaged] == 1)
    #expect(plan.sent == ["Nyt"])
  }

  @Test func `single quotes that part a field refuse the row`() throws {
    let plan = try Self.forms[1].plan { tables in
      tables[0].cells = [
        ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable", "More"],
        ["s", "key1", "da-DK", "'Dansk", " key1'", "", ""], ["s", "key2", "da-DK", "Dansk key2", "'tis", "", ""],
      ]
    }
    #expect(plan.counts[.damaged] == 1)
    #expect(plan.sent == ["'tis"])
  }

  @Test func `many proposals in single quotes are refused, one is sent as it is`() throws {
    func plan(_ keys: [Int]) throws -> Changeset {
      try Self.forms[1].plan { tables in
        for key in keys { try tables[0].set(["Proposal": "'Ny \(key)'"], ofDanish: "key\(key)") }
      }
    }
    #expect(try plan([3, 6, 8]).counts[.damaged] == 3)
    #expect(try plan([3]).sent == ["'Ny 3'"])
  }

  @Test func `a base that cannot be read refuses its row, and rows above the header of a hand-made sheet are read`()
    throws
  {
    let plan = try Self.forms[0].plan { tables in
      let row = try tables[0].row("Dansk key3", in: "Current value")
      try tables[0].set(try tables[0][row, "Base"].replacing("v1", with: "w1"), in: "Base", row: row)
    }
    #expect(plan.counts[.damaged] == 1)
    let above = try Self.forms[0].plan { tables in
      tables[0].cells = [
        ["A list for you"], ["s", "key1", "da-DK", "Dansk key1", "Nyt", "", ""],
        ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"],
        ["s", "key2", "da-DK", "Dansk key2", "Andet", ""],
      ]
    }
    #expect(above.sent == ["Nyt", "Andet"])
  }

  @Test("the apostrophes of a CSV export whose Base was cut away are told by the server, or the row is refused")
  func guardWithoutBase() throws {
    func plan(_ title: String) throws -> Changeset {
      try EditedSheet(catalog: Fixture.catalog(title: title)).plan { tables in
        tables[0].cells = [
          ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"],
          ["login", "title", "da-DK", "'-10 %", "", ""], ["login", "hint", "da-DK", "", "'=SUM(1)", ""],
        ]
      }
    }
    #expect(try plan("-10 %").operations == [.propose(value: "=SUM(1)")])
    #expect(try plan("Hej").counts[.refused] == 1)
  }
}
