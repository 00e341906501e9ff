import Basics
import Foundation
import NStackAPI
import ReviewJournal
import Testing
import TranslationReview

/// A folder that is removed after its use, with a journal.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    let url = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var journal: String { "\(path)/j.sqlite" }

  func open(_ access: ReviewJournal.Access = .importing) throws -> ReviewJournal {
    try #require(try ReviewJournal.open(path: journal, for: access))
  }

  /// The bytes of the journal's files, as a kill would leave them.
  var files: (main: [UInt8], log: [UInt8], end: [UInt8]) {
    (Self.bytes(journal), Self.bytes(journal + "-wal"), Self.bytes(journal + ".end"))
  }

  /// Opens a journal with other bytes.
  func copy(_ main: [UInt8], log: [UInt8] = [], end: [UInt8] = []) throws -> ReviewJournal {
    let copy = "\(path)/copy"
    for (suffix, bytes) in [("-shm", []), ("-wal", log), (".end", end), ("", main)] {
      try? FileManager.default.removeItem(atPath: copy + suffix)
      if suffix.isEmpty || !bytes.isEmpty { Self.write(bytes, to: copy + suffix) }
    }
    return try #require(try ReviewJournal.open(path: copy, for: .importing))
  }

  /// The bytes with a flipped bit in every `step`th byte that is not zero.
  static func flipped(_ bytes: [UInt8], step: Int, from first: Int = 0) -> [[UInt8]] {
    let offsets = bytes.indices.filter { bytes[$0] != 0 }
    return stride(from: first, to: offsets.count, by: step).map { number in
      var copy = bytes
      copy[offsets[number]] ^= 1 << UInt8(number % 8)
      return copy
    }
  }

  static func bytes(_ path: String) -> [UInt8] { Array(FileManager.default.contents(atPath: path) ?? Data()) }

  static func write(_ bytes: [UInt8], to path: String) {
    _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
  }
}

extension ReviewJournal {
  /// Keeps an import with its steps, one by one.
  func keep(_ record: SubmissionRecord, _ entries: [JournalEntry] = [], timeout: Duration? = nil) async throws {
    let keeper = journal(ofImport: record.id, requestTimeout: timeout)
    try await keeper.begin(record)
    for entry in entries { try await keeper.append([entry]) }
  }
}

enum JournalFixture {
  static let text = TextIdentity(section: "login", key: "tit\u{301}le", locale: "da-DK")
  static let proposal = Proposal(id: 7, text: text, value: "gammel", canDelete: true)

  /// A plan of two changes, one of them a delete.
  static let changeset: Changeset = {
    let row = ReturnedRow(
      place: RowPlace(fileIndex: 0, file: "sheet.xlsx", worksheet: "Review", row: 2),
      cells: ReviewRow(text: text, currentValue: "Velkommen", proposal: "Hej\r\nmed jer", note: "n\u{0}t"),
      isProposalChanged: true)
    let item = Changeset.Item(
      row: row, verdict: .propose, notes: [Reason("note.replaces", "gammel")], serverValue: "Velkommen",
      serverProposal: proposal)
    let changes = [
      Changeset.Change(text: text, operation: .delete(proposalID: 7, value: "gammel"), items: [0], pending: [proposal]),
      Changeset.Change(text: text, operation: .propose(value: "Hej\r\nmed jer"), items: [0], pending: [proposal]),
    ]
    return Changeset(
      items: [item], changes: changes, counts: [.propose: 1, .unchanged: 9],
      files: [ReturnedSheet.File(path: "sheet.xlsx", digest: "00ff")])
  }()

  static func record(
    id: String = "a1", purpose: SubmissionRecord.Purpose = .sheets, startedAt: Double = 1000, guid: String? = nil,
    paths: [String]? = nil, of changeset: Changeset = changeset
  ) -> SubmissionRecord {
    SubmissionRecord(
      id: id, identity: PlanIdentity(text: "p-\(id)"), purpose: purpose, startedAt: startedAt, scope: TextHash("scope"),
      guidFingerprint: guid.map { PlanIdentity.fingerprint(ofGUID: $0) }, paths: paths, allowsDelete: true,
      changeset: changeset)
  }

  static let reading = JournalEntry.reading(
    time: 1062,
    listed: [
      Proposal(
        id: 11, text: TextIdentity(section: "login", key: "title", locale: "da-DK"), value: "Goddag", canDelete: false)
    ])
  static let ended = JournalEntry.ended(time: 1080, isComplete: true)

  static let entries: [JournalEntry] = [
    .intent(change: 0, attempt: 1, time: 1001),
    .outcome(change: 0, .unconfirmed(code: "net.timeout", message: "no answer"), time: 1061), reading,
    .outcome(change: 0, .applied(proposalID: 7, altered: nil), time: 1063),
    .intent(change: 1, attempt: 1, time: 1064, moment: SystemMoment(boot: "b-1", sinceBoot: .seconds(12.25))),
    .outcome(change: 1, .applied(proposalID: 9, altered: "Hej"), time: 1065),
    .outcome(change: 1, .overridden(seen: "Hejsa"), time: 1066),
    .outcome(change: 1, .refused(code: "api.rejected", message: "nej"), time: 1067),
    .outcome(change: 1, .conflict(Reason(verbatim: "moved")), time: 1068),
    .outcome(change: 1, .alreadyThere, time: 1069),
    .outcome(change: 1, .failed(code: "net.tls", message: "x"), time: 1070),
    .outcome(change: 1, .notAttempted(Reason(verbatim: "y")), time: 1071), .ended(time: 1072, isComplete: false),
  ]
}
