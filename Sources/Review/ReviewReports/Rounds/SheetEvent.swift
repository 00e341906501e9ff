import Foundation
package import NStackAPI

/// Something that happened to a sheet, such as an export or a return, or notes that were written without a sheet. Each
/// event is one line of the register, and registers that were merged are one set of lines.
package enum SheetEvent: Hashable, Codable, Sendable {
  /// The export of a sheet.
  package struct Export: Hashable, Codable, Sendable {
    /// The sheet's id.
    package let sheetID: String
    /// The absolute path of the file that was written.
    package let file: String
    /// The time of the export, in UTC, ISO 8601.
    package let time: String
    /// The locales in the sheet.
    package let locales: [String]
    /// The number of rows in the sheet.
    package let rows: Int
    /// The texts whose notes are in the sheet.
    package let notedTexts: [TextIdentity]
    /// The preset for which the sheet was exported; nil if there was none.
    package let preset: String?
    /// The name of who gets the sheet, for people; nil for that of the preset.
    package let agency: String?
    /// The days after the export by which the sheet is expected back; nil if none was given.
    package let dueDays: Int?
    /// The id of the sheet whose rows it has again, to be fixed; nil for the sheet of an export.
    package let fixes: String?
    /// The fingerprint of the proposals without a text that the export told of; nil if there were none.
    package let orphans: TextHash?

    package init(
      sheetID: String, file: String, time: String, locales: [String], rows: Int, notedTexts: [TextIdentity] = [],
      preset: String? = nil, agency: String? = nil, dueDays: Int? = nil, fixes: String? = nil, orphans: TextHash? = nil
    ) {
      self.sheetID = sheetID
      self.file = file
      self.time = time
      self.locales = locales
      self.rows = rows
      self.notedTexts = notedTexts
      self.preset = preset
      self.agency = agency
      self.dueDays = dueDays
      self.fixes = fixes
      self.orphans = orphans
    }
  }

  /// The import of a sheet that came back.
  package struct Return: Hashable, Codable, Sendable {
    /// The sheet's id; nil if no row of the file names one.
    package let sheetID: String?
    /// The file that was imported.
    package let file: String
    /// SHA-256 of the file.
    package let digest: String
    /// The time of the import, in UTC, ISO 8601.
    package let time: String
    /// The number of different rows read.
    package let rows: Int
    /// The number of rows with each result, by `RowResult.Kind`. Rows without an edit count as `unchanged`, and rows
    /// that a saved plan does not list as `other`. A row that counts in another place, because it came back twice, is
    /// `repeated`.
    package let outcomes: [String: Int]
    /// The reviewers' notes in the sheet.
    package let notes: [TextIdentity: String]
    /// The people who wrote in the file, as far as they are known.
    package var authors: [String] = []
    /// The marks of the rows, if rows of the export are missing: ``ReturnedSheet/File/part``.
    package var part: String?
    /// The marks of the rows that were neither sent nor done without a call; nil if there are none.
    package var unsent: String?
    /// The texts that were written and not sent, as `WrittenText`, by their authors; nil if there are none.
    package var written: [String: [TextHash]]?
    /// The words that were sent, by locale and person.
    package var words: [SentWords] = []
    /// The rows whose texts were sent or approved, or in which a reviewer noted errors.
    package var judged: [JudgedRows] = []
    /// The id of the import; the same for a resumed import.
    package let importID: String
  }

  /// What an undo took back of a sheet that came back.
  package struct Undoing: Hashable, Codable, Sendable {
    /// The id of the undo, which is an import itself; the same for a resumed undo.
    package let undoID: String
    /// The id of the import that was undone.
    package let importID: String
    /// SHA-256 of the file that was imported.
    package let digest: String
    /// The number of rows that the import had sent and that the undo took back.
    package let rows: Int
    /// The words of these rows, by locale and person.
    package var words: [SentWords] = []
    /// The marks of these rows, as in ``Return/unsent``.
    package var marks = ""
    /// Whether the rows were sent again instead, because the undo was of an undo.
    package let isRedone: Bool
    package let time: String
  }

  /// A decision about a pending proposal of somebody else.
  package struct Rejection: Hashable, Codable, Sendable {
    package let text: TextIdentity
    /// The proposal's ``Proposal/mark``.
    package let proposal: String
    /// Why it was rejected; empty if no reason was given, nil if it no longer is rejected.
    package let reason: String?
    /// Who decided, as far as that is known.
    package let author: String?
    /// The time of the decision, in UTC, ISO 8601.
    package let time: String
  }

  /// A sheet was exported.
  case exported(Export)
  /// A sheet came back.
  case returned(Return)
  /// Proposals and deletions of a sheet were taken back.
  case undone(Undoing)
  /// A sheet is no longer expected back.
  case closed(sheetID: String, time: String)
  /// Notes were written on a review page; an empty one removes the text's note.
  case noted([TextIdentity: String], time: String)
  /// Proposals were rejected, or approved after all.
  case rejected([Rejection], time: String)
  /// Proposals, each by its fingerprint, were marked as seen by a profile.
  case seen([String], profile: String, time: String)

  /// The events of an import, one for each of its files.
  ///
  /// - Parameters:
  ///   - id: The import's id.
  ///   - path: Makes an absolute path from the path of a file as it was given.
  package static func returns(
    _ report: SubmissionReport, of id: String, at time: String, path: (String) -> String = { $0 }
  ) -> [SheetEvent] {
    let results = report.results
    // A saved plan counts the rows that it left out, but does not say which file they are in.
    let changeset = report.changeset
    let copies = changeset.copies(report)
    let words = changeset.sentWords(report, without: copies)
    let judged = changeset.judgedRows(report)
    let untold = changeset.rowCount - changeset.items.count
    let isWhole =
      changeset.rowCount == changeset.files.reduce(0) { $0 + $1.rowCount }
      && untold <= changeset.counts[.unchanged, default: 0] + changeset.counts[.otherApplication, default: 0]
    return changeset.files.enumerated().map { index, file in
      var outcomes: [String: Int] = [:]
      var unsent: Set<String> = []
      var written: [String: [TextHash]] = [:]
      for result in results where changeset.items[result.item].row.place.fileIndex == index {
        let item = changeset.items[result.item]
        let row = item.row
        outcomes[copies.contains(result.item) ? "repeated" : result.kind.rawValue, default: 0] += 1
        if let author = row.place.author, let offer = item.offer, offer.kind == .mendedSource {
          written[author, default: []] += offer.texts.map { WrittenText.hash(offer.value, of: $0) }
        }
        guard [.refused, .undecided].contains(result.kind.group) else { continue }
        unsent.insert(row.mark.text)
        if let author = row.place.author, row.intent.isProposal, row.isProposalChanged {
          written[author, default: []].append(WrittenText.hash(row.proposal, of: row.text))
        }
      }
      let unchanged = file.rowCount - outcomes.values.reduce(0, +)
      if unchanged > 0 { outcomes[isWhole ? "unchanged" : "other"] = unchanged }
      var notes: [TextIdentity: String] = [:]
      for note in changeset.notes where note.place.fileIndex == index {
        notes[note.text, default: ""] += notes[note.text] == nil ? note.note : "\n\(note.note)"
      }
      return .returned(
        Return(
          sheetID: file.sheetID, file: path(file.path), digest: file.digest, time: time, rows: file.distinctRowCount,
          outcomes: outcomes, notes: notes, authors: file.authors, part: file.part,
          unsent: unsent.isEmpty ? nil : unsent.sorted().joined(), written: written.isEmpty ? nil : written,
          words: words[index] ?? [], judged: judged[index] ?? [], importID: id))
    }
  }

  /// The event of what an import rejects and approves; nil if that is known already.
  package static func rejections(_ changeset: Changeset, after rounds: SheetRounds, at time: String) -> SheetEvent? {
    let known = rounds.rejections
    let notes = Dictionary(grouping: changeset.notes, by: \.place)
    let decisions = changeset.items.compactMap { item -> Rejection? in
      let row = item.row
      if item.verdict == .rejected, let mark = item.serverProposal?.mark {
        let reason = IgnoredChecks.removed(
          from: notes[row.place].map { $0.map(\.note).joined(separator: "\n") } ?? row.note)
        return known[mark]?.reason == reason
          ? nil : Rejection(text: row.text, proposal: mark, reason: reason, author: row.place.author, time: time)
      }
      guard item.verdict == .reviewed, let id = row.base?.proposalID else { return nil }
      let mark = Proposal(id: id, text: row.text, value: row.proposal, canDelete: false).mark
      return known[mark]?.reason == nil
        ? nil : Rejection(text: row.text, proposal: mark, reason: nil, author: row.place.author, time: time)
    }
    return decisions.isEmpty ? nil : .rejected(decisions, time: time)
  }

  /// The events of an undo, one for each file of which it took rows back.
  ///
  /// - Parameters:
  ///   - texts: The texts whose calls the undo took back.
  ///   - report: What the import that was undone did.
  ///   - importID: The id of that import.
  ///   - undoID: The id of the undo.
  ///   - isRedone: Whether it was the undo of an undo.
  package static func undoings(
    of texts: Set<TextIdentity>, in report: SubmissionReport, of importID: String, by undoID: String, isRedone: Bool,
    at time: String
  ) -> [SheetEvent] {
    let changeset = report.changeset
    var rows: [Int: Int] = [:]
    let copies = changeset.copies(report)
    var marks: [Int: Set<String>] = [:]
    for result in report.results where result.kind == .sent && !copies.contains(result.item) {
      let row = changeset.items[result.item].row
      guard texts.contains(row.text.normalized) else { continue }
      rows[row.place.fileIndex, default: 0] += 1
      marks[row.place.fileIndex, default: []].insert(row.mark.text)
    }
    let words = changeset.sentWords(report, of: texts, without: copies)
    return changeset.files.enumerated().compactMap { index, file in
      rows[index].map {
        .undone(
          Undoing(
            undoID: undoID, importID: importID, digest: file.digest, rows: $0, words: words[index] ?? [],
            marks: (marks[index] ?? []).sorted().joined(), isRedone: isRedone, time: time))
      }
    }
  }

  private struct Line: Codable {
    let scope: String
    let order: Int
    let event: SheetEvent
  }

  /// The event as a line of the register.
  ///
  /// - Parameter order: A number that is greater than in the register's earlier lines.
  package func line(scope: TextHash, order: Int) throws -> String {
    let line = Line(scope: scope.text, order: order, event: self)
    return String(decoding: try JSONEncoder.ofRecords.encode(line), as: UTF8.self)
  }

  /// Reads ``line(scope:order:)`` back; nil if the line is incomplete or has another form.
  package static func event(line: String) -> (event: SheetEvent, scope: TextHash, order: Int)? {
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)),
      let scope = TextHash(spelled: line.scope), (line.event.rowCounts + [line.order]).allSatisfy(\.isRowCount)
    else { return nil }
    return (line.event, scope, line.order)
  }

  /// The events of one application, each with its line, in the order of their times. One machine's events of the same
  /// second are in the order in which it wrote them. The order of the lines does not matter.
  package static func events(in lines: [Substring], scope: TextHash) -> [(event: SheetEvent, line: String)] {
    let read = Set(lines).compactMap { text -> (key: (String, Int, String), event: SheetEvent)? in
      let text = String(text)
      guard let line = event(line: text), line.scope == scope else { return nil }
      return ((line.event.time, line.order, text), line.event)
    }
    return read.sorted { $0.key < $1.key }.map { ($0.event, $0.key.2) }
  }

  private var time: String {
    switch self {
    case .exported(let export): export.time
    case .returned(let returned): returned.time
    case .undone(let undoing): undoing.time
    case .closed(_, let time), .noted(_, let time), .rejected(_, let time), .seen(_, _, let time): time
    }
  }

  /// Whether the event is of this person alone.
  package var isPersonal: Bool { if case .seen = self { true } else { false } }

  private var rowCounts: [Int] {
    switch self {
    case .exported(let export): [export.rows, export.dueDays ?? 0]
    case .returned(let returned):
      [returned.rows] + returned.outcomes.values + returned.words.flatMap(\.numbers)
        + returned.judged.flatMap(\.words.values)
    case .undone(let undoing): [undoing.rows] + undoing.words.flatMap(\.numbers)
    case .closed, .noted, .rejected, .seen: []
    }
  }
}

extension Proposal {
  /// A mark of the proposal in the register. It includes the value: a server may keep the id when the value changes, and
  /// the proposal is then another one.
  package var mark: String { TextHash(chain: [String(id), value]).text }
}
