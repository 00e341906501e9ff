import Exchange
import GRDB
import NStackAPI
import TranslationMemory

/// A memory that is kept under a name, in an SQLite file of its own.
///
/// As with a journal, every write is on the disk when it returns. A file is added whole or not at all.
struct StoredMemory: SearchableMemory {
  /// The purpose for which a memory is opened.
  enum Access {
    case reading
    /// To add or remove entries; only one process on a machine can do so at a time.
    case writing
  }

  /// What became of the entries of a file.
  struct Added: Hashable {
    var added = 0
    var known = 0
  }

  /// A proposal of an import, as an entry that is offered if it was carried out.
  struct Candidate {
    let text: ProposedText
    let unit: TranslationUnit
    let value: String
  }

  /// `NSRM` marks the file as a memory of this program.
  private static let file = SQLiteFile(noun: "memory", mark: 0x4E53_524D, version: 1)

  let name: String
  private let database: DatabaseQueue
  private let lock: ProcessLock?
  /// The path of a file that opening created; nil for one that was there.
  private let newPath: String?

  /// Opens a memory. For writing, it is created if there is none.
  ///
  /// - Throws: `MemoryError`: `unknown`, `locked`, `damaged`, `newerVersion`, `noSpace`, `unusable`, `notDurable`.
  init(_ name: String, in folder: MemoryFolder, for access: Access) throws {
    self.name = name
    let path = folder.path(of: name)
    if access == .writing { try PlainFile.makeFolders(above: path) }
    let lock = access == .writing ? try Self.lock(path, name) : nil
    self.lock = lock
    let isNew = try Self.perform(name) { try !Self.file.exists(path) }
    newPath = isNew ? path : nil
    database = try Self.perform(name) {
      if isNew {
        guard access == .writing else { throw Self.unknown(name, in: folder) }
        try Self.file.make(path, schema: StoredRows.schema)
      }
      let database = try DatabaseQueue(
        path: path, configuration: SQLiteFile.configuration(readsOnly: access == .reading))
      if access == .writing { try database.writeWithoutTransaction(Self.file.makeDurable) }
      try database.read(Self.file.checkVersion)
      return database
    }
  }

  /// Removes a memory with all its entries.
  ///
  /// - Throws: As opening does.
  static func remove(_ name: String, in folder: MemoryFolder) throws {
    let path = folder.path(of: name)
    guard folder.has(name) else { throw unknown(name, in: folder) }
    let lock = try Self.lock(path, name)
    defer { lock.release() }
    removeFiles(path)
    try perform(name) { try file.syncFolder(of: path) }
    if PlainFile.exists(path) {
      throw MemoryError(.unusable, "memory \"\(name)\": the file \(path) cannot be removed.")
    }
  }

  private static func removeFiles(_ path: String) {
    for suffix in ["-wal", "-shm", ""] { PlainFile.remove(path + suffix) }
  }

  /// - Parameter folder: Where it was looked for; nil if there is no folder.
  static func unknown(_ name: String, in folder: MemoryFolder?) -> MemoryError {
    MemoryError(
      .unknown, "there is no memory \"\(name)\", and no file of that name.",
      hint: folder?.hint(toOtherPlaceOf: name)
        ?? "`nstack-review memory list` shows the memories, and `nstack-review memory add` makes one.")
  }

  private static func lock(_ path: String, _ name: String) throws(MemoryError) -> ProcessLock {
    do throws(ProcessLock.Failure) {
      return try ProcessLock(path: path + ".lock")
    } catch {
      switch error {
      case .system(let what, let reason): throw MemoryError(file.fault(what, reason), ofMemory: name)
      case .held(let holder):
        throw MemoryError(
          .locked,
          "memory \"\(name)\": another process on this machine is changing it"
            + (holder.map { " (process \($0))." } ?? "."), hint: "Wait until it has ended.")
      }
    }
  }

