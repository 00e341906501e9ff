import Basics
import Foundation
import NStackAPI
import Testing
import TranslationReview

@testable import ReviewJournal

struct KeptPlanTests {
  let folder = TemporaryFolder()

  /// A plan with a row that a program changed, beside hidden cells of another row, with a note and a finding.
  func record(id: String = "a1", guid: String = "g-1") -> SubmissionRecord {
    let place = RowPlace(fileIndex: 0, file: "sheet.xlsx", worksheet: "Review", row: 2, author: "Anna Holm")
    var cells = ReviewRow(
      text: JournalFixture.text, sourceValue: "Welcome", currentValue: "Velkommen", proposal: "TRUE")
    cells.context = TextContext(description: "A greeting", screenshot: "a.png", maximumLength: 40)
    cells.placeholders = ["{name}"]
    cells.shownStatus = "translated"
    let row = ReturnedRow(
      place: place, cells: cells, proposalForm: .uncertain("the truth value TRUE"),
      damage: [
        ReturnedRow.Damage(column: .currentValue, found: "Hej\nigen"),
        ReturnedRow.Damage(column: .proposal, found: "Hallo", header: "Danish (new)"),
      ], isProposalChanged: false, isProposalUnknown: true, misplacement: "the cells moved", isBaseFoundElsewhere: true)
    let item = Changeset.Item(row: row, verdict: .refused, reason: Reason("row.uncertainCell", "the truth value TRUE"))
    let changeset = Changeset(
      items: [item],
      changes: [Changeset.Change(text: JournalFixture.text, operation: .propose(value: "Hej"), items: [0])],
      counts: [.refused: 1], files: [ReturnedSheet.File(path: "sheet.xlsx", digest: "00ff")],
      diagnostics: [
        Diagnostic(
          code: Diagnostic.Code(rawValue: "sheet.x"), severity: .warning, place: place, column: "Proposal",
          message: "look"), Diagnostic(code: Diagnostic.Code(rawValue: "sheet.y"), severity: .info, message: "all"),
      ],
      notes: [
        ReturnedSheet.Note(place: place, text: JournalFixture.text, note: "ask"),
        ReturnedSheet.Note(
          place: RowPlace(fileIndex: 1, file: "the review page", worksheet: nil, row: 3), text: JournalFixture.text,
          note: "As agreed"),
      ], foreignFiles: [ReturnedSheet.ForeignFile(path: "prices.csv", message: "no header")])
    return SubmissionRecord(
      id: id, identity: PlanIdentity(text: id), startedAt: 1000, scope: TextHash("scope"),
      guidMark: PlanIdentity.mark(ofGUID: guid), paths: ["/home/somebody/sheet.xlsx"], allowsDelete: false,
      changeset: changeset)
  }

