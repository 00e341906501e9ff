import ReviewJournal
import Testing
import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("A journal in a file")
struct ReviewJournalTests {
  let folder = TemporaryFolder()

  func open(_ access: ReviewJournal.Access = .importing) throws -> ReviewJournal {
    try #require(try ReviewJournal.open(path: folder.journal, for: access))
  }

  func filled() async throws {
    let journal = try open()
    let keeper = journal.journal()
    try await keeper.begin(JournalFixture.record())
    for entry in JournalFixture.entries { try await keeper.append([entry]) }
    journal.close()
  }

  @Test("plan and steps come back as they were kept")
  func roundTrip() async throws {
    try await filled()
    let journal = try open(.reading)
    let kept = try journal.record(ofImport: "a1")
    let original = JournalFixture.record()
    #expect(kept.entries == JournalFixture.entries)
    #expect(kept.record.changeset.changes == original.changeset.changes)
    #expect(kept.record.changeset.counts == original.changeset.counts)
    #expect(kept.record.changeset.items.map(\.row.cells) == original.changeset.items.map(\.row.cells))
    #expect(kept.record.changeset.items.map(\.row.place) == original.changeset.items.map(\.row.place))
    #expect(kept.record.changeset.items.map(\.serverProposal) == [JournalFixture.proposal])
    #expect(kept.record.identity == PlanIdentity(text: "p-a1"))
    #expect(kept.record.scope == TextHash("scope"))
    let summary = try #require(try journal.imports().first)
    #expect(summary.outcomes == ["applied": 1, "not-attempted": 1])
    #expect(!summary.isComplete)
    #expect(summary.lastInDoubt == nil)
  }

  @Test("an import without an end is unfinished, and an abandoned one is not")
  func unfinished() async throws {
    try await filled()
    let journal = try open()
    #expect(try journal.unfinishedImports().map(\.id) == ["a1"])
    try journal.abandon(importWithID: "a1", time: 1)
    #expect(try journal.unfinishedImports().map(\.id) == [])
    #expect(throws: JournalError.self) { try journal.record(ofImport: "b2") }
  }

  @Test("the files are for the user alone")
  func mode() async throws {
    try await filled()
    for path in [folder.journal, folder.journal + ".lock"] {
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test("a second import is refused with the process that holds the lock; looking is not")
  func locked() throws {
    let first = try open()
    let error = #expect(throws: JournalError.self) { try open() }
    #expect(error?.code == .locked)
    #expect(error?.message.contains("(process \(getpid()))") == true)
    _ = try open(.reading)
    first.close()
    try open().close()
  }

  @Test("looking makes no file")
  func nothing() throws {
    #expect(try ReviewJournal.open(path: folder.journal, for: .reading) == nil)
    #expect(access(folder.journal, F_OK) != 0)
  }

  /// Opens a copy with other bytes; the error's code, or nil where everything in it is as it was kept.
  func codeOfCopy(_ bytes: [UInt8]) throws -> JournalError.Code? {
    for suffix in ["-wal", "-shm"] { unlink("\(folder.path)/copy\(suffix)") }
    TemporaryFolder.write(bytes, to: "\(folder.path)/copy")
    do {
      let journal = try ReviewJournal.open(path: "\(folder.path)/copy", for: .importing)
      defer { journal?.close() }
      let kept = try #require(try journal?.record(ofImport: "a1"))
      #expect(kept.entries == JournalFixture.entries)
      #expect(kept.record.changeset.changes == JournalFixture.record().changeset.changes)
      return nil
    } catch let error as JournalError {
      return error.code
    }
  }

  @Test("a cut-off file is damaged, or holds everything still")
  func torn() async throws {
    try await filled()
    let bytes = TemporaryFolder.bytes(folder.journal)
    #expect(bytes.count > 8192)
    let codes = try stride(from: 0, to: bytes.count - 1, by: 709).map { try codeOfCopy(Array(bytes[..<$0])) }
    #expect(codes.allSatisfy { $0 == .corrupt || $0 == nil })
    #expect(codes.count { $0 == .corrupt } > codes.count / 2)
  }

  @Test("a flipped bit is found, or changes nothing")
  func flipped() async throws {
    try await filled()
    let bytes = TemporaryFolder.bytes(folder.journal)
    let places = bytes.indices.filter { bytes[$0] != 0 }
    var codes: [JournalError.Code?] = []
    for step in stride(from: 0, to: places.count, by: 23) {
      var copy = bytes
      copy[places[step]] ^= 1 << UInt8(step % 8)
      codes.append(try codeOfCopy(copy))
    }
    #expect(codes.allSatisfy { $0 == nil || $0 == .corrupt || $0 == .newerVersion || $0 == .unusable })
    #expect(codes.count { $0 != nil } > codes.count / 2)
  }

  @Test("anything else in its place is refused", arguments: ["", "PK\u{3}\u{4}", "<html>"])
  func foreign(content: String) throws {
    TemporaryFolder.write(Array(content.utf8), to: folder.journal)
    let error = #expect(throws: JournalError.self) { try open() }
    #expect(error?.code == .corrupt)
  }

  @Test("after a crash a log that is cut off or flipped anywhere gives the first steps, or is refused")
  func tornLog() async throws {
    let journal = try open()
    let keeper = journal.journal()
    try await keeper.begin(JournalFixture.record())
    for entry in JournalFixture.entries { try await keeper.append([entry]) }
    // As it would be found had the program died here.
    let main = TemporaryFolder.bytes(folder.journal)
    let log = TemporaryFolder.bytes(folder.journal + "-wal")
    journal.close()
    #expect(log.count > 50_000)
    var counts: [Int] = []
    for length in stride(from: 0, through: log.count, by: 1021) {
      counts.append(try stepsInCopy(main, Array(log[..<length])))
    }
    counts.append(try stepsInCopy(main, log))
    #expect(counts == counts.sorted())
    #expect(counts.last == JournalFixture.entries.count)
    #expect(Set(counts).count > 8)
    for place in stride(from: 7, to: log.count, by: 997) {
      var copy = log
      copy[place] ^= 1 << UInt8(place % 8)
      _ = try stepsInCopy(main, copy)
    }
  }

  /// How many of the steps a copy of file and log holds: the first ones, each as it was kept; -1 where not even the plan.
  private func stepsInCopy(_ main: [UInt8], _ log: [UInt8]) throws -> Int {
    unlink("\(folder.path)/copy-shm")
    TemporaryFolder.write(main, to: "\(folder.path)/copy")
    TemporaryFolder.write(log, to: "\(folder.path)/copy-wal")
    do {
      let journal = try #require(try ReviewJournal.open(path: "\(folder.path)/copy", for: .importing))
      defer { journal.close() }
      let kept = try journal.record(ofImport: "a1")
      #expect(kept.entries == Array(JournalFixture.entries.prefix(kept.entries.count)))
      #expect(kept.record.changeset.changes == JournalFixture.record().changeset.changes)
      return kept.entries.count
    } catch let error as JournalError {
      #expect([.corrupt, .unknownImport].contains(error.code), "\(error)")
      return -1
    }
  }
}
