import NStackAPI
import ReviewJournal
import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder that is gone after its use.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("\(String(cString: getenv("TMPDIR") ?? strdup("/tmp")))/nstack-journal.XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress, let made = mkdtemp(base) else { return "/nowhere" }
      return String(cString: made)
    }
  }

  deinit {
    for name in ["j.sqlite", "copy"] {
      for suffix in ["", "-wal", "-shm", ".lock", ".new", ".mark"] { unlink("\(path)/\(name)\(suffix)") }
    }
    rmdir(path)
  }

  var journal: String { "\(path)/j.sqlite" }

  static func bytes(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }

  static func remove(_ path: String) {
    unlink(path)
  }

  static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }
}

enum JournalFixture {
  static let text = TextIdentity(section: "login", key: "tit\u{301}le", locale: "da-DK")
  static let proposal = Proposal(id: 7, text: text, value: "gammel", canDelete: true)

  /// A plan of two changes, one of them a delete.
  static func record(id: String = "a1", files: [String] = ["sheet.xlsx"]) -> SubmissionRecord {
    let row = ReturnedRow(
      place: RowPlace(fileIndex: 0, file: "sheet.xlsx", worksheet: "Review", row: 2),
      cells: ReviewRow(text: text, currentValue: "Velkommen", proposal: "Hej\r\nmed jer", note: "n\u{0}t"),
      isProposalChanged: true)
    let item = Changeset.Item(
      restoring: row, verdict: .propose, message: "", notes: ["a note"], serverValue: "Velkommen",
      serverProposal: proposal)
    let changes = [
      Changeset.Change(
        text: text, operation: .delete(proposalID: 7, value: "gammel"), items: [0], pending: [proposal]),
      Changeset.Change(text: text, operation: .propose(value: "Hej\r\nmed jer"), items: [0], pending: [proposal]),
    ]
    let changeset = Changeset(
      restoring: [item], changes: changes, counts: [.propose: 1, .unchanged: 9],
      files: files.map { ReturnedSheet.File(path: $0, digest: "00ff") })
    return SubmissionRecord(
      id: id, identity: PlanIdentity(text: "p-\(id)"), startedAt: 1000, scope: TextHash("scope"), allowsDelete: true,
      changeset: changeset)
  }

  static let reading = JournalEntry.reading(
    time: 1062,
    listed: [
      Proposal(
        id: 11, text: TextIdentity(section: "login", key: "title", locale: "da-DK"), value: "Goddag", canDelete: false)
    ])

  static let entries: [JournalEntry] = [
    .intent(change: 0, attempt: 1, time: 1001),
    .outcome(change: 0, .inDoubt(code: "net.timeout", message: "no answer"), time: 1061), reading,
    .outcome(change: 0, .applied(proposalID: 7, altered: nil), time: 1063),
    .intent(change: 1, attempt: 1, time: 1064, moment: SystemMoment(boot: "b-1", sinceBoot: .seconds(12.25))),
    .outcome(change: 1, .applied(proposalID: 9, altered: "Hej"), time: 1065),
    .outcome(change: 1, .overridden(seen: "Hejsa"), time: 1066),
    .outcome(change: 1, .refused(code: "api.rejected", message: "nej"), time: 1067),
    .outcome(change: 1, .conflict(message: "moved"), time: 1068), .outcome(change: 1, .alreadyThere, time: 1069),
    .outcome(change: 1, .failed(code: "net.tls", message: "x"), time: 1070),
    .outcome(change: 1, .notAttempted(reason: "y"), time: 1071), .ended(time: 1072, isComplete: false),
  ]
}
