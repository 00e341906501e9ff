import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

struct DamagedSheetTests {
  let catalog = Fixture.catalog(proposals: [.own(7, "title", "Hej"), .other(8, "title", "Goddag")])

  /// Exports as CSV, changes the table, header included, and plans what comes back.
  func edited(_ edit: (_ table: inout [[String]]) -> Void) throws -> Changeset {
    try EditedSheet(catalog: catalog, name: "a.csv").plan { edit(&$0[0].cells) }
  }

  @Test(arguments: ["Proposal", "Action"])
  func `a renamed column that is needed, or that holds what was asked for, refuses the file`(header: String) {
    #expect(Fixture.code {
      try edited { table in table[0] = table[0].map { $0 == header ? "Mit felt" : $0 } }
    } == "sheet.missing-column")
  }

  @Test(arguments: [("\u{B}", "U+000B"), ("\u{1}", "U+0001"), ("\u{1F}", "U+001F"), ("\u{FFFE}", "U+FFFE")])
  func `a control character in a cell is named, and the rest is read`(character: String, name: String) throws {
    let plan = try EditedSheet(catalog: Fixture.catalog()).plan { tables in
      try tables[0].set(["Proposal": "Hej\(character)"], ofDanish: "title")
      try tables[0].set(["Proposal": "Log på"], ofDanish: "button")
    }
    #expect(plan.sent == ["Log på"])
    let refused = plan.items.filter { $0.verdict == .refusedByCheck }
    #expect(refused.count == 1 && refused[0].message.contains(name))
  }

  @Test func `apostrophes of a CSV export whose Base was cut away are not sent`() throws {
    let catalog = Fixture.catalog(title: "-10 %", proposals: [.own(7, "title", "-15 %")])
    func plan(_ proposal: String) throws -> Changeset {
      let row = try Fixture.row("title", of: catalog) {
        $0.base = nil
        $0.exportedProposal = nil
        $0.currentValue = "'-10 %"
        $0.proposal = proposal
      }
      return Fixture.plan([row], against: catalog)
    }
    #expect(try plan("'-15 %").counts == [.alreadyProposed: 1])
    #expect(try plan("'-10 %").counts == [.sameAsCurrent: 1])
    #expect(try plan("'-20 %").operations == [.propose(value: "-20 %")])
  }
}
