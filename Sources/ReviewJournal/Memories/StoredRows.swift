import Basics
import Crypto
import Exchange
import GRDB
import NStackAPI
import TranslationMemory

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The tables of a memory that is kept under a name, and its rows.
enum StoredRows {
  /// Texts are blobs, because SQLite ends other texts at U+0000. An entry from an import is offered only while the last
  /// call about its text proposed it.
  static let schema = """
    CREATE TABLE origin (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, isImport INTEGER NOT NULL);
    CREATE TABLE entry (
      id INTEGER PRIMARY KEY, mark BLOB NOT NULL UNIQUE, origin INTEGER NOT NULL REFERENCES origin (id),
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
    CREATE TABLE unsettled (journal TEXT NOT NULL, scope TEXT NOT NULL, PRIMARY KEY (journal, scope)) WITHOUT ROWID;
    """

  /// Where entries are from.
  struct Origin {
    /// The name of a file, or the id of an import.
    let name: String
    let isImport: Bool
  }

  /// The place of an origin, which is added if it is new.
  static func place(of origin: Origin, _ database: Database) throws -> Int64 {
    let name = Data(origin.name.utf8)
    try database.execute(
      sql: "INSERT INTO origin (name, isImport) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
      arguments: [name, origin.isImport])
    guard let place = try Int64.fetchOne(database, sql: "SELECT id FROM origin WHERE name = ?", arguments: [name])
    else { throw SQLiteFault(kind: .damaged, message: "The memory lost the name of a file.") }
    return place
  }

  /// Adds an entry, unless the memory has it.
  ///
  /// - Parameters:
  ///   - text: The text that an import proposed it for, with its journal; nil for an entry of a file.
  ///   - isOffered: Whether look-ups find it.
  /// - Returns: The entry's id; nil if the memory has the entry already.
  static func insert(
    _ unit: TranslationUnit, from origin: Int64, time: Int, text: ProposedText? = nil, isOffered: Bool,
    _ database: Database
  ) throws -> Int64? {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO entry (mark, origin, number, time, source, isOffered) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (mark) DO NOTHING
        """)
    try statement.execute(arguments: [mark(of: unit, text), origin, unit.number, time, unit.source, isOffered])
    guard database.changesCount > 0 else { return nil }
    let entry = database.lastInsertedRowID
    let variants = try database.cachedStatement(
      sql: "INSERT INTO variant (entry, place, language, text, standing, folded) VALUES (?, ?, ?, ?, ?, ?)")
    for (place, variant) in unit.variants.enumerated() {
      try variants.execute(arguments: [
        entry, place, variant.language.description, Data(variant.text.utf8), code(of: variant.standing),
        FoldedText(variant.text).digest,
      ])
    }
    return entry
  }

  /// The first 16 bytes of SHA-256 over what makes an entry another one.
  private static func mark(of unit: TranslationUnit, _ text: ProposedText?) -> Data {
    var hash = SHA256()
    func add(_ part: String) {
      hash.update(data: Data("\(part.utf8.count) ".utf8))
      hash.update(data: Data(part.utf8))
    }
    add("\(unit.source ?? -1)")
    for variant in unit.variants {
      add("\(variant.language) \(code(of: variant.standing))")
      add(variant.text)
    }
    if let text { for part in text.parts { add(part) } }
    return Data(hash.finalize().prefix(16))
  }

  private static func code(of standing: TranslationUnit.Standing) -> Int {
    switch standing {
    case .unstated: 0
    case .preferred: 1
    case .admitted: 2
    case .forbidden: 3
    }
  }

  private static func standing(_ code: Int) throws -> TranslationUnit.Standing {
    switch code {
    case 0: .unstated
    case 1: .preferred
    case 2: .admitted
    case 3: .forbidden
    default: throw SQLiteFault(kind: .damaged, message: "The memory has a term of an unknown standing.")
    }
  }

  // MARK: - Reading

  private static let columns = """
    SELECT entry.id, entry.number, entry.time, entry.source, origin.name, origin.isImport,
      variant.language, variant.text, variant.standing
    FROM entry JOIN origin ON origin.id = entry.origin JOIN variant ON variant.entry = entry.id
    WHERE entry.isOffered
    """

  /// Passes on all entries, or those with some ids, in the order of their ids.
  static func read(ids: [Int64]?, _ database: Database, _ body: (MemoryEntry) throws -> Void) throws {
    var reader = EntryReader()
    guard let ids else {
      let rows = try Row.fetchCursor(database, sql: columns + " ORDER BY entry.id, variant.place")
      while let row = try rows.next() { if let entry = try reader.take(row) { try body(entry) } }
      if let entry = reader.finish() { try body(entry) }
      return
    }
    let statement = try database.cachedStatement(sql: columns + " AND entry.id = ? ORDER BY variant.place")
    for id in ids.sorted() {
      let rows = try Row.fetchCursor(statement, arguments: [id])
      while let row = try rows.next() { if let entry = try reader.take(row) { try body(entry) } }
    }
    if let entry = reader.finish() { try body(entry) }
  }

  /// The ids of the entries that have a source text of the questions, apart from case and spaces; nil if they are so many
  /// that reading all entries is faster.
  static func ids(for questions: MemoryQuestions, _ database: Database) throws -> [Int64]? {
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM entry") ?? 0
    let statement = try database.cachedStatement(sql: "SELECT entry FROM variant WHERE folded = ?")
    var found: Set<Int64> = []
    for digest in Set(questions.foldedTexts.map(\.digest)) {
      let entries = try Int64.fetchCursor(statement, arguments: [digest])
      while let entry = try entries.next() { found.insert(entry) }
      if found.count > count / 4 { return nil }
    }
    return Array(found)
  }

  /// Puts entries together from the rows of their variants.
  private struct EntryReader {
    private var id: Int64?
    private var entry = MemoryEntry(TranslationUnit([], number: 0))
    private var languages: [String: LanguageTag] = [:]
    private var origins: [Data: String] = [:]

    /// Takes a row.
    ///
    /// - Returns: The entry before it, if the row begins another one.
    mutating func take(_ row: Row) throws -> MemoryEntry? {
      let id: Int64 = row[0]
      var before: MemoryEntry?
      if id != self.id {
        before = finish()
        self.id = id
        let name: Data = row[4]
        let isImport: Bool = row[5]
        let origin = origins[name] ?? (isImport ? "import " : "") + String(decoding: name, as: UTF8.self)
        origins[name] = origin
        entry = MemoryEntry(
          TranslationUnit([], source: row[3], number: row[1]), time: row[2], origin: origin)
      }
      let text: Data = row[7]
      entry.unit.variants.append(
        TranslationUnit.Variant(
          language: try language(row[6]), text: String(decoding: text, as: UTF8.self),
          standing: try StoredRows.standing(row[8])))
      return before
    }

    /// The last entry; nil if there is none.
    mutating func finish() -> MemoryEntry? {
      defer { id = nil }
      return id.map { _ in entry }
    }

    private mutating func language(_ name: String) throws -> LanguageTag {
      if let known = languages[name] { return known }
      guard let tag = LanguageTag(name) else {
        throw SQLiteFault(kind: .damaged, message: "The memory has a text in a language that is not one.")
      }
      languages[name] = tag
      return tag
    }
  }
}
