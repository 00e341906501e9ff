import Basics
import Foundation
import NStackAPI
import ReviewJournal
import Synchronization
import Testing
import TranslationReview

@testable import ReviewPage

/// The file that keeps drafts from run to run.
struct DraftFileTests {
  private let folder = TemporaryFolder()
  private static let scope = SheetScope(applicationID: "app", platform: "mobile", origin: "https://nstack.io")

  /// A file of drafts, and what it must hold.
  private struct Kept {
    let file: DraftFile
    var book = DraftBook()

    init(
      in folder: TemporaryFolder, most: Int = DraftFile.most,
      rewrite: @escaping @Sendable (String, String) throws -> Void = { try PlainFile.write($0, to: $1) },
      sync: @escaping @Sendable (Int32) -> Int32 = { fsync($0) }
    ) throws {
      file = try DraftFile(in: folder.path, scope, profile: "default", most: most, rewrite: rewrite, sync: sync)
    }

    /// Keeps steps as the review does.
    mutating func append(_ steps: [DraftStep]) throws {
      for step in steps { book.apply(step) }
      try file.append(steps, leadingTo: book)
    }

    mutating func append(_ value: String, for key: String) throws { try append([.drafted(draft(value, for: key))]) }

    var bytes: Data { FileManager.default.contents(atPath: file.path) ?? Data() }
  }

  private static func draft(_ value: String, for key: String, origin: Draft.SheetRow? = nil) throws -> Draft {
    Draft(
      text: TextIdentity(section: "s", key: key, locale: "da-DK"), request: .propose(ExactText(value)),
      base: try #require(RowBase(text: "v1.abcdefghij.abcdefghij.abcdefghij...")), seenCurrent: "now",
      seenProposal: nil, origin: origin)
  }

  /// Reads the drafts as the next run does.
  private static func read(_ folder: TemporaryFolder) throws -> (book: DraftBook, remark: String?) {
    try Kept(in: folder).file.read()
  }

