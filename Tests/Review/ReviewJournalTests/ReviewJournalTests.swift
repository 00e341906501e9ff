import Foundation
import Testing
import TranslationReview

@testable import ReviewJournal

struct ReviewJournalTests {
  let folder = TemporaryFolder()

  func filled(_ end: [JournalEntry] = []) async throws -> [UInt8] {
    let journal = try folder.open()
    try await journal.keep(JournalFixture.record(), JournalFixture.entries + end)
    journal.close()
    return TemporaryFolder.bytes(folder.journal)
  }

  // Of an import that is over, the readings before the last are not kept.
  @Test(arguments: [false, true]) func `plan and steps come back as they were kept, also once the import is packed`(
    isPacked: Bool
  ) async throws {
    let end = [JournalEntry.reading(time: 1079), JournalFixture.ended]
    _ = try await filled(isPacked ? end : [])
    let journal = try folder.open(.reading)
    let (kept, original) = (try journal.record(ofImport: "a1"), JournalFixture.record())
    let entries =
      isPacked ? JournalFixture.entries.filter { $0 != JournalFixture.reading } + end : JournalFixture.entries
    #expect(kept.entries == entries)
    #expect(kept.record.changeset.changes == original.changeset.changes)
    #expect(kept.record.changeset.counts == original.changeset.counts)
    #expect(kept.record.changeset.items.map(\.row) == original.changeset.items.map(\.row))
    #expect(kept.record.changeset.items.map(\.serverProposal) == [JournalFixture.proposal])
    #expect(kept.record.identity == PlanIdentity(text: "p-a1"))
    #expect(kept.record.scope == TextHash("scope"))
    let summary = try #require(try journal.imports().first)
    #expect(summary.outcomes == ["applied": 1, "not-attempted": 1])
    #expect(summary.isComplete == isPacked && summary.lastUnconfirmed == nil)
    #expect(try journal.unfinishedImports().map(\.id) == (isPacked ? [] : ["a1"]))
  }

  @Test func `only the user can read the files`() async throws {
    _ = try await filled()
    for path in [folder.journal, folder.journal + ".lock"] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `a second import is refused with the process that holds the lock; reading is not`() throws {
    let first = try folder.open()
    let error = #expect(throws: JournalError.self) { try folder.open() }
    #expect(error?.code == .locked)
    #expect(error?.message.contains("(process \(getpid()))") == true)
    _ = try folder.open(.reading)
    first.close()
    try folder.open().close()
  }

  @Test func `reading creates no file`() throws {
    #expect(try ReviewJournal.open(path: folder.journal, for: .reading) == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.journal))
  }

  @Test(
    "anything but a write-ahead log that is synced at each commit is refused",
    arguments: [
      (2, "wal", true), (3, "wal", true), (1, "wal", false), (0, "wal", false), (nil, "wal", false),
      (2, "delete", false), (2, "memory", false), (2, nil, false),
    ] as [(Int?, String?, Bool)]) func durability(synchronous: Int?, journalMode: String?, isAccepted: Bool)
  {
    var code: JournalError.Code?
    do throws(JournalError) {
      try JournalError.perform {
        try JournalRows.file.checkDurability(synchronous: synchronous, journalMode: journalMode)
      }
    } catch { code = error.code }
    #expect(code == (isAccepted ? nil : .notDurable))
  }

  // MARK: - Damage

  /// Opens a copy with other bytes; the error's code, or nil if everything in it is as it was kept.
  func codeOfCopy(_ bytes: [UInt8], packed: [JournalEntry]? = nil) throws -> JournalError.Code? {
    do {
      let journal = try folder.copy(bytes)
      defer { journal.close() }
      do throws(JournalError) {
        let kept = try journal.record(ofImport: "a1")
        #expect(kept.entries == packed ?? JournalFixture.entries)
        if packed == nil { #expect(kept.record.changeset.changes == JournalFixture.record().changeset.changes) }
      } catch {
        // With a bit flipped in the id, or in the index of ids, SQLite finds no import of this id.
        if error.code == .unknownImport, packed != nil, let imports = try? journal.imports() {
          #expect(imports.map(\.id) == ["a1"])
        }
        throw error
      }
      if packed != nil { #expect(try journal.unfinishedImports().isEmpty) }
      return nil
    } catch let error as JournalError { return error.code }
  }

  @Test func `a truncated file is damaged, or still holds everything`() async throws {
    let bytes = try await filled()
    #expect(bytes.count > 8192)
    let codes = try stride(from: 0, to: bytes.count - 1, by: 709).map { try codeOfCopy(Array(bytes[..<$0])) }
    #expect(codes.allSatisfy { $0 == .corrupt || $0 == nil })
    #expect(codes.count { $0 == .corrupt } > codes.count / 2)
  }

  @Test(arguments: [false, true]) func `a flipped bit is found, or changes nothing, also once the import is packed`(
    isPacked: Bool
  ) async throws {
    let bytes = try await filled(isPacked ? [JournalFixture.ended] : [])
    let packed = isPacked ? try folder.open(.reading).record(ofImport: "a1").entries : nil
    let codes = try TemporaryFolder.flipped(bytes, step: isPacked ? 11 : 23).map { try codeOfCopy($0, packed: packed) }
    #expect(Set(codes).isSubset(of: [nil, .corrupt, .unknownVersion, .unusable, .unknownImport]))
    #expect(codes.count { $0 != nil } > codes.count / (isPacked ? 3 : 2))
  }

  @Test(arguments: ["", "PK\u{3}\u{4}", "<html>"]) func `any other file is refused`(content: String) throws {
    TemporaryFolder.write(Array(content.utf8), to: folder.journal)
    let error = #expect(throws: JournalError.self) { try folder.open() }
    #expect(error?.code == .corrupt)
  }

  @Test(arguments: [6, 8] as [UInt8], [ReviewJournal.Access.reading, .importing])
  func `a journal of another version is refused, and stays as it is`(version: UInt8, access: ReviewJournal.Access)
    async throws
  {
    var bytes = try await filled()
    // The last byte of `user_version` in the header of an SQLite file.
    bytes[63] = version
    TemporaryFolder.write(bytes, to: folder.journal)
    let error = #expect(throws: JournalError.self) { try folder.open(access) }
    #expect(error?.code == .unknownVersion)
    #expect(
      error?.description == "The journal \(folder.journal) has version \(version), and this program reads version 7. "
        + "Move the file away to begin a new one.")
    #expect(TemporaryFolder.bytes(folder.journal) == bytes)
  }
}
