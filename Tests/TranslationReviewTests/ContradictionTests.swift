import NStackAPI
import ReviewFixtures
import Testing

@testable import TranslationReview

@Suite("Rows of one text")
struct ContradictionTests {
  let catalog = Fixture.catalog(proposals: [
    Fixture.proposal(7, "title", "Hej", mine: true), Fixture.proposal(8, "title", "Goddag"),
  ])

  func rows(_ edits: [(proposal: Int, edit: (inout ReviewRow) -> Void)]) throws -> [ReturnedRow] {
    try edits.enumerated().map { index, edit in
      Fixture.returned(
        try Fixture.exportedRow("title", of: catalog, proposal: edit.proposal), at: index + 2, edit.edit)
    }
  }

  @Test("two rows that want different texts are both refused, each naming the other")
  func differentTexts() throws {
    let plan = Fixture.plan(
      try rows([(0, { $0.proposal = "Hejsa" }), (1, { $0.proposal = "Halløj" })]), against: catalog)
    #expect(plan.counts == [.contradiction: 2])
    #expect(plan.items[0].message.contains("row 3"))
    #expect(plan.items[1].message.contains("row 2"))
    #expect(plan.changes.isEmpty)
  }

  @Test("two rows that want the same are sent once")
  func sameTexts() throws {
    let plan = Fixture.plan(
      try rows([(0, { $0.proposal = "Hejsa" }), (1, { $0.proposal = "Hejsa" })]), against: catalog)
    #expect(plan.counts == [.propose: 2])
    #expect(plan.changes.count == 1)
    #expect(plan.changes.first?.items == [0, 1])
  }

  @Test("withdrawing one proposal and posting another in the other's row go one after the other, the delete first")
  func deleteAndPropose() throws {
    let plan = Fixture.plan(
      try rows([(1, { $0.proposal = "Hejsa" }), (0, { $0.action = "delete" })]), against: catalog)
    #expect(plan.counts == [.propose: 1, .delete: 1])
    #expect(plan.changes.map(\.isDelete) == [true, false])
  }

  @Test("deleting and changing one and the same proposal in two files contradict")
  func deleteAndChange() throws {
    let plan = Fixture.plan(
      try rows([(0, { $0.action = "delete" }), (0, { $0.proposal = "Hejsa" })]), against: catalog)
    #expect(plan.counts == [.contradiction: 2])
  }

  @Test("an edited row beside an unedited one of another file is no contradiction")
  func editedBesideUnedited() throws {
    let plan = Fixture.plan(try rows([(0, { $0.proposal = "Hejsa" }), (0, { _ in })]), against: catalog)
    #expect(plan.counts == [.propose: 1, .unchanged: 1])
  }

  @Test("what an earlier import made pending is a wish like any other, in another file and in the same one")
  func importedBefore() throws {
    let before = Fixture.catalog()
    let after = Fixture.catalog(proposals: [Fixture.proposal(9, "title", "A", mine: true)])
    for file in [0, 1] {
      let rows = try [("A", 0, 2), ("B", file, 3)].map { text, file, line in
        Fixture.returned(try Fixture.exportedRow("title", of: before), at: line, file: file) { $0.proposal = text }
      }
      let plan = Fixture.plan(rows, against: after)
      #expect(plan.counts == [.contradiction: 2])
      #expect(plan.changes.isEmpty)
    }
    let again = try rows([(0, { $0.proposal = "A" }), (1, { $0.proposal = "B" })])
    let moved = Fixture.catalog(proposals: [
      Fixture.proposal(9, "title", "A", mine: true), Fixture.proposal(8, "title", "Goddag"),
    ])
    #expect(Fixture.plan(again, against: moved).counts == [.contradiction: 2])
  }

  @Test("a row that a sort swapped shows the other proposal and does not contradict the edit in that one's row")
  func swapped() throws {
    let plan = Fixture.plan(
      try rows([(0, { $0.proposal = "Goddag" }), (1, { $0.proposal = "Hejsa" })]), against: catalog)
    #expect(plan.counts == [.alreadyProposed: 1, .propose: 1])
  }

  @Test(
    "of rows without a base those that show what somebody else proposed, or that all show what is pending, are no wishes"
  )
  func withoutBase() throws {
    func plan(_ texts: [String]) throws -> [Verdict: Int] {
      Fixture.plan(
        try rows(
          texts.map { text in
            (
              0,
              {
                ($0.base, $0.exportedProposal, $0.proposalID) = (nil, nil, nil)
                $0.proposal = text
              }
            )
          }), against: catalog
      ).counts
    }
    #expect(try plan(["Hej", "Goddag"]) == [.alreadyProposed: 2])
    #expect(try plan(["Hejsa", "Goddag"]) == [.propose: 1, .alreadyProposed: 1])
    #expect(try plan(["Hej", "Hejsa"]) == [.contradiction: 2])
  }

  @Test("what another file's export showed as pending is no news in that file only")
  func filesOfDifferentTimes() throws {
    let old = try Fixture.exportedRow("title", of: Fixture.catalog())
    let rows = [
      Fixture.returned(old) { $0.proposal = "Hejsa" },
      Fixture.returned(try Fixture.exportedRow("title", of: catalog), file: 1) { _ in },
    ]
    #expect(Fixture.plan([rows[0]], against: catalog).counts == [.conflict: 1])
    #expect(Fixture.plan(rows, against: catalog).counts == [.conflict: 1, .unchanged: 1])
  }

  @Test("many changes of normalisation or edge spaces alone are a program's work and refused")
  func programsWork() throws {
    let texts = (0..<6).map { ("login", "k\($0)", "Værdi \($0)" as String?) }
    let proposals = (0..<6).map { Fixture.proposal($0 + 1, "k\($0)", "Caf\u{E9} \($0)", mine: true) }
    let catalog = Fixture.catalog(english: texts, danish: texts, proposals: proposals)
    let rows = try (0..<6).map { index in
      Fixture.returned(try Fixture.exportedRow("k\(index)", of: catalog), at: index + 2) {
        $0.proposal = "Cafe\u{301} \(index)"
      }
    }
    #expect(Fixture.plan(rows, against: catalog).counts == [.damaged: 6])
    #expect(Fixture.plan(Array(rows.prefix(4)), against: catalog).counts == [.propose: 4])
    let options = Fixture.options { $0.acceptsDamaged = true }
    #expect(Fixture.plan(rows, against: catalog, options: options).counts == [.propose: 6])
  }
}