  @Test func `drafts, what was cleared and what was left out are read back, byte by byte`() throws {
    let left = TextIdentity(section: "s", key: "left", locale: "da-DK")
    let book: DraftBook
    do {
      var kept = try Kept(in: folder)
      let origin = Draft.SheetRow(
        place: RowPlace(fileIndex: 0, file: "a \"b\".csv", worksheet: nil, row: 7, locale: "da-DK", author: "Bo"),
        note: "n\nm", path: "/a.csv", asked: "x")
      let withdrawal = Draft(
        text: TextIdentity(section: "s", key: "gone", locale: "ar"),
        request: .withdraw(proposalID: 12, value: ExactText("x")), base: try Self.draft("", for: "").base,
        seenCurrent: "", seenProposal: "x", origin: nil)
      try kept.append([.drafted(Self.draft("one", for: "a")), .drafted(withdrawal)])
      try kept.append([.drafted(Self.draft("cafe\u{301} \u{202E}\u{0}\n", for: "b", origin: origin))])
      try kept.append([.cleared(TextIdentity(section: "s", key: "a", locale: "da-DK"))])
      try kept.append([.left(left, asked: "no")])
      book = kept.book
      #expect(
        try FileManager.default.attributesOfItem(atPath: kept.file.path)[.posixPermissions] as? Int == 0o600,
        "only the user can read the drafts")
    }
    let read = try Self.read(folder).book
    #expect(read.inOrder.map(\.text.key) == ["gone", "b"])
    #expect(read.inOrder.map(\.request) == book.inOrder.map(\.request))
    #expect(read.inOrder[0].seenProposal == "x")
    #expect(read.inOrder[1].origin?.place.row == 7 && read.inOrder[1].origin?.place.author == "Bo")
    #expect(read.inOrder[1].origin?.note == "n\nm")
    #expect(read.inOrder[1].base == book.inOrder[1].base)
    #expect(read.left == [left: ["no"]])
  }

  @Test func `what was left out stays so while the page has another draft, and not once the row's draft is back`()
    throws
  {
    let row = Draft.SheetRow(
      place: RowPlace(fileIndex: 0, file: "a.csv", worksheet: nil, row: 2), note: "", path: "/a.csv", asked: "w")
    let (own, rows) = (try Self.draft("own", for: "a"), try Self.draft("w", for: "a", origin: row))
    var book = DraftBook()
    for step in [DraftStep.drafted(rows), .left(own.text, asked: "w"), .drafted(own)] { book.apply(step) }
    book = book.steps.reduce(into: DraftBook()) { $0.apply($1) }
    #expect(book.left == [own.text: ["w"]])
    #expect(book.drafts[own.text]?.request == own.request)
    book.apply(.drafted(rows))
    #expect(book.left.isEmpty)
  }

  /// Keeps three drafts, changes the bytes of their file, and reads it as the next run does. The run after that must find
  /// the same drafts, one more of its own, and nothing to remark.
  private func reading(_ change: (Data) -> Data, _ what: String) throws -> (drafts: [String], remark: String?) {
    let folder = TemporaryFolder()
    let path: String
    do {
      var kept = try Kept(in: folder)
      path = kept.file.path
      for key in all { try kept.append("v", for: key) }
    }
    try change(Data(contentsOf: URL(fileURLWithPath: path))).write(to: URL(fileURLWithPath: path))
    let read: (book: DraftBook, remark: String?)
    do {
      var kept = try Kept(in: folder)
      let found = try kept.file.read()
      kept.book = found.book
      try kept.append("after", for: "z")
      read = (kept.book, found.remark)
    }
    let again = try Self.read(folder)
    #expect(again.remark == nil, "\(what): reported once")
    #expect(
      again.book.inOrder.map(\.text.key) == read.book.inOrder.map(\.text.key), "\(what): the next draft is kept too")
    return (read.book.inOrder.map(\.text.key).dropLast(), read.remark)
  }

  /// The drafts before any damage.
  private let all = ["a", "b", "c"]

  @Test("a file that was cut off anywhere, also between two lines, has every draft before the cut, and says so")
  func cutOff() throws {
    let whole = try written()
    let ends = whole.indices.filter { whole[$0] == 0x0A }
    #expect(ends.count == 5)
    for size in 0..<whole.count {
      let read = try reading({ $0.prefix(size) }, "\(size)")
      // A line that lacks only its end is whole.
      #expect(read.drafts.count == max(0, ends.dropLast().count { $0 <= size } - 1), "\(size)")
      #expect(read.remark?.contains("damaged") == true, "\(size)")
    }
  }

  @Test(arguments: [0x01, 0x20, 0x80])
  func `of a file with any byte changed, every draft is there or is said to be missing`(bits: UInt8) throws {
    let whole = try written()
    for place in whole.indices {
      let read = try reading(
        { data in
          var data = data
          data[place] ^= bits
          return data
        }, "\(place)")
      #expect(read.remark?.contains("damaged") == true, "\(place)")
      #expect(all.count - read.drafts.count <= 2, "\(place)")
      #expect(place < whole.count - 2 || read.drafts == all, "\(place): a changed end of a line loses nothing")
    }
  }

  @Test func `other damage is said too, and costs no line that is whole`() throws {
    let cases: [(String, [String], (Data) -> Data)] = [
      ("a tail of zeros", all, { $0 + Data(count: 4_096) }),
      ("zeros in the place of the last line", ["a", "b"], { $0.dropLast(40) + Data(count: 40) }),
      ("nothing but zeros", [], { Data(count: $0.count) }),
      ("line ends of Windows", all, { Data(String(decoding: $0, as: UTF8.self).replacing("\n", with: "\r\n").utf8) }),
      ("no header", all, { Data($0[($0.firstIndex(of: 0x0A).map { $0 + 1 } ?? 0)...]) }),
      ("another text", [], { _ in Data("not drafts\n".utf8) }), ("the file twice", all, { $0 + $0 }),
      ("an empty line after the last", all, { $0 + [0x0A] }),
    ]
    for (what, drafts, change) in cases {
      let read = try reading(change, what)
      #expect(read.drafts == drafts, "\(what)")
      #expect(read.remark?.contains("damaged") == true, "\(what)")
    }
  }

  @Test func `a line that is missing as a whole is noticed, wherever it was, and so is one too many`() throws {
    let lines = try written().split(separator: 0x0A).map { Data($0) + [0x0A] }
    #expect(lines.count == 5)
    func reading(_ changed: [Data], _ what: String) throws -> (drafts: [String], remark: String?) {
      try self.reading({ _ in changed.reduce(into: Data()) { $0 += $1 } }, what)
    }
    for place in lines.indices {
      let drafts = all.enumerated().filter { $0.offset != place - 1 }.map(\.element)
      var changed = lines
      changed.remove(at: place)
      let without = try reading(changed, "\(place)")
      #expect(without.drafts == drafts)
      let what = place == 0 ? "its beginning is" : place == 4 ? "its end is" : "a line of it is"
      #expect(without.remark?.contains(": \(what) missing, and decisions may be missing with it.") == true, "\(place)")
      let twice = try reading(Array(lines[...place] + lines[place...]), "\(place) twice")
      #expect(twice.drafts == all)
      #expect(twice.remark?.contains("damaged") == true, "\(place)")
    }
  }

  /// The bytes of a file of three drafts.
  private func written() throws -> Data {
    var bytes = Data()
    _ = try reading(
      { data in
        bytes = data
        return data
      }, "unchanged")
    return bytes
  }

  @Test func `damage names the number of lines, and the damaged file is kept`() throws {
    var kept = try Kept(in: folder)
    let file = kept.file
    try kept.append("one", for: "a")
    try kept.append("two", for: "b")
    let text = try String(contentsOfFile: file.path, encoding: .utf8).replacing("\"one\"", with: "\"uno\"")
    try text.write(toFile: file.path, atomically: true, encoding: .utf8)
    let read = try file.read()
    #expect(read.book.inOrder.map(\.text.key) == ["b"])
    #expect(
      read.remark
        == "The file of drafts was damaged: 1 of its 3 lines cannot be read, and what was decided there is left out. "
        + "Drafts that you changed or discarded may be back, so look at the drafts before you send them. The damaged "
        + "file is kept as \(file.path).aside-1.")
    #expect(try String(contentsOfFile: file.path + ".aside-1", encoding: .utf8) == text)
    #expect(try file.read().remark == nil)
  }

  @Test(arguments: [3, 5]) func `a file of another version is refused, and stays as it is`(version: Int) throws {
    var kept = try Kept(in: folder)
    let file = kept.file
    try kept.append("one", for: "a")
    let lines = try String(contentsOfFile: file.path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let header = lines[0].split(separator: " ", maxSplits: 1)[1].replacing(
      "\"drafts\":4", with: "\"drafts\":\(version)")
    let text = (["\(TextHash(String(header)).text) \(header)"] + lines.dropFirst()).joined(separator: "\n")
    try text.write(toFile: file.path, atomically: true, encoding: .utf8)
    let error = #expect(throws: ReviewPageError.self) { try file.read() }
    #expect(error?.code == .otherDrafts)
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
  }

  // MARK: - Changes while the review is open

  @Test(
    "if another process took the drafts after the lock was removed, a step is refused, and later none of them is lost")
  func stolenLock() throws {
    var kept = try Kept(in: folder)
    let file = kept.file
    try kept.append("one", for: "a")
    try FileManager.default.removeItem(atPath: file.path + ".lock")
    do {
      var other = try Kept(in: folder)
      other.book = try other.file.read().book
      try other.append("two", for: "b")
      let error = #expect(throws: ReviewPageError.self) { try file.append(kept.book.steps, leadingTo: kept.book) }
      #expect(error?.code == .draftsLocked)
      other.file.release()
    }
    let step = DraftStep.drafted(try Self.draft("three", for: "c"))
    kept.book.apply(step)
    #expect(try file.append([step], leadingTo: kept.book)?.contains(".aside-1") == true)
    #expect(try file.read().book.inOrder.map(\.text.key) == ["a", "c"])
    try FileManager.default.removeItem(atPath: file.path)
    try FileManager.default.moveItem(atPath: file.path + ".aside-1", toPath: file.path)
    #expect(try file.read().book.inOrder.map(\.text.key) == ["a", "b"])
  }

  @Test func `another application, platform or profile has drafts of its own`() throws {
    var kept = try Kept(in: folder)
    try kept.append("one", for: "a")
    for (application, platform, origin, profile) in [
      ("other", "mobile", "https://nstack.io", "default"), ("app", "web", "https://nstack.io", "default"),
      ("app", "mobile", "https://other.example", "default"), ("app", "mobile", "https://nstack.io", "staging"),
    ] {
      let scope = SheetScope(applicationID: application, platform: platform, origin: origin)
      let other = try DraftFile(in: folder.path, scope, profile: profile)
      #expect(try other.read().book.drafts.isEmpty)
      // A file that was copied from another application is refused.
      try FileManager.default.copyItem(atPath: kept.file.path, toPath: other.path)
      let error = #expect(throws: ReviewPageError.self) { _ = try other.read() }
      #expect(error?.code == .otherDrafts)
    }
  }

  @Test func `one process at a time has the drafts, and the next one may take them`() throws {
    let first = try Kept(in: folder)
    let error = #expect(throws: ReviewPageError.self) { _ = try Kept(in: folder) }
    #expect(error?.code == .draftsLocked)
    #expect(error?.message.contains("(process \(getpid()))") == true)
    first.file.release()
    _ = try Kept(in: folder)
  }

  // MARK: - Long files, and failures

  @Test(arguments: [false, true])
  func `a file of many changes becomes short again, and means the same whether or not it can`(isFull: Bool) throws {
    let attempts = Mutex(0)
    var kept = try Kept(
      in: folder,
      rewrite: { text, path in
        let number = attempts.withLock { attempts in
          attempts += 1
          return attempts
        }
        guard number == 1 || !isFull else { throw POSIXError(.ENOSPC) }
        try PlainFile.write(text, to: path)
      })
    let long = String(repeating: "x", count: 200_000)
    for number in 0..<40 {
      try kept.append("\(number)\(long)", for: "a")
      #expect(isFull || kept.bytes.count < 3_000_000)
    }
    #expect(try kept.file.read().book.inOrder.map(\.request) == [.propose(ExactText("39\(long)"))])
    // Every attempt writes the whole file: 8 MB are not worth one attempt for each draft.
    #expect(!isFull || (2...4).contains(attempts.withLock(\.self)))
  }

  @Test func `the file never becomes longer than it can be read: changes are removed, and a long draft is refused`()
    throws
  {
    var kept = try Kept(in: folder, most: 2_000)
    for number in 0..<40 {
      try kept.append("\(number)", for: "a")
      #expect(kept.bytes.count <= 2_000)
    }
    var longer = kept.book
    longer.apply(.drafted(try Self.draft(String(repeating: "x", count: 2_000), for: "b")))
    let error = #expect(throws: ReviewPageError.self) { try kept.file.append(longer.steps, leadingTo: longer) }
    #expect(error?.code == .draftsUnwritten)
    #expect(error?.message.contains("larger than 2000 bytes") == true)
    #expect(try kept.file.read().book.inOrder.map(\.request) == [.propose(ExactText("39"))])
  }

  @Test func `if the file of drafts cannot be opened, that is an error`() throws {
    var kept = try Kept(in: folder)
    try FileManager.default.createDirectory(atPath: kept.file.path, withIntermediateDirectories: true)
    let error = #expect(throws: ReviewPageError.self) { try kept.append("one", for: "a") }
    #expect(error?.code == .draftsUnwritten)
  }

  @Test(arguments: [0, 1]) func `if the disk does not accept a draft, that is an error and the file is as it was`(
    drafts: Int
  ) throws {
    let fails = Mutex(false)
    var kept = try Kept(
      in: folder,
      rewrite: { text, path in
        guard !fails.withLock(\.self) else { throw POSIXError(.EIO) }
        try PlainFile.write(text, to: path)
      },
      sync: { _ in
        errno = EIO
        return fails.withLock(\.self) ? -1 : 0
      })
    for _ in 0..<drafts { try kept.append("one", for: "a") }
    let (before, book) = (kept.bytes, kept.book)
    fails.withLock { $0 = true }
    let error = #expect(throws: ReviewPageError.self) { try kept.append("two", for: "b") }
    #expect(error?.code == .draftsUnwritten)
    #expect(kept.bytes == before)
    fails.withLock { $0 = false }
    kept.book = book
    try kept.append("three", for: "c")
    #expect(try kept.file.read().book.inOrder.map(\.text.key) == (drafts == 0 ? ["c"] : ["a", "c"]))
  }
}

/// A folder that is removed after its use.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)").path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
