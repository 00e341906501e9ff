import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

struct SheetCheckTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Checks files of which each is given as the rows below its header.
  private func check(_ files: [String], options: PlanningOptions = Fixture.unchecked) throws -> [String] {
    let header = "Section,Key,Locale,Current value,Proposal,Deletable,Action,Proposal ID\n"
    let paths = try files.enumerated().map { number, rows in try folder.write(header + rows, to: "\(number).csv") }
    return SheetCheck(try ReviewSheetReader.read(paths), options: options).diagnostics.map { diagnostic in
      "\(diagnostic.code.rawValue) \(diagnostic.place?.fileIndex ?? -1) \(diagnostic.place?.row ?? 0)"
    }
  }

  @Test func `two files that want different texts are both refused, those that want the same are not`() throws {
    #expect(
      try check(["login,title,da-DK,,Hej,,,\nlogin,button,da-DK,,Ind,,,\n", "login,title,da-DK,,Hejsa,,,\n"]) == [
        "row.disagreement 0 2", "row.disagreement 1 2",
      ])
    #expect(try check(["login,title,da-DK,,Hej,,,\n", "login,title,da-DK,,Hej,,,\n"]) == [])
    #expect(try check(["login,title,da-DK,,Hej,,,\n", "login,title,en-GB,,Hi,,,\n"]) == [])
  }

  @Test func `rows without Base that may show what is pending for one text are told and not refused`() throws {
    let header = "Section,Key,Locale,Current value,Proposal,Deletable\n"
    let path = try folder.write(header + "login,title,da-DK,,Hej,yes\nlogin,title,da-DK,,Hejsa,no\n", to: "bare.csv")
    let check = SheetCheck(try ReviewSheetReader.read([path]))
    #expect(check.diagnostics.codes == ["row.disagreement", "row.disagreement"])
    #expect(!check.hasErrors)
    #expect(check.diagnostics[0].message.hasSuffix("only an import knows whether its proposal is pending already."))
  }

  @Test func `many rivals are named by place, up to a number`() throws {
    let rows = (1...100).map { "login,title,da-DK,,number \($0),\n" }.joined()
    let path = try folder.write("Section,Key,Locale,Current value,Proposal,Deletable\n" + rows, to: "many.csv")
    let found = SheetCheck(try ReviewSheetReader.read([path]), options: Fixture.unchecked).diagnostics
    #expect(found.count == 100)
    #expect(found.first?.message.contains("row 7 and others.") == true, "\(found.first?.message ?? "")")
    #expect(found.last?.message.contains("row 6 and others.") == true, "\(found.last?.message ?? "")")
  }

  @Test func `deleting and changing one proposal in two rows disagree, of two proposals they do not`() throws {
    #expect(
      try check(["login,title,da-DK,,,,delete,7\nlogin,title,da-DK,,Hej,,,7\n"]) == [
        "row.disagreement 0 2", "row.disagreement 0 3",
      ])
    #expect(try check(["login,title,da-DK,,Hallo,,delete,7\nlogin,title,da-DK,,Hej,,,8\n"]) == [])
    #expect(try check(["login,title,da-DK,,,,delete,7\n"]) == ["row.refused 0 2"])
    #expect(
      try check(["login,title,da-DK,,,,delete,7\nlogin,title,da-DK,,,,delete,7\nlogin,title,da-DK,,Hej,,,7\n"]) == [
        "row.disagreement 0 2", "row.disagreement 0 3", "row.disagreement 0 4",
      ])
  }

  @Test func `two rows of one text that were swapped beside their hidden columns ask for nothing`() throws {
    let catalog = Catalog.pending(.own(7, "title", "Hej"), .other(8, "title", "Goddag"))
    var sheet = Fixture.sheet(
      try ["Goddag", "Hej"].enumerated().map { index, shown in
        try Fixture.row("title", of: catalog, proposal: index, at: index + 2) { $0.proposal = shown }
      })
    #expect(SheetCheck(sheet, options: Fixture.unchecked).diagnostics.isEmpty)
    let plan = Fixture.plan(sheet, against: catalog)
    #expect(plan.changes.isEmpty && plan.counts[.disagreement] == nil)
    sheet.exportedProposals = [:]
    #expect(
      SheetCheck(sheet, options: Fixture.unchecked).diagnostics.codes == ["row.disagreement", "row.disagreement"])
  }

  private struct Shown: Sendable {
    let name: String
    let catalog: Catalog
    var isSuggestion = false
  }

  private let shown = [
    Shown(name: "no proposal", catalog: Fixture.catalog()),
    Shown(name: "a missing text", catalog: Fixture.catalog(title: nil)),
    Shown(name: "one's own", catalog: .pending(.own(7, "title", "Hej"))),
    Shown(name: "another user's", catalog: .pending(.other(8, "title", "Hej"))),
    Shown(name: "two", catalog: .pending(.own(7, "title", "Hej"), .other(8, "title", "Goddag"))),
    Shown(name: "a suggestion", catalog: Fixture.catalog(), isSuggestion: true),
    Shown(name: "a suggestion beside a proposal", catalog: .pending(.own(7, "title", "Hej")), isSuggestion: true),
  ]

  private let edits: [(name: String, text: String?)] = [
    ("untouched", nil), ("edited", "Ny tekst"), ("emptied", ""), ("spaces only", "  "),
    ("the current value", "Velkommen"),
  ]

  @Test func `it refuses what an import refuses, if the server has not changed since the export`() throws {
    let actions = ["", "slet dette"] + ReviewAction.allCases.map(\.rawValue)
    var refused = 0
    for cleared in [PlanningOptions.ClearedPolicy.keep, .delete] {
      let options = Fixture.options { $0.cleared = cleared }
      for shown in self.shown {
        for hasBase in [true, false] {
          for edit in edits {
            for action in actions {
              var row = try Fixture.exportedRow("title", of: shown.catalog)
              if shown.isSuggestion { row = Fixture.suggesting("Goddag igen", row) }
              if !hasBase { (row.base, row.exportedProposal) = (nil, nil) }
              let returned = Fixture.returned(row) {
                $0.action = action
                $0.proposal = edit.text ?? $0.proposal
              }
              let sheet = Fixture.sheet([returned])
              let plan = Fixture.plan(sheet, against: shown.catalog, options: options)
              let wanted = plan.items.filter(\.verdict.isRefusal).map { "row.\($0.verdict.rawValue)" }
              let found = SheetCheck(sheet, options: options).diagnostics.filter { $0.severity == .error }.map(
                \.code.rawValue)
              refused += found.count
              // Without a base, only the server can tell whether it has the proposal to delete.
              let mayTell = hasBase || !["delete", "reject"].contains(action)
              #expect(
                found == wanted || !mayTell && found.isEmpty,
                "\(shown.name), \(edit.name), \"\(action)\", \(hasBase ? "with" : "without") a base")
            }
          }
        }
      }
    }
    #expect(refused > 100)
  }

  @Test(
    "of many rows it refuses those that an import refuses",
    arguments: [
      ([3: "'Ny 3'", 6: "'Ny 6'", 8: "'Ny 8'"], "row.damaged", 3),
      ([1: "Forslag 1 ", 2: " Forslag 2", 4: "Forslag 4 ", 5: "Forslag 5 ", 7: "Forslag 7 "], "row.damaged", 5),
      ([2: "Forslag 1", 4: "Forslag 1", 5: "Forslag 1"], "row.moved", 3),
      // The server has it already, so nothing moved.
      ([3: "Forslag 1", 6: "Forslag 1", 8: "Forslag 1"], "", 0),
    ] as [([Int: String], String, Int)]) func manyRows(texts: [Int: String], code: String, count: Int) throws
  {
    let keys = (1...8).map { "key\($0)" }
    let catalog = Fixture.catalog(
      english: keys.map { ("s", $0, "English \($0)") },
      danish: keys.map { ("s", $0, ["key3", "key6", "key8"].contains($0) ? "Forslag 1" : "Dansk \($0)") },
      proposals: [1, 2, 4, 5, 7].map {
        Proposal(
          id: $0, text: TextIdentity(section: "s", key: "key\($0)", locale: "da-DK"), value: "Forslag \($0)",
          canDelete: true)
      })
    let sheet = try EditedSheet(catalog: catalog, name: "a.csv").read { tables in
      for (key, text) in texts { try tables[0].set(["Proposal": text], ofDanish: "key\(key)") }
    }
    let refused = Fixture.plan(sheet, against: catalog).items.filter(\.verdict.isRefusal)
    #expect(refused.map { "row.\($0.verdict.rawValue)" } == Array(repeating: code, count: count))
    let found = SheetCheck(sheet).diagnostics.filter { $0.severity == .error }
    #expect(found.codes == Array(repeating: code, count: count))
  }
}
