import Basics
import Exchange
import Foundation
import GRDB
import NStackAPI
import SystemCrypto
import TranslationMemory

/// A named memory, in an SQLite file of its own.
///
/// As with a journal, every write is on the disk when it returns. A file is added as a whole or not at all.
struct StoredMemory: SearchableMemory {
  enum Access {
    case reading
    /// To add or remove entries; only one process on a machine can do so at a time.
    case writing
  }

  /// The size of SQLite's page cache while a file of translations is added, in KiB.
  private static let cacheSizeForAdding = 48 << 10

  /// `NSRM` marks the file as a memory of this program. Texts are stored as blobs, because SQLite cuts other texts off
  /// at U+0000. An entry from an import is offered only while the last call about its text is the one that proposed it.
  private static let file = SQLiteFile(
    noun: "memory", applicationID: 0x4E53_524D, version: 2,
    schema: """
      CREATE TABLE origin (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, isImport INTEGER NOT NULL);
      CREATE TABLE entry (
        id INTEGER PRIMARY KEY, fingerprint BLOB NOT NULL UNIQUE, origin INTEGER NOT NULL REFERENCES origin (id),
        number INTEGER NOT NULL, time INTEGER NOT NULL, source INTEGER, isOffered INTEGER NOT NULL);
      CREATE TABLE variant (
        entry INTEGER NOT NULL REFERENCES entry (id), place INTEGER NOT NULL, language TEXT NOT NULL,
        text BLOB NOT NULL, standing INTEGER NOT NULL, folded INTEGER NOT NULL,
        PRIMARY KEY (entry, place)) WITHOUT ROWID;
      CREATE INDEX variantFolded ON variant (folded);
      CREATE TABLE proposal (
        entry INTEGER PRIMARY KEY REFERENCES entry (id), journal TEXT NOT NULL, scope TEXT NOT NULL,
        section BLOB NOT NULL, key BLOB NOT NULL, locale TEXT NOT NULL, value BLOB NOT NULL);
      CREATE INDEX proposalJournal ON proposal (journal, scope);
      CREATE TABLE unreconciled (
        journal TEXT NOT NULL, scope TEXT NOT NULL, PRIMARY KEY (journal, scope)) WITHOUT ROWID;
      """)

  let name: String
  private let path: String
  private let database: DatabaseQueue
  /// One connection for each thread of a reading. All connections are opened together, so that they read the same file
  /// even if it is replaced.
  private let connections: [DatabaseQueue]
  /// The id of the last entry when the memory was opened.
  private let lastID: Int64
  private let lock: ProcessLock?
  /// Whether opening created the file.
  private let isNew: Bool

  /// Opens a memory. For writing, it is created if it does not exist.
  init(_ name: String, in memories: NamedMemories, for access: Access) throws {
    self.name = name
    let path = memories.path(of: name)
    self.path = path
    if access == .writing { try PlainFile.makeFolders(above: path) }
    lock = access == .writing ? try Self.lock(path, name) : nil
    isNew = try Self.perform(name) { try !Self.file.exists(path) }
    connections = try Self.perform(name) {
      try (0..<(access == .writing ? 1 : MemorySearch.shares)).map { _ in
        guard let opened = try Self.file.database(at: path, isWriting: access == .writing) else {
          throw memories.unknown(name)
        }
        return opened
      }
    }
    database = connections[0]
    lastID = try Self.perform(name) { [database] in
      try database.read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM entry") ?? 0 }
    }
  }

  /// Removes a memory with all its entries.
  static func remove(_ name: String, in memories: NamedMemories) throws {
    let path = memories.path(of: name)
    guard memories.has(name) else { throw memories.unknown(name) }
    let lock = try Self.lock(path, name)
    defer { lock.release() }
    removeFiles(path)
    try perform(name) { try file.syncName(of: path) }
    if PlainFile.exists(path) {
      throw MemoryError(.unusable, "memory \"\(name)\": the file \(path) cannot be removed.")
    }
  }

  private static func removeFiles(_ path: String) {
    for suffix in ["-wal", "-shm", ""] { PlainFile.remove(path + suffix) }
  }

  private static func lock(_ path: String, _ name: String) throws -> ProcessLock {
    try perform(name) { try file.lock(path) { "another process on this machine is changing it\($0)." } }
  }

  func close() {
    // Every write is already on the disk, even if closing the file fails.
    for connection in connections { try? connection.close() }
    lock?.release()
  }

  /// If opening created the file, closes the memory and removes the file.
  func discardIfNew() {
    guard isNew else { return }
    try? database.close()
    Self.removeFiles(path)
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.perform(name) { try database.read(body) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.perform(name) { try database.write(body) }
  }

  /// Adds the name of the memory to errors of the database. Other errors, such as those of a file being read, stay as
  /// they are.
  private static func perform<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error
      where error is SQLiteFault || error is DatabaseError || error is RowDecodingError
    { throw MemoryError(file.fault(for: error), ofMemory: name) }
  }
}

