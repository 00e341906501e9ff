import Basics
import Foundation
import NStackAPI
import Synchronization
import Testing
import TranslationReview

@testable import ReviewPage

/// The file that keeps drafts from run to run.
@Suite("File of drafts")
struct DraftFileTests {
  private static let scope = SheetScope(applicationID: "app", platform: "mobile", origin: "https://nstack.io")

  private static func folder() throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "drafts-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private static func draft(_ value: String, for key: String, origin: Draft.SheetRow? = nil) throws -> Draft {
    Draft(
      text: TextIdentity(section: "s", key: key, locale: "da-DK"), wish: .propose(ExactText(value)),
      base: try #require(RowBase(text: "v1.abcdefghij.abcdefghij.abcdefghij...")), seenCurrent: "now",
      seenProposal: nil, origin: origin)
  }

  /// Keeps drafts as the review does.
  private static func append(_ steps: [DraftStep], to file: DraftFile, _ book: inout DraftBook) throws {
    for step in steps { book.take(step) }
    try file.append(steps, leadingTo: book)
  }

  @Test("drafts, what was cleared and what was left out are read back, byte by byte")
  func roundTrip() throws {
    let folder = try Self.folder()
    var book = DraftBook()
    let left = TextIdentity(section: "s", key: "left", locale: "da-DK")
    do {
      let file = try DraftFile(in: folder, Self.scope, profile: "default")
      let origin = Draft.SheetRow(
        file: "a \"b\".csv", worksheet: nil, row: 7, locale: "da-DK", note: "n\nm", path: "/a.csv", asked: "x")
      let withdrawal = Draft(
        text: TextIdentity(section: "s", key: "gone", locale: "ar"),
        wish: .withdraw(proposalID: 12, value: ExactText("x")),
        base: try Self.draft("", for: "").base, seenCurrent: "", seenProposal: "x", origin: nil)
      try Self.append([.drafted(try Self.draft("one", for: "a")), .drafted(withdrawal)], to: file, &book)
      try Self.append(
        [.drafted(try Self.draft("cafe\u{301} \u{202E}\u{0}\n", for: "b", origin: origin))], to: file, &book)
      try Self.append([.cleared(TextIdentity(section: "s", key: "a", locale: "da-DK"))], to: file, &book)
      try Self.append([.left(left, asked: "no")], to: file, &book)
    }
    let read = try DraftFile(in: folder, Self.scope, profile: "default").read()
    #expect(read.inOrder.map(\.text.key) == ["gone", "b"])
    #expect(read.inOrder.map(\.wish) == book.inOrder.map(\.wish))
    #expect(read.inOrder[0].seenProposal == "x")
    #expect(read.inOrder[1].wish == .propose(ExactText("cafe\u{301} \u{202E}\u{0}\n")))
    #expect(read.inOrder[1].origin?.row == 7)
    #expect(read.inOrder[1].origin?.note == "n\nm")
    #expect(read.inOrder[1].base == book.inOrder[1].base)
    #expect(read.left == [left: ["no"]])
  }

  @Test("what an earlier version left out is read as what was asked for")
  func earlierLeft() throws {
    let line = #"{"left": {"section": "s", "key": "k", "locale": "da-DK", "propose": "no"}}"#
    let step = try #require(DraftStep(try JSONValue(parsing: line)))
    var book = DraftBook()
    book.take(step)
    let text = TextIdentity(section: "s", key: "k", locale: "da-DK")
    #expect(book.left == [text: [Draft.Wish.propose(ExactText("no")).fingerprint]])
  }

  @Test("what was left out stays so while the page has another draft, and not once the row's draft is back")
  func leftBeside() throws {
    let row = Draft.SheetRow(file: "a.csv", worksheet: nil, row: 2, locale: nil, note: "", path: "/a.csv", asked: "w")
    let (own, rows) = (try Self.draft("own", for: "a"), try Self.draft("w", for: "a", origin: row))
    var book = DraftBook()
    for step in [DraftStep.drafted(rows), .left(own.text, asked: "w"), .drafted(own)] { book.take(step) }
    #expect(book.left == [own.text: ["w"]])
    #expect(book.drafts[own.text]?.wish == own.wish)
    var again = DraftBook()
    for step in book.steps { again.take(step) }
    #expect(again.left == book.left)
    #expect(again.drafts[own.text]?.wish == own.wish)
    book.take(.cleared(own.text))
    #expect(book.left == [own.text: ["w"]])
    book.take(.drafted(rows))
    #expect(book.left.isEmpty)
  }

  @Test("a file that was cut off anywhere has every draft whose line is whole")
  func tornTail() throws {
    let folder = try Self.folder()
    var book = DraftBook()
    let path: String
    do {
      let file = try DraftFile(in: folder, Self.scope, profile: "default")
      path = file.path
      for key in ["a", "b", "c"] { try Self.append([.drafted(try Self.draft("v", for: key))], to: file, &book) }
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let ends = whole.indices.filter { whole[$0] == 0x0A }
    #expect(ends.count == 4)
    for size in stride(from: 0, to: whole.count, by: 7) {
      try whole.prefix(size).write(to: URL(fileURLWithPath: path))
      let file = try DraftFile(in: folder, Self.scope, profile: "default")
      var read = try file.read()
      #expect(read.drafts.count == max(0, ends.count { $0 < size } - 1), "\(size)")
      try Self.append([.drafted(try Self.draft("after", for: "z"))], to: file, &read)
      #expect(try file.read().drafts.count == read.drafts.count, "\(size): the next draft is kept too")
    }
  }

  @Test("a line that is not as it was written is an error that names the line")
  func damage() throws {
    let folder = try Self.folder()
    var book = DraftBook()
    let file = try DraftFile(in: folder, Self.scope, profile: "default")
    try Self.append([.drafted(try Self.draft("one", for: "a"))], to: file, &book)
    try Self.append([.drafted(try Self.draft("two", for: "b"))], to: file, &book)
    let text = try String(contentsOfFile: file.path, encoding: .utf8)
    try text.replacingOccurrences(of: "\"one\"", with: "\"uno\"").write(
      toFile: file.path, atomically: true, encoding: .utf8)
    let error = #expect(throws: ReviewPageError.self) { try file.read() }
    #expect(error?.code == .draftsDamaged)
    #expect(error?.message.contains("line 2") == true)
  }

  @Test("another application, platform or profile has drafts of its own")
  func otherApplication() throws {
    let folder = try Self.folder()
    var book = DraftBook()
    let file = try DraftFile(in: folder, Self.scope, profile: "default")
    try Self.append([.drafted(try Self.draft("one", for: "a"))], to: file, &book)
    for (application, platform, origin, profile) in [
      ("other", "mobile", "https://nstack.io", "default"), ("app", "web", "https://nstack.io", "default"),
      ("app", "mobile", "https://other.example", "default"), ("app", "mobile", "https://nstack.io", "staging"),
    ] {
      let scope = SheetScope(applicationID: application, platform: platform, origin: origin)
      let other = try DraftFile(in: folder, scope, profile: profile)
      #expect(try other.read().drafts.isEmpty)
      #expect(other.path != file.path)
    }
    // A file that was copied from another application is refused.
    let scope = SheetScope(applicationID: "other", platform: "mobile", origin: "https://nstack.io")
    let other = try DraftFile(in: folder, scope, profile: "default")
    try FileManager.default.copyItem(atPath: file.path, toPath: other.path)
    let error = #expect(throws: ReviewPageError.self) { _ = try other.read() }
    #expect(error?.code == .otherDrafts)
  }

  @Test("one process at a time has the drafts, and the next one may take them")
  func lock() throws {
    let folder = try Self.folder()
    let first = try DraftFile(in: folder, Self.scope, profile: "default")
    let error = #expect(throws: ReviewPageError.self) {
      _ = try DraftFile(in: folder, Self.scope, profile: "default")
    }
    #expect(error?.code == .draftsLocked)
    #expect(error?.message.contains("(process \(getpid()))") == true)
    first.release()
    _ = try DraftFile(in: folder, Self.scope, profile: "default")
  }

  @Test("the user alone can read the drafts")
  func mode() throws {
    let folder = try Self.folder()
    var book = DraftBook()
    let file = try DraftFile(in: folder, Self.scope, profile: "default")
    try Self.append([.drafted(try Self.draft("one", for: "a"))], to: file, &book)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("a file of many changes becomes short again, and means the same")
  func shortening() throws {
    let folder = try Self.folder()
    var book = DraftBook()
    let file = try DraftFile(in: folder, Self.scope, profile: "default")
    let long = String(repeating: "x", count: 200_000)
    for number in 0..<40 {
      try Self.append([.drafted(try Self.draft("\(number)\(long)", for: "a"))], to: file, &book)
      let size = try Data(contentsOf: URL(fileURLWithPath: file.path)).count
      #expect(size < 3_000_000)
    }
    #expect(try file.read().inOrder.map(\.wish) == [.propose(ExactText("39\(long)"))])
  }

  @Test("a draft that is on the disk is kept, whether or not the file can then be made short")
  func failedShortening() throws {
    let folder = try Self.folder()
    var book = DraftBook()
    let tries = Mutex(0)
    let file = try DraftFile(in: folder, Self.scope, profile: "default") { _, _ in
      tries.withLock { $0 += 1 }
      throw POSIXError(.ENOSPC)
    }
    let long = String(repeating: "x", count: 200_000)
    for number in 0..<40 {
      try Self.append([.drafted(try Self.draft("\(number)\(long)", for: "a"))], to: file, &book)
    }
    #expect(try file.read().inOrder.map(\.wish) == [.propose(ExactText("39\(long)"))])
    // Every attempt writes the whole file: 8 MB are not worth one attempt for each draft.
    #expect((1...3).contains(tries.withLock(\.self)))
  }

  @Test("a draft that would make the file longer than it can be read is refused")
  func fullFile() throws {
    let folder = try Self.folder()
    var book = DraftBook()
    let file = try DraftFile(in: folder, Self.scope, profile: "default", most: 2_000)
    try Self.append([.drafted(try Self.draft("one", for: "a"))], to: file, &book)
    var longer = book
    longer.take(.drafted(try Self.draft(String(repeating: "x", count: 2_000), for: "b")))
    let error = #expect(throws: ReviewPageError.self) { try file.append(longer.steps, leadingTo: longer) }
    #expect(error?.code == .draftsUnwritten)
    #expect(error?.message.contains("larger than 2000 bytes") == true)
    #expect(try file.read().inOrder.map(\.wish) == book.inOrder.map(\.wish))
  }

  @Test("a file of many changes never becomes longer than it can be read, and takes the next one")
  func fullOfChanges() throws {
    let folder = try Self.folder()
    var book = DraftBook()
    let file = try DraftFile(in: folder, Self.scope, profile: "default", most: 2_000)
    for number in 0..<40 {
      try Self.append([.drafted(try Self.draft("\(number)", for: "a"))], to: file, &book)
      #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)).count <= 2_000)
    }
    #expect(try file.read().inOrder.map(\.wish) == [.propose(ExactText("39"))])
  }

  @Test("if the file of drafts cannot be opened, that is an error")
  func unwritable() throws {
    let folder = try Self.folder()
    var book = DraftBook()
    let file = try DraftFile(in: folder, Self.scope, profile: "default")
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    book.take(.drafted(try Self.draft("one", for: "a")))
    let error = #expect(throws: ReviewPageError.self) { try file.append(book.steps, leadingTo: book) }
    #expect(error?.code == .draftsUnwritten)
  }

  @Test("if the disk does not take a draft, that is an error and the file is as it was", arguments: [0, 1])
  func unsynced(drafts: Int) throws {
    let folder = try Self.folder()
    let fails = Mutex(false)
    let file = try DraftFile(
      in: folder, Self.scope, profile: "default",
      sync: { _ in
        errno = EIO
        return fails.withLock(\.self) ? -1 : 0
      })
    var book = DraftBook()
    for _ in 0..<drafts { try Self.append([.drafted(try Self.draft("one", for: "a"))], to: file, &book) }
    let before = FileManager.default.contents(atPath: file.path) ?? Data()
    fails.withLock { $0 = true }
    let step = DraftStep.drafted(try Self.draft("two", for: "b"))
    var longer = book
    longer.take(step)
    let error = #expect(throws: ReviewPageError.self) { try file.append([step], leadingTo: longer) }
    #expect(error?.code == .draftsUnwritten)
    #expect(FileManager.default.contents(atPath: file.path) == before)
    fails.withLock { $0 = false }
    try Self.append([.drafted(try Self.draft("three", for: "c"))], to: file, &book)
    #expect(try file.read().inOrder.map(\.text.key) == (drafts == 0 ? ["c"] : ["a", "c"]))
  }
}
