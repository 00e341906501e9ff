import Basics
import NStackAPI
package import ReviewReports
public import TranslationReview

/// What the profile's journal and register contain about earlier imports.
extension ReviewProfile {
  // MARK: - The journal

  /// All imports in the journal, the newest last; none if nothing was ever imported.
  ///
  /// - Throws: ``ImportError``: `config.state-folder`; `JournalError`.
  public func imports() throws -> [KeptImport] {
    _ = try requiredJournalPath()
    return try readingJournal { try $0.imports() } ?? []
  }

  /// The imports of sheets and drafts by this profile, the newest last.
  package func importsOfSheets() throws -> [KeptImport] {
    try imports().filter { made($0) && [.sheets, .drafts].contains($0.purpose) }
  }

  /// The imports that went to this profile's application, platform and server, the newest last, and the number of others
  /// in its journal.
  package func importsOfServer() throws -> (imports: [KeptImport], others: Int) {
    let imports = try imports()
    let here = imports.filter { $0.scope == scope.hash }
    return (here, imports.count - here.count)
  }

  /// One import with its undoings.
  ///
  /// - Parameter name: Its id; `last` for the last import of this profile that is not an undo.
  /// - Throws: ``ImportError``: `config.state-folder`; `JournalError`: `unknownImport`.
  package func keptImport(named name: String) throws -> KeptImport {
    let imports = try imports()
    guard name == "last" else {
      guard let kept = imports.last(where: { $0.id == name }) else {
        throw JournalError(.unknownImport, "The journal has no import \"\(name)\".")
      }
      guard kept.scope == scope.hash else {
        throw JournalError(
          .unknownImport, "import \(name) went to another application, platform or server.",
          hint: "Use the settings that it was started with.")
      }
      return kept
    }
    let last = imports.last { kept in if case .undo = kept.purpose { false } else { made(kept) } }
    guard let last else { throw JournalError(.unknownImport, "The journal has no import of this profile yet.") }
    return last
  }

  /// The imports by this profile that were cut off, the newest last; none without a journal.
  package func unfinishedImports() throws(JournalError) -> [KeptImport] {
    try readingJournal { journal in try journal.unfinishedImports().filter(made) } ?? []
  }

  /// The import with an id that was cut off, whoever made it; or the last one by this profile.
  ///
  /// - Returns: Nil if no id was given and there is none.
  /// - Throws: `JournalError`: `unknownImport`.
  package func unfinishedImport(_ id: String?) throws(JournalError) -> KeptImport? {
    guard let id else { return try unfinishedImports().last }
    let named = try readingJournal { journal in try journal.unfinishedImports().last { $0.id == id } }
    if let kept = named.flatMap(\.self) { return kept }
    throw JournalError(.unknownImport, "There is no unfinished import \"\(id)\".")
  }

  /// The Sends of this profile's review page that were cut off, the newest last.
  package func cutOffSends() throws(JournalError) -> [KeptImport] {
    try unfinishedImports().filter { $0.purpose == .drafts }
  }

  /// The report of an import, from the journal.
  ///
  /// - Throws: ``ImportError``: `config.state-folder`; `JournalError`: `unknownImport`, `corrupt`.
  public func report(ofImport id: String) throws -> SubmissionReport {
    _ = try requiredJournalPath()
    guard let (record, entries) = try readingJournal({ try $0.record(ofImport: id) }) else {
      throw JournalError(.unknownImport, "The journal has no import \"\(id)\".")
    }
    return SubmissionReport(record, entries)
  }

  /// Whether an import was made for this application, platform and server, and under this guid, as far as the guid was
  /// kept.
  func made(_ kept: KeptImport) -> Bool {
    kept.scope == scope.hash && (kept.guidFingerprint == nil || kept.guidFingerprint == guidFingerprint)
  }

  /// Opens the journal for a closure; nil if there is none.
  func readingJournal<Value>(_ body: (ReviewJournal) throws -> Value) throws(JournalError) -> Value? {
    guard let journalPath, let journal = try ReviewJournal.open(path: journalPath, for: .reading) else { return nil }
    defer { journal.close() }
    return try JournalError.perform { try body(journal) }
  }

  func requiredJournalPath() throws(ImportError) -> String {
    guard let journalPath else { throw Self.noStateFolder }
    return journalPath
  }

  static var noStateFolder: ImportError {
    ImportError(
      .noStateFolder, "there is no folder to keep the journal in, as HOME is not set.",
      hint: "Set HOME or XDG_STATE_HOME.")
  }

  // MARK: - The register of sheets

  /// The rounds of this application's sheets.
  ///
  /// - Throws: The register's error, such as `SpreadsheetError` `io.read`.
  package func rounds() throws -> SheetRounds { SheetRounds(try register?.events(in: scope.hash) ?? []) }

  /// The rounds of this application's sheets. If the register cannot be read, there are none, and the dialog receives the
  /// error.
  package func rounds(_ dialog: any ImportDialog) -> SheetRounds {
    dialog.reporting(ImportEvent.registerFailed) { try rounds() } ?? SheetRounds([])
  }