  @Test("all that results are made from comes back: how the cell was typed, which hidden cells it has, notes")
  func whole() async throws {
    let journal = try folder.open()
    try await journal.keep(record())
    let kept = try journal.record(ofImport: "a1").record
    let (row, original) = (kept.changeset.items[0].row, record().changeset.items[0].row)
    #expect(row.proposalForm == original.proposalForm)
    #expect(
      kept.changeset.items[0].message
        == "The proposal's cell holds the truth value TRUE, so the intended text is not certain. Format the cell as text "
        + "and type the proposal again.")
    #expect(row.isBaseFoundElsewhere)
    #expect(row.isProposalUnknown && !row.isProposalChanged)
    #expect(row.cells == original.cells)
    #expect(row.damage.map(\.found) == ["Hej\nigen", "Hallo"] && row.damage == original.damage)
    #expect(row.misplacement == "the cells moved" && row.shownStatus == "translated")
    #expect([row.place.author, kept.changeset.notes[0].place.author] == ["Anna Holm", "Anna Holm"])
    #expect(try journal.imports().map(\.authors) == [["Anna Holm"]])
    #expect(kept.changeset.notes.map(\.note) == ["ask", "As agreed"])
    #expect(kept.changeset.notes[1].place.file == "the review page")
    #expect(kept.changeset.diagnostics.map(\.code.rawValue) == ["sheet.x", "sheet.y"])
    #expect(kept.changeset.foreignFiles == record().changeset.foreignFiles)
    #expect(try journal.imports().map(\.foreignFiles) == [record().changeset.foreignFiles])
    #expect(kept.changeset.diagnostics.map(\.column) == ["Proposal", nil])
    #expect(kept.guidMark == PlanIdentity.mark(ofGUID: "g-1"))
    let places = [row.place.file, kept.changeset.files[0].path, kept.changeset.notes[0].place.file]
    #expect(places + (kept.paths ?? []) == [String](repeating: "/home/somebody/sheet.xlsx", count: 4))
    let summary = try #require(try journal.imports().first)
    #expect(summary.guidMark == kept.guidMark)
  }

  @Test func `a row of an exchange format is kept with its format and its state`() throws {
    let row = ReturnedRow(
      place: RowPlace(fileIndex: 0, file: "r.xlf", worksheet: nil, row: 3),
      cells: ReviewRow(text: TextIdentity(section: "s", key: "k", locale: "da-DK"), proposal: "draft"),
      isProposalChanged: true, exchange: ExchangeRecord(format: .xliff, unfinished: "the state \"new\""),
      isSuggestionNoted: true)
    let item = Changeset.Item(row: row, verdict: .skipped)
    let kept = try JSONDecoder().decode(Changeset.Item.self, from: try JSONEncoder().encode(item))
    #expect(kept.row == row)
    #expect(kept.row.intent == RowIntent.skip)
  }

  @Test func `how long a call in doubt may still be carried out is kept with the call`() async throws {
    let journal = try folder.open()
    let keeper = journal.journal(ofImport: "a1", requestTimeout: .seconds(60))
    try await keeper.begin(record())
    try await keeper.append([.intent(change: 0, attempt: 1, time: 1001)])
    #expect(try journal.imports().first?.timeoutInDoubt == .seconds(60))
    let later = journal.journal(ofImport: "a1", requestTimeout: .seconds(5))
    try await later.append([.intent(change: 0, attempt: 2, time: 1100)])
    #expect(try journal.imports().first?.timeoutInDoubt == .seconds(5))
    try await later.append([.outcome(change: 0, .applied(proposalID: 1, altered: nil), time: 1101)])
    #expect(try journal.imports().first?.timeoutInDoubt == nil)
  }

  @Test func `the texts that other imports of the same person called about later are known`() async throws {
    let journal = try folder.open()
    let intent = { (time: Double) in JournalEntry.intent(change: 0, attempt: 1, time: time) }
    let applied = ChangeOutcome.applied(proposalID: 1, altered: nil)
    try await journal.keep(record(id: "first"), [intent(1001)])
    try await journal.keep(
      record(id: "refused"), [intent(1005), .outcome(change: 0, .refused(code: "x", message: ""), time: 1006)])
    try await journal.keep(record(id: "foreign", guid: "g-2"), [intent(1007)])
    #expect(try journal.texts(touchedAfterImport: "first").isEmpty)
    try await journal.keep(record(id: "second"), [intent(1010), .outcome(change: 0, applied, time: 1011)])
    #expect(try journal.texts(touchedAfterImport: "first") == [JournalFixture.text])
    #expect(try journal.texts(touchedAfterImport: "second").isEmpty)
    // A later import counts though the calendar was set back.
    try await journal.keep(record(id: "third"), [intent(10), .outcome(change: 0, applied, time: 11)])
    #expect(try journal.texts(touchedAfterImport: "second") == [JournalFixture.text])
    #expect(throws: JournalError.self) { try journal.texts(touchedAfterImport: "none") }
  }
}
