import ReviewJournal
import TranslationReview

/// The journal of a connection's profile: where it is, and what it says about sheets that come back.
enum JournalPlace {
  /// Opens the journal to import; nobody else on this machine does at the same time.
  static func openForImport(_ connection: Connection) throws -> ReviewJournal {
    let path = try path(connection)
    try PlainFile.makeFolders(above: path)
    guard let journal = try ReviewJournal.open(path: path, for: .importing) else {
      throw JournalError(.unusable, "The journal \(path) could not be made.")
    }
    return journal
  }

  /// Opens the journal to look; nil where nothing was ever imported.
  static func openForReading(_ connection: Connection) throws -> ReviewJournal? {
    try ReviewJournal.open(path: try path(connection), for: .reading)
  }

  /// The imports that were cut off, the newest last.
  static func unfinishedImports(_ connection: Connection) throws -> [KeptImport] {
    guard connection.journalPath != nil, let journal = try openForReading(connection) else { return [] }
    defer { journal.close() }
    return try journal.unfinishedImports()
  }

  private static func path(_ connection: Connection) throws -> String {
    guard let path = connection.journalPath else {
      throw Failure.usage(
        "config.state-folder", "there is no folder to keep the journal in, as HOME is not set.",
        hint: "Set HOME or XDG_STATE_HOME.")
    }
    return path
  }

  /// What earlier imports of the same sheets did. What an import took back counts as work on the sheets that it came from.
  static func history(
    of sheet: ReturnedSheet, against catalog: Catalog, _ connection: Connection
  ) throws -> OwnHistory {
    var history = OwnHistory(resolvingPathsBy: AbsolutePath.of)
    guard connection.journalPath != nil, let journal = try openForReading(connection) else { return history }
    defer { journal.close() }
    try journal.add(OwnHistory.questions(of: sheet, against: catalog), of: sheet.files, to: &history) {
      $0.isOf(connection)
    }
    return history
  }

  /// What earlier imports of the same sheets brought to the server, and did not take back.
  static func sentEdits(of sheet: ReturnedSheet, _ connection: Connection) throws -> SentEdits {
    var sent = SentEdits()
    guard connection.journalPath != nil, let journal = try openForReading(connection) else { return sent }
    defer { journal.close() }
    let history = OwnHistory(resolvingPathsBy: AbsolutePath.of)
    var own: [String: Set<Int>] = [:]
    var imports: [KeptImport] = []
    for kept in try journal.imports() where kept.isOf(connection) {
      if case .undo(let other) = kept.purpose {
        if own[other] != nil { imports.append(kept) }
        continue
      }
      let places = kept.files.indices.filter { place in
        sheet.files.contains { history.isSameWork(kept.files[place], $0) }
      }
      guard !places.isEmpty else { continue }
      own[kept.id] = Set(places)
      imports.append(kept)
    }
    for (kept, record, entries) in try latest(imports, forTextsOf: sheet, journal) {
      if let places = own[kept.id] {
        sent.add(record.changeset, entries) { places.contains($0) }
      } else {
        sent.takeBack(record.changeset)
      }
    }
    return sent
  }

  /// The last imports that had to do with the texts of a sheet, the newest last: what came before them counts no more.
  private static func latest(
    _ imports: [KeptImport], forTextsOf sheet: ReturnedSheet, _ journal: ReviewJournal
  ) throws -> [(KeptImport, SubmissionRecord, [JournalEntry])] {
    var open = Set(sheet.rows.map { $0.text.normalized })
    var found: [(KeptImport, SubmissionRecord, [JournalEntry])] = []
    for kept in imports.reversed() where !open.isEmpty {
      let (record, entries) = try journal.record(ofImport: kept.id)
      found.append((kept, record, entries))
      open.subtract(record.changeset.items.map { $0.row.text.normalized })
    }
    return found.reversed()
  }

  /// Ends with the reason where an import is not of the application, server and person connected to.
  static func check(_ kept: KeptImport, isOf connection: Connection, for what: String) throws {
    guard kept.scope == connection.scope.hash else {
      throw Failure.usage(
        "\(what).other-application", "import \(kept.id) went to another application, platform or server.",
        hint: "Use the profile that it was begun with.")
    }
    guard kept.isOf(connection) else {
      throw Failure.usage(
        "\(what).other-guid",
        "import \(kept.id) was made under another guid, so what it proposed is not this profile's.",
        hint: "Use the guid that it was begun with.")
    }
  }

  /// A name for a new import: the time, and three letters against another one in the same second.
  static func newID() -> String {
    let digits = CalendarTime.now().filter(\.isNumber)
    let letters = String((0..<3).map { _ in "abcdefghjkmnpqrstuvwxyz23456789".randomElement() ?? "a" })
    return "\(digits.prefix(8))-\(digits.dropFirst(8).prefix(6))-\(letters)"
  }
}
