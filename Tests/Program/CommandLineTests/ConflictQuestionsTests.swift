import Basics
import NStackAPI
import ReviewReports
import Testing
import TranslationReview

@testable import ReviewJournal
@testable import nstack_review

struct ConflictQuestionsTests {
  /// The questions, and what was asked and shown.
  private final class Script {
    var answers: ArraySlice<String>
    var asked: [String] = []
    var told: [String] = []

    init(_ answers: [String]) { self.answers = answers[...] }

    /// The titles of the conflicts that were shown.
    var shown: [String] { told.filter { $0.hasPrefix("conflict ") } }
  }

  /// A deletion of what is now another user's proposal, and two new proposals beside another user's.
  private static let changeset: Changeset = {
    let items = (0..<3).map { number in
      let text = TextIdentity(section: "login", key: "key\(number)", locale: "da-DK")
      let row = ReviewRow(text: text, proposal: "Hej", action: number == 0 ? "delete" : "", proposalID: 7)
      return Changeset.Item(
        row: ReturnedRow(
          place: RowPlace(fileIndex: 0, file: "sheet.csv", worksheet: nil, row: number + 2), cells: row,
          isProposalChanged: number > 0), verdict: .conflict, reason: Reason(verbatim: "It changed."),
        serverValue: "Goddag", serverProposal: Proposal(id: 9, text: text, value: "Dav", canDelete: false))
    }
    return Changeset(items: items, changes: [], counts: [.conflict: 3], files: [])
  }()

  private func questions(_ script: Script, edit: ((String) -> TextEditor.Outcome)? = nil) -> PlanQuestions {
    PlanQuestions(
      ask: {
        script.asked.append($0)
        return script.answers.popFirst()
      }, show: { script.told.append($0) }, display: ReportDisplay(width: 80, usesColor: false), edit: edit)
  }

  private func decide(_ script: Script, edit: ((String) -> TextEditor.Outcome)? = nil) -> [Int: ConflictResolution]? {
    questions(script, edit: edit).resolutions(of: ConflictRequest(keepingNothingOf: Self.changeset))
  }

  @Test func `a capital M that is not offered decides nothing, neither now nor later`() {
    let script = Script(["M", "t", "s", "s"])
    #expect(decide(script) == [0: .theirs])
    #expect(script.shown == ["conflict 1 of 3", "conflict 2 of 3", "conflict 3 of 3"])
    #expect(script.asked[0] == "[t]heirs, [e]dit, [s]kip, [q]uit; T or S for all of this kind:")
    #expect(script.asked[1] == script.asked[0])
    #expect(script.asked[2] == "[m]ine, [t]heirs, [e]dit, [s]kip, [q]uit; M, T or S for all of this kind:")
    #expect(
      script.told.contains(
        "There is no [m]ine here: the proposal to delete is no longer this profile's proposal of this text."))
  }

  @Test func `a capital decides the further conflicts of its kind`() {
    let mine = Script(["s", "M"])
    #expect(decide(mine) == [1: .mine, 2: .mine])
    #expect(mine.shown == ["conflict 1 of 3", "conflict 2 of 3"])
    let theirs = Script(["T"])
    #expect(decide(theirs) == [0: .theirs, 1: .theirs, 2: .theirs])
    let skipped = Script(["S"])
    #expect(decide(skipped) == [:])
    #expect(skipped.asked.count == 1)
  }

  @Test func `q keeps what is decided, and the end of the input ends the import`() {
    let script = Script(["t", "q"])
    #expect(decide(script) == [0: .theirs])
    #expect(script.told.last?.hasPrefix("1 conflict is decided, and 2 left as they are.") == true)
    #expect(decide(Script(["t"])) == nil)
  }

  @Test func `an edit begins with the present text, and one that proposes nothing goes back to the question`() {
    var outcomes: [TextEditor.Outcome] = [.unchanged, .edited("  "), .edited("Hejsa")]
    var texts: [String] = []
    let script = Script(["s", "e", "e", "e", "q"])
    let decisions = decide(script) { text in
      texts.append(text)
      return outcomes.removeFirst()
    }
    #expect(decisions == [1: .edited("Hejsa")])
    #expect(texts == ["Hej", "Hej", "Hej"])
    #expect(decide(Script(["e", "Linje 1\\nLinje 2", "q"])) == [0: .edited("Linje 1\nLinje 2")])
  }

  // MARK: - Sheets that disagree

  /// Two sheets that disagree about two texts.
  private var disagreeing: Changeset {
    let items = ["title", "button"].flatMap { key in
      [("a.csv", "Hej"), ("b.csv", "Goddag")].enumerated().map { index, wish in
        let text = TextIdentity(section: "login", key: key, locale: "da-DK")
        let place = RowPlace(fileIndex: index, file: wish.0, worksheet: nil, row: 2)
        var item = Changeset.Item(
          row: ReturnedRow(
            place: place, cells: ReviewRow(text: text, currentValue: "Velkommen", proposal: wish.1),
            isProposalChanged: true), verdict: .disagreement, serverValue: "Velkommen")
        item.rivals = [place]
        return item
      }
    }
    return Changeset(items: items, changes: [])
  }

  @Test func `what each sheet has is shown under its file, and a number, neither, skip or quit decides`() {
    let changeset = disagreeing
    #expect(changeset.disagreements.count == 2)
    func choices(_ answers: [String]) -> (chosen: [Int: Disagreement.Choice]?, script: Script) {
      let script = Script(answers)
      return (questions(script).choices(amongDisagreementsOf: ConflictRequest(keepingNothingOf: changeset)), script)
    }
    let (chosen, script) = choices(["x", "3", "2", "n"])
    #expect(chosen == [0: .option(1), 1: .neither])
    #expect(script.asked.first == "Send [1], [2], [n]either, [s]kip, [q]uit:")
    #expect(
      script.told.prefix(7) == [
        "", "sheets disagree, text 1 of 2", "login/title [da-DK]", "    base    Velkommen", "  [1] a.csv: row 2",
        "    sheet   [-Velkommen-]{+Hej+}", "  [2] b.csv: row 2",
      ])
    #expect(script.told.contains("\"3\" is none of these."))
    #expect(choices(["s", "1"]).chosen == [1: .option(0)])
    #expect(choices(["q"]).chosen == [:])
    #expect(choices(["1"]).chosen == nil)
  }
}
