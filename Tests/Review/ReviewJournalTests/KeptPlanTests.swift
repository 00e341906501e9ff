import Basics
import Foundation
import NStackAPI
import Testing
import TranslationReview

@testable import ReviewJournal

struct KeptPlanTests {
  let folder = TemporaryFolder()

  /// A plan with a row that a program changed, beside hidden cells of another row, with a note and a finding.
  func record(id: String = "a1", guid: String = "g-1", file: String = "sheet.xlsx") -> SubmissionRecord {
    let place = RowPlace(fileIndex: 0, file: file, worksheet: "Review", row: 2, author: "Anna Holm")
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
    return JournalFixture.record(id: id, guid: guid, paths: ["/home/somebody/sheet.xlsx"], of: changeset)
  }

  @Test("all that results are made from comes back: how the cell was typed, which hidden cells it has, notes")
  func whole() async throws {
    let journal = try folder.open()
    try await journal.keep(record())
    let kept = try journal.record(ofImport: "a1").record
    let expected = record(file: "/home/somebody/sheet.xlsx").changeset
    #expect(kept.changeset.items.map(\.row) == expected.items.map(\.row))
    #expect(kept.changeset.items.map(\.reason) == expected.items.map(\.reason))
    #expect(kept.changeset.notes == expected.notes)
    #expect(kept.changeset.diagnostics.map(\.code) == expected.diagnostics.map(\.code))
    #expect(kept.changeset.diagnostics.map(\.column) == ["Proposal", nil])
    #expect(kept.changeset.foreignFiles == expected.foreignFiles)
    #expect(kept.changeset.files.map(\.path) == kept.paths && kept.paths == ["/home/somebody/sheet.xlsx"])
    #expect(kept.guidFingerprint == PlanIdentity.fingerprint(ofGUID: "g-1"))
    let summary = try #require(try journal.imports().first)
    #expect(summary.guidFingerprint == kept.guidFingerprint && summary.authors == ["Anna Holm"])
    #expect(summary.foreignFiles == expected.foreignFiles)
  }

  @Test func `a row of an exchange format is kept with its format and its state`() throws {
    let row = ReturnedRow(
      place: RowPlace(fileIndex: 0, file: "r.xlf", worksheet: nil, row: 3),
      cells: ReviewRow(text: TextIdentity(section: "s", key: "k", locale: "da-DK"), proposal: "draft"),
      isProposalChanged: true, exchange: ExchangeRecord(format: .xliff, unfinished: "the state \"new\""),
      isSuggestionNoted: true)
    let item = Changeset.Item(row: row, verdict: .skipped)
    let kept = try JSONDecoder().decode(Changeset.Item.self, from: JSONEncoder().encode(item))
    #expect(kept.row == row)
    #expect(kept.row.intent == RowIntent.skip)
  }

  @Test func `how long an unconfirmed call may still be carried out is kept with the call`() async throws {
    let journal = try folder.open()
    let keeper = journal.journal(ofImport: "a1", requestTimeout: .seconds(60))
    try await keeper.begin(record())
    try await keeper.append([.intent(change: 0, attempt: 1, time: 1001)])
    #expect(try journal.imports().first?.unconfirmedTimeout == .seconds(60))
    let later = journal.journal(ofImport: "a1", requestTimeout: .seconds(5))
    try await later.append([.intent(change: 0, attempt: 2, time: 1100)])
    #expect(try journal.imports().first?.unconfirmedTimeout == .seconds(5))
    try await later.append([.outcome(change: 0, .applied(proposalID: 1, altered: nil), time: 1101)])
    #expect(try journal.imports().first?.unconfirmedTimeout == nil)
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
