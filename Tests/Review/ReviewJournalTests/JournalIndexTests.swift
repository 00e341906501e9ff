import Testing

@testable import ReviewJournal
@testable import TranslationReview

struct JournalIndexTests {
  let folder = TemporaryFolder()
  static let text = JournalFixture.text
  static let sheetID = "abcdefghij"

  static func file(_ path: String, _ digest: String, sheetID: String? = sheetID) -> ReturnedSheet.File {
    var file = ReturnedSheet.File(path: path, digest: digest)
    file.sheetID = sheetID
    return file
  }

  static func record(
    _ id: String, _ file: ReturnedSheet.File, _ operation: Changeset.Change.Operation, undoing other: String? = nil,
    guid: String = "g-1"
  ) -> SubmissionRecord {
    let row = ReturnedRow(
      place: RowPlace(fileIndex: 0, file: file.path, worksheet: nil, row: 2), cells: ReviewRow(text: text),
      isProposalChanged: true)
    let item = Changeset.Item(row: row, verdict: .propose)
    let changeset = Changeset(
      items: [item], changes: [Changeset.Change(text: text, operation: operation, items: [0])], counts: [.propose: 1],
      files: other == nil ? [file] : [])
    return JournalFixture.record(id: id, purpose: other.map { .undo(of: $0) } ?? .sheets, guid: guid, of: changeset)
  }

  /// One that proposed, one whose value the server altered, one that deleted, one that was never sent, one of another person,
  /// one that took the first back, and one that was cut off.
  static let works: [(record: SubmissionRecord, outcome: ChangeOutcome?, isOver: Bool)] = [
    (record("posted", file("a.csv", "01"), .propose(value: "Hej")), .applied(proposalID: 1, altered: nil), true),
    (record("altered", file("a.csv", "02"), .propose(value: "Hej ")), .applied(proposalID: 2, altered: "Hej!"), true),
    (record("deleted", file("a.csv", "03"), .delete(proposalID: 7, value: "x")), .alreadyThere, true),
    (record("unsent", file("a.csv", "04"), .propose(value: "never")), nil, true),
    (
      record("foreign", file("a.csv", "05"), .propose(value: "theirs"), guid: "g-2"),
      .applied(proposalID: 3, altered: nil), true
    ),
    (
      record("undo", file("", ""), .propose(value: "before"), undoing: "posted"), .applied(proposalID: 4, altered: nil),
      true
    ), (record("cut", file("a.csv", "06"), .propose(value: "half")), .unconfirmed(code: "x", message: ""), false),
  ]

  static func entries(_ outcome: ChangeOutcome?) -> [JournalEntry] {
    outcome.map { [.intent(change: 0, attempt: 1, time: 1), .outcome(change: 0, $0, time: 2)] } ?? []
  }

  func fill() async throws {
    let journal = try folder.open()
    for work in Self.works {
      let end = work.isOver ? [JournalEntry.ended(time: 3, isComplete: true)] : []
      try await journal.keep(work.record, Self.entries(work.outcome) + end)
    }
    journal.close()
  }

  static let values = ["Hej", "Hej ", "Hej!", "never", "theirs", "before", "half", "other"]
  static let questions: Set<OwnHistory.Question> = Set(
    values.flatMap { value in
      [
        OwnHistory.Question.posted(OwnHistory.Posting(value, text)),
        OwnHistory.Question.left(OwnHistory.Posting(value, text)),
      ]
    } + [7, 8].map { OwnHistory.Question.deleted($0) })

  /// What a history says of every value and id for a sheet in a file.
  static func answers(_ history: OwnHistory, _ file: ReturnedSheet.File) -> [Bool] {
    let row = ReturnedRow(
      place: RowPlace(fileIndex: 0, file: file.path, worksheet: nil, row: 2), cells: ReviewRow(text: text),
      isProposalChanged: true)
    return values.map { history.didPropose($0, in: row, of: [file]) }
      + [7, 8].map { history.didDelete($0, in: row, of: [file]) }
  }

  static let sheets = [
    file("a.csv", "99"), file("a.csv", "01"), file("b.csv", "99"), file("b.csv", "01"), file("b.csv", "03"),
    file("a.csv", "99", sheetID: "zzzzzzzzzz"), file("a.csv", "99", sheetID: nil),
  ]

  func indexed(_ journal: ReviewJournal, _ file: ReturnedSheet.File) throws -> [Bool] {
    var history = OwnHistory()
    try journal.add(Self.questions, to: &history) { $0.guidFingerprint == PlanIdentity.fingerprint(ofGUID: "g-1") }
    return Self.answers(history, file)
  }

  /// For each of the sheets: Hej, Hej and a space, Hej!, never, theirs, before, half, other; 7, 8.
  static let told = [
    [true, true, true, false, false, true, true, false, true, false],
    // The file that proposed Hej, as it was then.
    [false, true, true, false, false, true, true, false, true, false],
    [false, false, false, false, false, false, false, false, false, false],
    // A copy of that file, and one of the file that deleted.
    [false, false, false, false, false, true, false, false, false, false],
    [false, false, false, false, false, false, false, false, true, false],
    [false, false, false, false, false, false, false, false, false, false],
    [true, true, true, false, false, true, true, false, true, false],
  ]

  @Test(arguments: zip(sheets, told)) func `it tells what imports did for every file that comes back`(
    sheet: ReturnedSheet.File, told: [Bool]
  ) async throws {
    try await fill()
    #expect(try indexed(folder.open(), sheet) == told)
  }

  @Test func `a flipped bit hides work or is found, and never makes work of what was none`() async throws {
    try await fill()
    let whole = try indexed(folder.open(), Self.sheets[0])
    var isHidden = 0
    for bytes in TemporaryFolder.flipped(TemporaryFolder.bytes(folder.journal), step: 19, from: 3) {
      do {
        let journal = try folder.copy(bytes)
        defer { journal.close() }
        let found = try indexed(journal, Self.sheets[0])
        #expect(zip(found, whole).allSatisfy { !$0 || $1 })
        if found != whole { isHidden += 1 }
      } catch let error as JournalError { #expect([.corrupt, .unknownVersion, .unusable].contains(error.code)) }
    }
    #expect(isHidden > 0)
  }
}
