import Basics
import ReviewFixtures
import Testing

@testable import TextChecks
@testable import TranslationReview

struct ControlCharacterTests {
  @Test func `a control character in an edited proposal is refused, and one that the export wrote is nothing`() throws {
    let bell = Fixture.catalog(proposals: [.own(7, "title", "H\u{7}ej")])
    let row = try Fixture.exportedRow("title", of: bell)
    #expect(Fixture.plan([Fixture.returned(row) { _ in }], against: bell).counts == [.unchanged: 1])
    let edited = Fixture.returned(row) { $0.proposal = "H\u{7}ej!" }
    let plan = Fixture.plan([edited], against: bell)
    #expect(plan.counts == [.refusedByCheck: 1])
    #expect(plan.tells("U+0007"))
    let deleted = Fixture.returned(row) { $0.action = "delete" }
    #expect(Fixture.plan([deleted], against: bell).counts == [.delete: 1])
    let skipped = Fixture.returned(row) {
      $0.proposal = "\u{0}"
      $0.action = "skip"
    }
    #expect(Fixture.plan([skipped], against: bell).counts == [.skipped: 1])
  }

  @Test(arguments: [
    ("a\tb\nc\r\n", "", nil), ("\u{0}", "\u{0}", "U+0000"), ("a\u{1F}", "", "U+001F"), ("\u{7F}", "", "U+007F"),
    ("\u{85}", "x", "U+0085"), ("\u{85}", "\u{85}", nil), ("\u{A0}é\u{200B}", "", nil),
  ]) func `which characters are control characters`(text: String, current: String, found: String?) {
    #expect(ControlCharacter.first(in: text, besides: current) == found.map { Reason("check.character.control", $0) })
  }
}
