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

  @Test func `a key that is not offered decides nothing, neither now nor later`() {
    let script = Script(["y", "a", "n", "j", "j"])
    #expect(decide(script) == [0: .server])
    #expect(script.shown == ["conflict 1 of 3", "conflict 2 of 3", "conflict 3 of 3"])
    #expect(script.asked.prefix(3) == ArraySlice(repeating: "Keep the server's [n,e,d,k,j,q,?]?", count: 3))
    #expect(script.asked[3] == "Send the sheet's text [y,n,e,a,d,k,j,q,?]?")
    #expect(script.told.contains("\"y\" is none of these."))
    #expect(
      script.told.contains(
        "This profile no longer has the proposal that the sheet asks to delete, so the sheet's choice cannot be sent."))
  }

  @Test func `a and d decide the further conflicts of their kind, and k goes back`() {
    let sheet = Script(["j", "a"])
    #expect(decide(sheet) == [1: .sheet, 2: .sheet])
    #expect(sheet.shown == ["conflict 1 of 3", "conflict 2 of 3"])
    #expect(decide(Script(["d"])) == [0: .server, 1: .server, 2: .server])
    let back = Script(["j", "n", "k", "y", "j"])
    #expect(decide(back) == [1: .sheet])
    #expect(back.shown.suffix(2) == ["conflict 2 of 3 (server)", "conflict 3 of 3"])
  }

  @Test func `q and the end of the input end the import, and what is not decided is left`() {
    #expect(decide(Script(["n", "q"])) == nil)
    #expect(decide(Script(["n"])) == nil)
    let script = Script(["n", "j", "j"])
    #expect(decide(script) == [0: .server])
    #expect(script.told.last?.hasPrefix("1 conflict is decided, and 2 left as they are.") == true)
  }

  @Test func `an edit begins with the present text, and one that proposes nothing goes back to the question`() {
    var outcomes: [TextEditor.Outcome] = [.unchanged, .edited("  "), .edited("Hejsa")]
    var texts: [String] = []
    let script = Script(["j", "e", "e", "e", "j"])
    let decisions = decide(script) { text in
      texts.append(text)
      return outcomes.removeFirst()
    }
    #expect(decisions == [1: .edited("Hejsa")])
    #expect(texts == ["Hej", "Hej", "Hej"])
    #expect(decide(Script(["e", "Linje 1\\nLinje 2", "j", "j"])) == [0: .edited("Linje 1\nLinje 2")])
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

  @Test func `what each sheet has is shown under its file, and a number or n decides`() {
    let changeset = disagreeing
    #expect(changeset.disagreements.count == 2)
    func choices(_ answers: [String]) -> (chosen: [Int: Disagreement.Choice]?, script: Script) {
      let script = Script(answers)
      return (questions(script).choices(amongDisagreementsOf: ConflictRequest(keepingNothingOf: changeset)), script)
    }
    let (chosen, script) = choices(["x", "3", "2", "n"])
    #expect(chosen == [0: .option(1), 1: .neither])
    #expect(script.asked.first == "Send which [1,2,n,d,k,j,q,?]?")
    #expect(
      script.told.prefix(7) == [
        "", "sheets disagree, text 1 of 2", "login/title [da-DK]", "    base    Velkommen", "  [1] a.csv: row 2",
        "    sheet   [-Velkommen-]{+Hej+}", "  [2] b.csv: row 2",
      ])
    #expect(script.told.contains("\"3\" is none of these."))
    #expect(choices(["j", "1"]).chosen == [1: .option(0)])
    #expect(choices(["d"]).chosen == [0: .neither, 1: .neither])
    #expect(choices(["1", "q"]).chosen == nil)
    #expect(choices(["1"]).chosen == nil)
  }
}
