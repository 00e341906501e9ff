import NStackAPI
import ReviewReports
import Testing
import TranslationReview

@testable import nstack_review

struct DeletionPreviewTests {
  private func proposal(_ id: Int, _ section: String, _ locale: String, mine: Bool = true) -> Proposal {
    Proposal(
      id: id, text: TextIdentity(section: section, key: "key\(id)", locale: locale), value: "Hej", canDelete: mine)
  }

  private func lines(_ proposals: [Proposal], limit: Int) -> [String] {
    DeletionPreview(Changeset.deleting(proposals, of: proposals, readAt: .zero)).lines(limit: limit)
  }

  @Test func `proposals are grouped by locale and section, and refused ones follow with the reason`() {
    let proposals = [
      proposal(1, "login", "de-DE"), proposal(2, "login", "da-DK"), proposal(3, "account", "da-DK"),
      proposal(4, "login", "da-DK"), proposal(5, "login", "da-DK", mine: false),
    ]
    #expect(
      lines(proposals, limit: .max) == [
        "da-DK  account  1 proposal", "    3  key3  Hej", "da-DK  login  2 proposals", "    2  key2  Hej",
        "    4  key4  Hej", "de-DE  login  1 proposal", "    1  key1  Hej",
        "proposal 5: refused: Proposal 5 was made by another user; only that user can delete it.",
      ])
  }

  @Test func `if there is no room for all, each group shows some, and the rest is counted`() {
    let proposals = (1...40).map { proposal($0, $0 > 38 ? "zoo" : "login", "da-DK") }
    #expect(
      lines(proposals, limit: 10) == [
        "da-DK  login  38 proposals", "    1  key1  Hej", "    2  key2  Hej", "    3  key3  Hej", "    4  key4  Hej",
        "da-DK  zoo  2 proposals", "    39  key39  Hej", "    40  key40  Hej", "… and 34 more proposals",
      ])
    #expect(self.lines(proposals, limit: .max).count == 42)
  }
}
