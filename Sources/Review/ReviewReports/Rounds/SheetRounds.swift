package import NStackAPI
package import ReviewSheets

/// The rounds of an application's sheets: the exports, the returns with their results, and the reviewers' notes.
package struct SheetRounds: Sendable {
  /// The exports and returns of one sheet.
  package struct Round: Hashable, Sendable {
    /// The last export of the sheet; nil if another machine exported it.
    package let export: SheetEvent.Export?
    /// The imports of the sheet's files, in order. A resumed import is included once, with its final result.
    package fileprivate(set) var returns: [SheetEvent.Return]
    /// What undos took back of the imports. A resumed undo is included once.
    fileprivate(set) var undoings: [SheetEvent.Undoing] = []
    /// When a person decided that the sheet is no longer expected back, or when the rows of a sheet to fix were sent from
    /// the first one instead; nil if neither happened.
    package fileprivate(set) var closedAt: String?

    /// When the last missing row was imported, even if that import was resumed later; nil if rows are still missing.
    package fileprivate(set) var returnedAt: String?
    /// Whether another export wrote to the sheet's file after a part of the sheet had come back.
    fileprivate var isReplaced = false
    /// The marks of the rows that came back, as far as parts of the sheet have come back.
    fileprivate var marks: Set<String> = []

    /// The rows that were judged, except for those that undos took back.
    fileprivate(set) var judged: [JudgedRows] = []
    /// The texts with notes in the files that came back.
    fileprivate var noted: Set<TextIdentity> = []

    /// The sheet's id; nil if the sheet is only known from files without one.
    package var id: String? { export?.sheetID ?? returns.first?.sheetID }
    /// The number of rows that imports sent, and that undos took back.
    package var undoneRows: Int { undoings.reduce(0) { $0 + ($1.isRedone ? -$1.rows : $1.rows) } }
    /// Whether the sheet, or a part of it, has not come back yet, but is expected back.
    package var isOut: Bool { returnedAt == nil && closedAt == nil && !isReplaced }

    /// The number of exported rows that came back. A row that came back in several files counts once.
    package var rowsBack: Int {
      guard let export, returns.allSatisfy({ $0.part != nil }) else { return export?.rows ?? returns.last?.rows ?? 0 }
      // Rows without a base have no mark.
      return min(export.rows, max(marks.count, returns.map(\.rows).max() ?? 0))
    }

    /// The number of rows that an import could not send, and that have not come back since.
    package var unsentRows: Int {
      var unsent: Set<String> = []
      var imports: Set<String> = []
      for file in returns {
        if imports.insert(file.importID).inserted {
          let files = returns.filter { $0.importID == file.importID }
          if files.contains(where: { $0.part == nil }) { unsent = [] }
          unsent.subtract(files.flatMap { ReturnedSheet.File.marks(in: $0.part ?? "") })
        }
        unsent.formUnion(ReturnedSheet.File.marks(in: file.unsent ?? ""))
      }
      return unsent.count
    }

    /// Whether some of the exported rows came back, and not all.
    package var isPartlyBack: Bool { !returns.isEmpty && returnedAt == nil }
  }

  /// The sheets, in the order in which they first appear in the register.
  package let rounds: [Round]
  /// The reviewers' notes that are still current, apart from those that say why a proposal was rejected.
  package let notes: [TextIdentity: String]
  /// All notes in files that came back, including notes that were changed or removed later.
  package let saidNotes: [TextIdentity: Set<String>]
  private let questions: Questions
  /// The last decision about each proposal that was rejected at some time, by its mark.
  let rejections: [String: SheetEvent.Rejection]

  /// The presets of all sheets that were exported for one, by the sheets' ids. A sheet to fix has that of the first one.
  package let presets: [String: String]
  /// The agencies of these sheets, by the sheets' ids: their names for people, or else the presets.
  package let agencies: [String: String]
  /// The authors of texts that came back and were not sent, by `WrittenText`.
  package let writers: [TextHash: Set<String>]
  /// The fingerprints of the orphaned proposals that exports told of.
  package let toldOrphans: Set<TextHash>

  /// The sheets that are out, in the order of their export.
  package var out: [Round] { rounds.filter(\.isOut) }

  package init(_ events: [SheetEvent]) {
    var rounds: [Round] = []
    var notes: [TextIdentity: String] = [:]
    var everSaid: [TextIdentity: Set<String>] = [:]
    var questions = Questions()
    var rejections: [String: SheetEvent.Rejection] = [:]
    var orphans: Set<TextHash> = []
    var presets: [String: String] = [:]
    var agencies: [String: String] = [:]
    var writers: [TextHash: Set<String>] = [:]
    for event in events {
      switch event {
      case .seen: break
      case .exported(let export):
        presets[export.sheetID] = export.preset ?? export.fixes.flatMap { presets[$0] }
        agencies[export.sheetID] = export.agency ?? export.preset ?? export.fixes.flatMap { agencies[$0] }
        if let told = export.orphans { orphans.insert(told) }
        // A file that was overwritten before it came back is no longer out.
        rounds.removeAll { $0.returns.isEmpty && $0.export?.file.sheetAddress == export.file.sheetAddress }
        for index in rounds.indices where rounds[index].export?.file.sheetAddress == export.file.sheetAddress {
          rounds[index].isReplaced = true
        }
        // A sheet without rows is not expected back.
        if export.rows > 0 { rounds.append(Round(export: export, returns: [])) }
      case .closed(let id, let time):
        if let index = rounds.lastIndex(where: { $0.id == id }) { rounds[index].closedAt = time }
      case .undone(let undoing):
        let index = rounds.firstIndex { round in
          round.returns.contains { $0.importID == undoing.importID && $0.digest == undoing.digest }
        }
        guard let index else { break }
        rounds[index].undoings.removeAll { $0.undoID == undoing.undoID && $0.digest == undoing.digest }
        rounds[index].undoings.append(undoing)
        let marks = Set(ReturnedSheet.File.marks(in: undoing.marks))
        if undoing.isRedone {
          let again = rounds[index].returns.filter { $0.importID == undoing.importID && $0.digest == undoing.digest }
          rounds[index].judged.add(again.flatMap(\.judged).keeping(marks), ofSameImport: false)
        } else {
          rounds[index].judged.remove(marks)
        }
      case .rejected(let decisions, _): for decision in decisions { rejections[decision.proposal] = decision }
      case .noted(let noted, _):
        for (text, note) in noted {
          notes[text] = note.isEmpty ? nil : note
          questions.hear(note, about: text, in: nil)
          if !note.isEmpty { everSaid[text, default: []].insert(note) }
        }
      case .returned(let returned):
        for (author, texts) in returned.written ?? [:] {
          for text in texts { writers[text, default: []].insert(author) }
        }
        let index = Self.index(of: returned, in: rounds)
        if index == rounds.count { rounds.append(Round(export: nil, returns: [])) }
        let known = rounds[index].returns.firstIndex {
          $0.digest == returned.digest && $0.importID == returned.importID
        }
        // The same file again, and nothing of it is left.
        if returned.unsent == nil, rounds[index].returns.contains(where: { $0.digest == returned.digest }) {
          for fix in rounds.indices where rounds[fix].returns.isEmpty && rounds[fix].closedAt == nil {
            if let first = rounds[fix].export?.fixes, first == rounds[index].id { rounds[fix].closedAt = returned.time }
          }
        }
        if let known { rounds[index].returns.remove(at: known) }
        rounds[index].returns.insert(returned, at: known ?? rounds[index].returns.endIndex)
        rounds[index].add(marksOf: returned)
        let isSame = rounds[index].returns.contains { $0.importID == returned.importID && $0.digest != returned.digest }
        rounds[index].judged.add(returned.judged, ofSameImport: isSame)
        // If a note was in the sheet, at its export or in an earlier return, and the complete sheet no longer has it,
        // the note was removed. If only a part of the sheet came back, a missing note means nothing.
        if let export = rounds[index].export, export.rows == returned.rows {
          let stood = Set(rounds[index].noted.union(export.notedTexts).map(\.normalized))
          notes = notes.filter { text, _ in !stood.contains(text.normalized) }
          for text in stood.subtracting(returned.notes.keys.map(\.normalized)) {
            questions.hear("", about: text, in: returned.sheetID)
          }
        }
        for (text, note) in returned.notes {
          notes[text] = note
          questions.hear(note, about: text, in: returned.sheetID ?? returned.digest)
          everSaid[text, default: []].insert(note)
        }
        rounds[index].noted.formUnion(returned.notes.keys)
      }
    }
    self.rounds = rounds
    // The reason for a rejection is the proposal's, and goes with it.
    let reasons = Set(rejections.values.map { [$0.text.normalized: $0.reason] })
    self.notes =
      rejections.isEmpty
      ? notes : notes.filter { !reasons.contains([$0.key.normalized: IgnoredChecks.removed(from: $0.value)]) }
    saidNotes = everSaid
    self.questions = questions
    self.rejections = rejections
    toldOrphans = orphans
    self.presets = presets
    self.writers = writers
    self.agencies = agencies
  }

  /// The decisions by which proposals are rejected, by the proposals' ids.
  package func rejections(of proposals: some Sequence<Proposal>) -> [Int: SheetEvent.Rejection] {
    guard !rejections.isEmpty else { return [:] }
    return proposals.reduce(into: [:]) { found, proposal in
      if let decision = rejections[proposal.mark], decision.reason != nil { found[proposal.id] = decision }
    }
  }

  /// Why the pending proposals of a catalog were rejected, by their ids.
  package func rejectionReasons(in catalog: Catalog) -> [Int: String] {
    rejections(of: catalog.proposals.values.joined()).compactMapValues(\.reason)
  }

  /// The answered questions about each key, in all locales, as lines for translators.
  package func answers(in catalog: Catalog) -> [TextKey: String] { questions.answered(in: catalog) }

  /// The index of the round that a file belongs to: that of the last exported sheet with the file's id. A file without
  /// an id belongs to the round in which the same file came back before, or else to the last sheet that was exported
  /// under its name. If there is no such round, the index of a new one.
  private static func index(of returned: SheetEvent.Return, in rounds: [Round]) -> Int {
    guard let id = returned.sheetID else {
      return rounds.lastIndex { $0.returns.contains { $0.digest == returned.digest } } ?? rounds.lastIndex {
        $0.export?.file.isNamed(like: returned.file) ?? false
      } ?? rounds.count
    }
    return rounds.lastIndex { $0.id == id } ?? rounds.count
  }
}

extension SheetRounds.Round {
  fileprivate mutating func add(marksOf returned: SheetEvent.Return) {
    marks.formUnion(ReturnedSheet.File.marks(in: returned.part ?? ""))
    if returnedAt == nil, rowsBack >= export?.rows ?? 0 { returnedAt = returned.time }
  }
}

extension String {
  /// The path of the file. For a file in Drive, the id without the name, because the name may change.
  fileprivate var sheetAddress: String { isInDrive ? split(separator: "/").first.map(String.init) ?? self : self }

  /// Whether a file without an id may be this sheet, because it has the same id in Drive, or the same name in any
  /// folder.
  fileprivate func isNamed(like other: String) -> Bool {
    isInDrive && other.isInDrive
      ? sheetAddress == other.sheetAddress : split(separator: "/").last == other.split(separator: "/").last
  }

  private var isInDrive: Bool { hasPrefix("drive:") }
}