  /// Records that sheets are no longer expected back. If one of them is unknown, nothing is recorded.
  ///
  /// - Parameter names: The ids of the sheets, or the paths or names of sheets that are out, as the board shows them.
  /// - Returns: The sheets.
  /// - Throws: ``ImportError``: `sheet.unknown-id`, `config.state-folder`; the register's error.
  package func close(sheets names: [String]) throws -> [SheetRounds.Round] {
    let register = try requiredRegister()
    let board = SheetBoard(try rounds().rounds, at: date())
    var ids: [String] = []
    for name in names {
      let (named, areAllMeant) = board.rounds(named: name, path: AbsolutePath.of(name))
      guard !named.isEmpty else {
        throw ImportError(
          .unknownSheet, "no sheet of this application that is out is called \"\(Visible.text(name))\".",
          hint: "Look up the name with `nstack-review sheets list`; its --all --json has the ids.")
      }
      guard areAllMeant else {
        let choices = named.map { "\($0.id ?? "") (\($0.export?.file ?? ""))" }
        throw ImportError(
          .unknownSheet, "\"\(Visible.text(name))\" is the name of several sheets that are out: \(Self.list(choices)).",
          hint: "Name the sheet by its id or path.")
      }
      ids += named.compactMap(\.id)
    }
    try register.append(ids.map { .closed(sheetID: $0, time: now) }, scope: scope.hash)
    return try rounds().rounds.filter { ids.contains($0.id ?? "") }
  }

  /// The register of sheets, for files that a team shares.
  ///
  /// - Throws: ``ImportError``: `config.state-folder`.
  package func requiredRegister() throws(ImportError) -> SheetRegisterFile {
    guard let register else { throw Self.noStateFolder }
    return register
  }

  /// Adds events to the register. If that fails, the dialog receives the error and nothing else changes.
  func record(_ events: [SheetEvent], _ dialog: any ImportDialog) {
    dialog.reporting(ImportEvent.registerFailed) { try register?.append(events, scope: scope.hash) }
  }

  /// Saves what the rows of an import reject, and what they approve after all. Otherwise the dialog receives the error.
  func recordRejections(of changeset: Changeset, _ dialog: any ImportDialog) {
    dialog.reporting(ImportEvent.registerFailed) {
      let event = SheetEvent.rejections(changeset, after: try rounds(), at: now)
      try register?.append([event].compactMap(\.self), scope: scope.hash)
    }
  }

  /// Adds the return of an earlier import's sheets to the register, unless it is already there. If that fails, the
  /// dialog receives the error and nothing else changes.
  func recordReturn(of record: SubmissionRecord, _ entries: [JournalEntry], _ dialog: any ImportDialog) {
    guard let register else { return }
    dialog.reporting(ImportEvent.registerFailed) {
      let known = SheetRounds(try register.events(in: record.scope)).rounds.flatMap(\.returns).map(\.digest)
      let returns = SheetEvent.returns(
        SubmissionReport(record, entries), of: record.id, at: UTCTime.text(record.startedAt), path: AbsolutePath.of
      ).filter { event in if case .returned(let file) = event { !known.contains(file.digest) } else { false } }
      if !returns.isEmpty { try register.append(returns, scope: record.scope) }
    }
  }

  // MARK: - Sign-offs

  /// The sign-offs that this profile's register has for its application, platform and server.
  ///
  /// - Throws: The register's error, such as `SpreadsheetError` `io.read`.
  package func signOffs() throws -> SignOffs { try signOffRegister?.signOffs(in: scope.hash) ?? SignOffs() }

  /// The same; nil if the register cannot be read. The dialog then receives the error.
  package func signOffs(_ dialog: any ImportDialog) -> SignOffs? {
    dialog.reporting(ImportEvent.registerFailed) { try signOffs() }
  }

  /// Adds sign-offs of this application, platform and server to the register.
  ///
  /// - Throws: ``ImportError``: `config.state-folder`; the register's error.
  package func keep(_ signOffs: SignOffs) throws -> SignOffs.Merge {
    guard let signOffRegister else { throw Self.noStateFolder }
    return try signOffRegister.add(signOffs, scope: scope.hash)
  }

  // MARK: - Earlier work on a sheet

  /// What earlier imports of the same sheets did. Undoing an import counts as work on that import's sheets.
  func history(of sheet: ReturnedSheet, against catalog: Catalog) throws -> OwnHistory {
    var history = OwnHistory(resolvingPathsBy: AbsolutePath.of)
    if let rounds = try? rounds() { (history.presets, history.writers) = (rounds.presets, rounds.writers) }
    try readingJournal { journal in
      try journal.add(OwnHistory.questions(of: sheet, against: catalog), to: &history, where: made)
    }
    return history
  }

  /// The edits of a sheet that earlier imports sent or found to be done already, and that were not undone since.
  func sentEdits(of sheet: ReturnedSheet) throws -> SentEdits {
    var sent = SentEdits()
    try readingJournal { journal in try add(journal, of: sheet, to: &sent) }
    return sent
  }

  private func add(_ journal: ReviewJournal, of sheet: ReturnedSheet, to sent: inout SentEdits) throws(JournalError) {
    let history = OwnHistory(resolvingPathsBy: AbsolutePath.of)
    var own: [String: Set<Int>] = [:]
    var imports: [KeptImport] = []
    for kept in try journal.imports() where made(kept) {
      if case .undo(let other) = kept.purpose {
        if own[other] != nil { imports.append(kept) }
        continue
      }
      let files = kept.files.indices.filter { index in
        sheet.files.contains { history.isSameWork(kept.files[index], $0) }
      }
      guard !files.isEmpty else { continue }
      own[kept.id] = Set(files)
      imports.append(kept)
    }
    // The last imports that concerned the texts of the sheet. Imports before them no longer matter.
    var open = Set(sheet.rows.map { $0.text.normalized })
    var last: [(files: Set<Int>?, record: SubmissionRecord, entries: [JournalEntry])] = []
    for kept in imports.reversed() where !open.isEmpty {
      let (record, entries) = try journal.record(ofImport: kept.id)
      last.append((own[kept.id], record, entries))
      open.subtract(record.changeset.items.map { $0.row.text.normalized })
    }
    for (files, record, entries) in last.reversed() {
      if let files {
        sent.add(record.changeset, entries) { files.contains($0) }
      } else {
        sent.removeUndone(record.changeset)
      }
    }
  }
}
