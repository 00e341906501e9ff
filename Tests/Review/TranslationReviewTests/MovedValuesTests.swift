import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

struct MovedValuesTests {
  /// So many texts in Danish, some of them with a pending proposal.
  static func catalog(_ count: Int, _ pending: [(number: Int, value: String, isMine: Bool)]) -> Catalog {
    let keys = (1...count).map { "key\($0)" }
    return Fixture.catalog(
      english: keys.map { ("s", $0, "English \($0)") }, danish: keys.map { ("s", $0, "Dansk \($0)") },
      proposals: pending.map {
        Proposal(
          id: $0.number, text: TextIdentity(section: "s", key: "key\($0.number)", locale: "da-DK"), value: $0.value,
          canDelete: $0.isMine)
      })
  }

  static let catalog = catalog(8, [1, 2, 4, 5, 7].map { ($0, "Forslag \($0)", $0 % 2 == 1) })

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
      #expect(plan.counts[.moved, default: 0] >= 4)
      #expect(plan.items.contains { $0.message.hasSuffix("Restore the column.") })
      var options = Fixture.options { $0.phrases.accepting[.moved] = "say so" }
      #expect(
        try Self.forms[form].plan(options: options, edit).items.contains {
          $0.reasonNamingRivals.description.hasSuffix("Restore the column. If this is intended, say so.")
        })
      #expect(try Self.forms[form].plan(options: Fixture.options { $0.cleared = .delete }, edit).changes.isEmpty)
      options.accepted = [.moved]
      #expect(try Self.forms[form].plan(options: options, edit).changes.count >= 4)
    }
  }

  /// A sheet with a suggestion for each of eight missing texts.
  private func suggested() throws -> EditedSheet {
    let keys = (1...8).map { "key\($0)" }
    let missing = Fixture.catalog(english: keys.map { ("s", $0, "English \($0)") }, danish: [("s", "other", "x")])
    let texts = Dictionary(uniqueKeysWithValues: keys.map { ($0, "Gem \($0)") })
    return EditedSheet(catalog: missing, suggestions: try Fixture.suggestions(texts, in: missing, section: "s"))
  }

  @Test func `a column of suggestions that was sorted or shifted by itself sends nothing`() throws {
    for rearrange in [{ $0.reversed() }, { [""] + $0.dropLast() }] as [([String]) -> [String]] {
      let plan = try suggested().plan { try $0[0].rearrange("Proposal", rearrange) }
      #expect(plan.changes.isEmpty)
      #expect(plan.counts[.moved, default: 0] >= 4)
    }
  }

  @Test(
    "what a person writes may be the suggestion of another row, which was edited or emptied",
    arguments: [("Gem vindue", 4), ("", 3)]) func repeatedSuggestion(fourth: String, count: Int) throws
  {
    let plan = try suggested().plan { tables in
      for key in ["key1", "key2", "key3"] {
        try tables[0].set("Gem key4", in: "Proposal", row: tables[0].row("Gem \(key)", in: "Proposal"))
      }
      // The first row with the text is one of those.
      let own = try #require(tables[0].cells.firstIndex { $0.contains("key4") })
      try tables[0].set(fourth, in: "Proposal", row: own)
    }
    #expect(plan.changes.count == count)
    #expect(plan.counts[.moved] == nil)
  }

  @Test func `units of an exchange format hold their texts themselves, so several may have another unit's text`() throws
  {
    let file = try ExportedUnits(Self.catalog, as: .xliff)
    for old in ["Dansk key3", "Forslag 4", "Forslag 5", "Dansk key6"] {
      try file.edit("\(old)</target>", "Forslag 1</target>")
    }
    #expect(try file.plan().operations == Array(repeating: .propose(value: "Forslag 1"), count: 4))
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
    #expect(three.counts[.moved] == 3)
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
    let catalog = Self.catalog(9, (1...5).map { ($0, "Ens", true) })
    let plan = try EditedSheet(catalog: catalog).plan { tables in
      let typed = [(loser, "Nyt"), (6, "Ens"), (7, "Ens"), (8, "Ens"), (9, "Andet")]
      for (key, text) in typed { try tables[0].set(["Proposal": text], ofDanish: "key\(key)") }
    }
    #expect(plan.counts[.moved] == 5)
    #expect(plan.changes.isEmpty)
  }

  @Test func `many proposals that came back empty are told of, as an error where it is most of them`() throws {
    func diagnostics(_ keys: [Int]) throws -> [Diagnostic] {
      try Self.forms[0].plan { tables in
        for key in keys { try tables[0].set("", in: "Proposal", row: tables[0].row("Forslag \(key)", in: "Proposal")) }
      }.diagnostics.filter { $0.code == .sheetProposalsEmptied }
    }
    #expect(try diagnostics([1, 2]).isEmpty)
    let found = try diagnostics([1, 2, 4])
    #expect(found.map(\.severity) == [.error])
    #expect(found.first?.message.contains("3 of 5 pending proposals came back empty") == true)
  }

  private static let header = ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]
  private static let byHand: [(form: Int, cells: [[String]], damaged: Int?, sent: [String])] = [
    // Deletable is neither yes nor no.
    (
      0, [header, ["s", "key1", "da-DK", "Dansk key1", "Nyt", ""], ["s", "key2", "da-DK", "Dansk", "key2", "Nyt"]], 1,
      ["Nyt"]
    ),
    // Single quotes part a field.
    (
      1,
      [
        header + ["More"], ["s", "key1", "da-DK", "'Dansk", " key1'", "", ""],
        ["s", "key2", "da-DK", "Dansk key2", "'tis", "", ""],
      ], 1, ["'tis"]
    ),
    // Rows above the header are read.
    (
      0,
      [
        ["A list for you"], ["s", "key1", "da-DK", "Dansk key1", "Nyt", "", ""], header,
        ["s", "key2", "da-DK", "Dansk key2", "Andet", ""],
      ], nil, ["Nyt", "Andet"]
    ),
  ]

  @Test(arguments: byHand.indices) func `a row of a hand-made sheet whose cells moved is refused`(index: Int) throws {
    let (form, cells, damaged, sent) = Self.byHand[index]
    let plan = try Self.forms[form].plan { $0[0].cells = cells }
    if let damaged { #expect(plan.counts[.damaged] == damaged) }
    #expect(plan.sent == sent)
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
