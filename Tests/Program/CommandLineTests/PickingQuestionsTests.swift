import NStackAPI
import ReviewReports
import Testing
import TranslationReview

@testable import nstack_review

struct PickingQuestionsTests {
  /// Picks from four deletions.
  ///
  /// - Parameter keys: The answers in order; the input ends after them.
  /// - Returns: The picked places, and the lines that were shown.
  private func pick(_ keys: [String]) -> (picked: Set<Int>?, lines: [String]) {
    let proposals = (0..<4).map { number in
      Proposal(
        id: number + 1, text: TextIdentity(section: "login", key: "key\(number)", locale: "da-DK"), value: "Hej",
        canDelete: true)
    }
    let changeset = Changeset.deleting(proposals, of: proposals, readAt: .zero)
    var rest = keys[...]
    var lines: [String] = []
    let questions = PlanQuestions(
      ask: { _ in rest.popFirst() }, show: { lines.append($0) }, display: ReportDisplay(width: 80, usesColor: false))
    return (questions.picks(from: changeset), lines)
  }

  @Test(
    arguments: [
      (["y", "n", "y", "n"], [0, 2]), (["n", "a"], [1, 2, 3]), (["y", "d"], [0]), (["Y", " n", "d"], [0]),
      (["j", "y", "d"], [1]), (["j", "y", "n", "y"], [1, 3]), (["y", "k", "n", "d"], []),
      (["y", "y", "j", "j"], [0, 1]), (["y", "", "x", "?", "d"], [0]),
    ] as [([String], Set<Int>)]) func `each key does what the help says`(keys: [String], picked: Set<Int>)
  { #expect(pick(keys).picked == picked) }

  @Test func `q and the end of the input end the import, and a change that is shown again says what was decided`() {
    let (picked, lines) = pick(["y", "k", "q"])
    #expect(picked == nil)
    #expect(lines.contains("change 1 of 4 (to be sent)"))
    #expect(pick(["y"]).picked == nil)
  }

  @Test func `an unknown key shows the help`() {
    let lines = pick(["x", "q"]).lines
    #expect(lines.contains("\"x\" is none of these."))
    #expect(lines.contains("q - leave; nothing is sent"))
  }
}