  /// Closes the file and releases the lock.
  func close() {
    // All writes are safe, even if closing the file fails.
    try? database.close()
    lock?.release()
  }

  /// Closes the file, and removes it if opening created it.
  func discardIfNew() {
    try? database.close()
    if let newPath { Self.removeFiles(newPath) }
    lock?.release()
  }

  // MARK: - Looking up

  func read(_ body: (MemoryEntry) throws -> Void) throws {
    try read { try StoredRows.read(ids: nil, $0, body) }
  }

  func read(for questions: MemoryQuestions, _ body: (MemoryEntry) throws -> Void) throws {
    try read { database in
      try StoredRows.read(ids: try StoredRows.ids(for: questions, database), database, body)
    }
  }

  /// The number of entries that look-ups find, by what made them.
  func counts() throws -> (ofFiles: Int, ofImports: Int) {
    try read { database in
      let count = { (isImport: Bool) in
        try Int.fetchOne(
          database,
          sql: """
            SELECT count(*) FROM entry JOIN origin ON origin.id = entry.origin
            WHERE entry.isOffered AND origin.isImport = ?
            """, arguments: [isImport]) ?? 0
      }
      return (try count(false), try count(true))
    }
  }

  /// The names of the files whose entries the memory has.
  func files() throws -> [String] { try read { try StoredRows.files($0) } }

  // MARK: - Files

  /// Adds the entries of a file that the memory does not have.
  ///
  /// - Throws: `MemoryError`; `SpreadsheetError` of a file that cannot be read: nothing of it was added then.
  func add(_ file: MemoryFile, time: Int) throws -> Added {
    try write { database in
      var added = Added()
      let origin = try StoredRows.place(of: StoredRows.Origin(name: file.name, isImport: false), database)
      try file.read { entry in
        let id = try StoredRows.insert(entry.unit, from: origin, time: time, isOffered: true, database)
        if id == nil { added.known += 1 } else { added.added += 1 }
      }
      return added
    }
  }

  // MARK: - Imports

  /// Whether it has entries from imports of a journal.
  func hasProposals(of home: JournalScope) throws -> Bool { try read { try StoredRows.hasProposals(of: home, $0) } }

  /// Whether calls of a journal were made since it was last compared with the journal, or are about to be made.
  func isUnsettled(with home: JournalScope) throws -> Bool { try read { try StoredRows.isUnsettled(home, $0) } }

  /// Notes that calls of a journal are about to be made, and what an import is about to propose. None of it is offered
  /// before ``settle(with:_:)``.
  func prepare(_ candidates: [Candidate], ofImport id: String?, time: Int, in home: JournalScope) throws {
    try write { database in
      try StoredRows.markUnsettled(home, database)
      guard let id, !candidates.isEmpty else { return }
      let origin = try StoredRows.place(of: StoredRows.Origin(name: id, isImport: true), database)
      for candidate in candidates { try StoredRows.insert(candidate, from: origin, time: time, database) }
    }
  }

  /// Offers what was carried out, and no longer what was undone.
  ///
  /// - Parameter decide: The last calls about texts; a text without one stays as it is.
  /// - Returns: How many entries are offered now that were not, and the other way round.
  func settle(
    with home: JournalScope, _ decide: (Set<TextIdentity>) throws -> [TextIdentity: LastCall]
  ) throws -> (added: Int, removed: Int) {
    try write { database in
      let calls = try decide(try StoredRows.proposedTexts(of: home, database))
      return try StoredRows.settle(home, calls, database)
    }
  }

  private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.perform(name) { try database.read(body) }
  }

  private func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.perform(name) { try database.write(body) }
  }

  /// Gives errors of the database the name of the memory. Errors of others, such as those of a file that is read, stay.
  private static func perform<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error where error is SQLiteFault || error is DatabaseError || error is RowDecodingError {
      throw MemoryError(file.fault(for: error), ofMemory: name)
    }
  }
}