// MARK: - Files

extension StoredMemory {
  /// The number of entries that look-ups find, from files and from imports.
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

  /// The names of the files whose entries the memory has, in the order in which they were added.
  func files() throws -> [String] {
    try read { database in
      try Data.fetchAll(database, sql: "SELECT name FROM origin WHERE NOT isImport ORDER BY id").map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  /// Adds the entries of a file that the memory does not have.
  func add(_ file: MemoryFile, time: Int) throws -> (added: Int, known: Int) {
    try write { database in
      // Entries do not come in the order of their fingerprints. With the default cache of 2 MiB, adding each would read
      // a page of the index again.
      try database.execute(sql: "PRAGMA cache_size = \(-Self.cacheSizeForAdding)")
      defer { try? database.execute(sql: "PRAGMA cache_size = -2000") }
      var (added, known) = (0, 0)
      let origin = try Self.origin(file.name, isImport: false, database)
      try file.readTranslations { entry in
        let id = try Self.insert(entry.unit, from: origin, time: time, database)
        if id == nil { known += 1 } else { added += 1 }
      }
      return (added, known)
    }
  }

  /// How many entries of a file would be added, and how many the memory has.
  func comparison(with file: MemoryFile) throws -> (added: Int, known: Int) {
    try read { database in
      let statement = try database.cachedStatement(sql: "SELECT 1 FROM entry WHERE fingerprint = ?")
      return try Self.comparison(with: file) { try Row.fetchOne(statement, arguments: [$0]) != nil }
    }
  }

  static func comparison(with file: MemoryFile, isKnown: (Data) throws -> Bool) throws -> (added: Int, known: Int) {
    var fingerprints: Set<Data> = []
    var known = 0
    try file.readTranslations { entry in
      let fingerprint = fingerprint(of: entry.unit, [])
      if try fingerprints.contains(fingerprint) || isKnown(fingerprint) {
        known += 1
      } else {
        fingerprints.insert(fingerprint)
      }
    }
    return (fingerprints.count, known)
  }

  /// The id of an origin, which is the name of a file or the id of an import. A new origin is added.
  static func origin(_ name: String, isImport: Bool, _ database: Database) throws -> Int64 {
    let name = Data(name.utf8)
    try database.execute(
      sql: "INSERT INTO origin (name, isImport) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
      arguments: [name, isImport])
    guard let id = try Int64.fetchOne(database, sql: "SELECT id FROM origin WHERE name = ?", arguments: [name]) else {
      throw SQLiteFault(kind: .damaged, message: "The memory lost the name of a file.")
    }
    return id
  }

  /// Adds an entry, unless the memory has it.
  ///
  /// - Parameter proposal: The journal and text that an import proposed the entry for; nil for an entry of a file. The
  ///   entry of an import is not offered before the import is reconciled.
  /// - Returns: The entry's id; nil if the memory already has the entry.
  static func insert(
    _ unit: TranslationUnit, from origin: Int64, time: Int, proposal: [String]? = nil, _ database: Database
  ) throws -> Int64? {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO entry (fingerprint, origin, number, time, source, isOffered) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (fingerprint) DO NOTHING
        """)
    try statement.execute(arguments: [
      fingerprint(of: unit, proposal ?? []), origin, unit.number, time, unit.source, proposal == nil,
    ])
    guard database.changesCount > 0 else { return nil }
    let entry = database.lastInsertedRowID
    let variants = try database.cachedStatement(
      sql: "INSERT INTO variant (entry, place, language, text, standing, folded) VALUES (?, ?, ?, ?, ?, ?)")
    for (position, variant) in unit.variants.enumerated() {
      try variants.execute(arguments: [
        entry, position, variant.language.description, Data(variant.text.utf8), code(of: variant.standing),
        FoldedText(variant.text).digest,
      ])
    }
    return entry
  }

  /// The first 16 bytes of SHA-256 over everything that distinguishes an entry.
  private static func fingerprint(of unit: TranslationUnit, _ proposal: [String]) -> Data {
    let digest = MessageDigest(.sha256)
    func add(_ part: String) { digest.add(Data("\(part.utf8.count) \(part)".utf8)) }
    add("\(unit.source ?? -1)")
    for variant in unit.variants {
      add("\(variant.language) \(code(of: variant.standing))")
      add(variant.text)
    }
    proposal.forEach(add)
    return Data(digest.value.prefix(16))
  }

  private static let codes: [TranslationUnit.Standing] = [.unstated, .preferred, .admitted, .forbidden]

  private static func code(of standing: TranslationUnit.Standing) -> Int { codes.firstIndex(of: standing) ?? 0 }

  private static func standing(_ code: Int) throws -> TranslationUnit.Standing {
    guard codes.indices.contains(code) else {
      throw SQLiteFault(kind: .damaged, message: "The memory has a term with an unknown status.")
    }
    return codes[code]
  }
}

// MARK: - Looking up

extension StoredMemory {
  private static let entries = """
    SELECT entry.id, entry.number, entry.time, entry.source, origin.name, origin.isImport,
      variant.language, variant.text, variant.standing
    FROM entry JOIN origin ON origin.id = entry.origin JOIN variant ON variant.entry = entry.id
    WHERE entry.isOffered
    """

  func read(_ body: (MemoryEntry) throws -> Void) throws { try read { try Self.readAll($0, body) } }

  func read(for questions: MemoryQuestions, _ body: (MemoryEntry) throws -> Void) throws {
    try read { database in
      guard let ids = try Self.ids(for: questions, database) else { return try Self.readAll(database, body) }
      var reader = EntryReader()
      let statement = try database.cachedStatement(sql: Self.entries + " AND entry.id = ? ORDER BY variant.place")
      for id in ids.sorted() { try reader.read(Row.fetchCursor(statement, arguments: [id]), body) }
      try reader.finish().map(body)
    }
  }

  func read(
    _ share: Int, of shares: Int, where mayBeWanted: (LanguageTag, String) -> Bool, _ body: (MemoryEntry) throws -> Void
  ) throws {
    try Self.perform(name) {
      try connections[share % connections.count].read { database in
        // Entries that are added meanwhile are read with the last share.
        let size = lastID / Int64(shares)
        let last = share == shares - 1 ? .max : size * Int64(share + 1)
        let texts = try Row.fetchCursor(
          database, sql: "SELECT entry, language, text FROM variant WHERE entry > ? AND entry <= ? ORDER BY entry",
          arguments: [share == 0 ? .min : size * Int64(share), last])
        let statement = try database.cachedStatement(sql: Self.entries + " AND entry.id = ? ORDER BY variant.place")
        var reader = EntryReader()
        var found: Int64?
        while let row = try texts.next() {
          let id: Int64 = row[0]
          guard id != found, mayBeWanted(try reader.language(row[1]), try EntryReader.text(row, at: 2)) else {
            continue
          }
          found = id
          try reader.read(Row.fetchCursor(statement, arguments: [id]), body)
        }
        try reader.finish().map(body)
      }
    }
  }

  private static func readAll(_ database: Database, _ body: (MemoryEntry) throws -> Void) throws {
    var reader = EntryReader()
    try reader.read(Row.fetchCursor(database, sql: entries + " ORDER BY entry.id, variant.place"), body)
    try reader.finish().map(body)
  }

  /// The ids of the entries whose source text is one of the questions, ignoring case and spaces; nil if there are so
  /// many that reading all entries is faster.
  private static func ids(for questions: MemoryQuestions, _ database: Database) throws -> Set<Int64>? {
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM entry") ?? 0
    let statement = try database.cachedStatement(sql: "SELECT entry FROM variant WHERE folded = ?")
    var found: Set<Int64> = []
    for digest in Set(questions.foldedTexts.map(\.digest)) {
      let entries = try Int64.fetchCursor(statement, arguments: [digest])
      while let entry = try entries.next() { found.insert(entry) }
      if found.count > count / 4 { return nil }
    }
    return found
  }

  /// Assembles entries from the rows of their variants.
  private struct EntryReader {
    private var id: Int64?
    private var entry = MemoryEntry(TranslationUnit([], number: 0))
    private var languages: [String: LanguageTag] = [:]
    private var origins: [Data: String] = [:]

    /// Reads rows, and passes on each entry once the next one begins.
    mutating func read(_ rows: RowCursor, _ body: (MemoryEntry) throws -> Void) throws {
      while let row = try rows.next() {
        let id: Int64 = row[0]
        if id != self.id {
          try finish().map(body)
          self.id = id
          let (name, isImport): (Data, Bool) = (row[4], row[5])
          let origin = origins[name] ?? (isImport ? "import " : "") + String(decoding: name, as: UTF8.self)
          origins[name] = origin
          entry = MemoryEntry(TranslationUnit([], source: row[3], number: row[1]), time: row[2], origin: origin)
        }
        entry.unit.variants.append(
          TranslationUnit.Variant(
            language: try language(row[6]), text: try Self.text(row, at: 7), standing: try StoredMemory.standing(row[8])
          ))
      }
    }

    static func text(_ row: Row, at index: Int) throws -> String {
      try row.withUnsafeData(atIndex: index) { String(decoding: $0 ?? Data(), as: UTF8.self) }
    }

    mutating func finish() -> MemoryEntry? {
      defer { id = nil }
      return id.map { _ in entry }
    }

    mutating func language(_ name: String) throws -> LanguageTag {
      if let known = languages[name] { return known }
      guard let tag = LanguageTag(name) else {
        throw SQLiteFault(kind: .damaged, message: "The memory has a text whose language tag is not valid.")
      }
      languages[name] = tag
      return tag
    }
  }
}
