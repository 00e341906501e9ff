import NStackAPI
public import TranslationReview

/// One import as lists show it, and as its row in the journal stores it.
public struct KeptImport: Codable, Sendable {
  /// The import's name.
  public let id: String
  /// The plan that it carried out.
  package let identity: PlanIdentity
  /// Its purpose.
  package let purpose: SubmissionRecord.Purpose
  /// Its start in seconds since 1970.
  package let startedAt: Double
  /// The application, platform and origin that it went to.
  public let scope: TextHash
  /// A hash of the guid under which the proposals were made; nil if it was not kept.
  package let guidFingerprint: String?
  /// The files that were imported, with absolute paths.
  public let files: [ReturnedSheet.File]
  /// The people who wrote in its files and rows, as far as they are known, in alphabetical order.
  package let authors: [String]
  /// The files that are not review sheets and were left out.
  package let foreignFiles: [ReturnedSheet.ForeignFile]
  /// The number of calls that it planned.
  public let changes: Int
  /// The number of calls with each outcome, by `ChangeOutcome.name`; `not-attempted` for the rest.
  public private(set) var outcomes: [String: Int] = [:]
  /// The time of the last call, in seconds since 1970; nil if there was none.
  package private(set) var lastSent: Double?
  /// The time of the last call whose outcome is not known, in seconds since 1970; nil if none is unconfirmed.
  package internal(set) var lastUnconfirmed: Double?
  /// The time after which the unconfirmed call can no longer take effect; nil if there is none, or if the time was not
  /// kept.
  package internal(set) var unconfirmedTimeout: Duration?
  /// Whether nothing is left to resume.
  public private(set) var isComplete = false
  /// The undos of this import, the newest last. An undo that was itself undone as a whole is left out.
  package internal(set) var undoings: [Undoing] = []
  /// The number of rows of the plan with each verdict.
  let counts: [Verdict: Int]
  let isPart: Bool
  /// The sheet, preset or person whose part it undid; nil if it was not chosen so.
  package let share: String?
  let allowsDelete: Bool

  /// Creates an import that has not made a call yet.
  init(_ record: SubmissionRecord) {
    let changeset = record.changeset
    id = record.id
    identity = record.identity
    purpose = record.purpose
    startedAt = record.startedAt
    scope = record.scope
    guidFingerprint = record.guidFingerprint
    files = changeset.files.enumerated().map { index, file in
      var file = file
      if let paths = record.paths, paths.indices.contains(index) { file.path = paths[index] }
      return file
    }
    authors = Set(changeset.items.compactMap(\.row.place.author) + changeset.files.flatMap(\.authors)).sorted()
    foreignFiles = changeset.foreignFiles
    changes = changeset.changes.count
    counts = changeset.counts
    isPart = record.isPart
    share = record.share
    allowsDelete = record.allowsDelete
  }

  /// Updates the outcomes of the calls from the import's steps.
  mutating func follow(_ steps: [KeptStep]) {
    let progress = SubmissionProgress(count: changes, entries: steps.map(\.entry))
    var timeouts: [Int: Duration] = [:]
    for step in steps { if case .intent(let change, _, _, _) = step.entry { timeouts[change] = step.timeout } }
    let unconfirmed = progress.states.enumerated().filter { _, state in
      if case .unconfirmed = state.knownOutcome { true } else { false }
    }
    outcomes = progress.states.reduce(into: [:]) { $0[$1.knownOutcome?.name ?? "not-attempted", default: 0] += 1 }
    lastSent = progress.states.compactMap(\.lastSent).max()
    lastUnconfirmed = unconfirmed.map { $0.element.lastSent ?? 0 }.max()
    unconfirmedTimeout = unconfirmed.compactMap { timeouts[$0.offset] }.max()
    if case .ended(_, true)? = steps.last?.entry { isComplete = true }
  }

  /// The plan as the journal stores it: with absolute paths, and with the source text of each row whose sheet shows
  /// none.
  func keptPlan(of changeset: Changeset) -> Changeset {
    func kept(_ place: RowPlace) -> RowPlace {
      var place = place
      if files.indices.contains(place.fileIndex) { place.file = files[place.fileIndex].path }
      return place
    }
    return Changeset(
      items: changeset.items.map { item in
        var item = item
        item.row.place = kept(item.row.place)
        if item.row.sourceValue == nil, item.row.sourceText == nil, let source = item.source {
          item.row.cells.sourceText = source
        }
        return item
      }, changes: changeset.changes,
      diagnostics: changeset.diagnostics.map { finding in
        var finding = finding
        finding.place = finding.place.map(kept)
        return finding
      },
      notes: changeset.notes.map { note in
        var note = note
        note.place = kept(note.place)
        return note
      })
  }

  /// The import with its plan.
  func record(of changeset: Changeset) -> SubmissionRecord {
    SubmissionRecord(
      id: id, identity: identity, purpose: purpose, startedAt: startedAt, scope: scope,
      guidFingerprint: guidFingerprint, paths: files.map(\.path), allowsDelete: allowsDelete, isPart: isPart,
      share: share, changeset: changeset)
  }
}

/// A step as the journal stores it, with the time after which its call can no longer take effect.
struct KeptStep: Codable {
  let entry: JournalEntry
  let timeout: Duration?
}

extension KeptImport {
  /// An undo of an import.
  package struct Undoing: Hashable, Codable, Sendable {
    /// The id of the undo, which is an import itself.
    package let id: String
    /// Whether it undid everything.
    package let isWhole: Bool
  }

  /// Whether this import undoes all that another one did.
  fileprivate var isWholeUndo: Bool {
    isComplete && !isPart && !counts.keys.contains { $0.isRefusal || $0 == .conflict }
      && outcomes.keys.allSatisfy { ["applied", "already-there"].contains($0) }
  }

  fileprivate var hasEffect: Bool { ["applied", "already-there", "overridden"].contains { outcomes[$0] ?? 0 > 0 } }
}

extension [KeptImport] {
  /// The imports, each with its undoings. An undo that was itself undone in whole no longer counts.
  ///
  /// All of the journal's imports must be given, in its order.
  func withUndoings() -> [KeptImport] {
    var undoings: [String: [KeptImport.Undoing]] = [:]
    for kept in reversed() {
      guard case .undo(let other) = kept.purpose, kept.hasEffect, undoings[kept.id]?.contains(where: \.isWhole) != true
      else { continue }
      undoings[other, default: []].append(KeptImport.Undoing(id: kept.id, isWhole: kept.isWholeUndo))
    }
    return map { kept in
      var kept = kept
      kept.undoings = undoings[kept.id]?.reversed() ?? []
      return kept
    }
  }
}
