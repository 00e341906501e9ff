package import NStackAPI

/// The rounds of an application's sheets: the exports, the returns with their results, and the reviewers' notes.
package struct SheetRounds: Sendable {
  /// The exports and returns of one sheet.
  package struct Round: Hashable, Sendable {
    /// The last export of the sheet; nil if another machine exported it.
    package let export: SheetEvent.Export?
    /// The imports of the sheet's files, in order. A resumed import is included once, with its final result.
    package fileprivate(set) var returns: [SheetEvent.Return]
    /// When a person decided that the sheet is no longer expected back; nil if nobody did.
    package fileprivate(set) var closedAt: String?

    /// When the sheet was first imported, even if that import was resumed later; nil if it was not imported yet.
    package fileprivate(set) var firstReturnedAt: String?

    /// The texts with notes in the files that came back.
    fileprivate var noted: Set<TextIdentity> = []

    /// The sheet's id; nil if the sheet is only known from files without one.
    package var id: String? { export?.sheetID ?? returns.first?.sheetID }
    /// Whether the sheet has not come back yet, but is expected back.
    package var isOut: Bool { returns.isEmpty && closedAt == nil }
  }

  /// The sheets, in the order in which they first appear in the register.
  package let rounds: [Round]
  /// The reviewers' notes that are still current.
  package let notes: [TextIdentity: String]
  /// All notes in files that came back, including notes that were changed or removed later.
  package let saidNotes: [TextIdentity: Set<String>]

  /// The presets for which sheets were exported, by the sheets' ids.
  package var presets: [String: String] {
    rounds.reduce(into: [:]) { presets, round in
      if let export = round.export { presets[export.sheetID] = export.preset }
    }
  }

  /// The sheets that are out, in the order of their export.
  package var out: [Round] { rounds.filter(\.isOut) }

  package init(_ events: [SheetEvent]) {
    var rounds: [Round] = []
    var notes: [TextIdentity: String] = [:]
    var everSaid: [TextIdentity: Set<String>] = [:]
    for event in events {
      switch event {
      case .seen: break
      case .exported(let export):
        // A file that was overwritten before it came back is no longer out.
        rounds.removeAll { $0.returns.isEmpty && $0.export?.file.sheetAddress == export.file.sheetAddress }
        // A sheet without rows is not expected back.
        if export.rows > 0 { rounds.append(Round(export: export, returns: [])) }
      case .closed(let id, let time):
        if let index = rounds.lastIndex(where: { $0.id == id }) { rounds[index].closedAt = time }
      case .noted(let noted, _):
        for (text, note) in noted {
          notes[text] = note.isEmpty ? nil : note
          if !note.isEmpty { everSaid[text, default: []].insert(note) }
        }
      case .returned(let returned):
        let index = Self.index(of: returned, in: rounds)
        if index == rounds.count { rounds.append(Round(export: nil, returns: [])) }
        let known = rounds[index].returns.firstIndex {
          $0.digest == returned.digest && $0.importID == returned.importID
        }
        if let known { rounds[index].returns.remove(at: known) }
        rounds[index].returns.insert(returned, at: known ?? rounds[index].returns.endIndex)
        rounds[index].firstReturnedAt = rounds[index].firstReturnedAt ?? returned.time
        // If a note was in the sheet, at its export or in an earlier return, and the complete sheet no longer has it,
        // the note was removed. If only a part of the sheet came back, a missing note means nothing.
        if let export = rounds[index].export, export.rows == returned.rows {
          let stood = Set(rounds[index].noted.union(export.notedTexts).map(\.normalized))
          notes = notes.filter { text, _ in !stood.contains(text.normalized) }
        }
        for (text, note) in returned.notes {
          notes[text] = note
          everSaid[text, default: []].insert(note)
        }
        rounds[index].noted.formUnion(returned.notes.keys)
      }
    }
    self.rounds = rounds
    self.notes = notes
    saidNotes = everSaid
  }

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
