import Foundation
package import NStackAPI

/// Something that happened to a sheet, such as an export or a return, or notes that were written without a sheet. Each
/// event is one line of the register.
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
    /// The days after the export by which the sheet is expected back; nil if none was given.
    package let dueDays: Int?

    package init(
      sheetID: String, file: String, time: String, locales: [String], rows: Int, notedTexts: [TextIdentity] = [],
      preset: String? = nil, dueDays: Int? = nil
    ) {
      self.sheetID = sheetID
      self.file = file
      self.time = time
      self.locales = locales
      self.rows = rows
      self.notedTexts = notedTexts
      self.preset = preset
      self.dueDays = dueDays
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
    /// The number of rows read.
    package let rows: Int
    /// The number of rows with each result, by `RowResult.Kind`. Rows without an edit count as `unchanged`, and rows
    /// that a saved plan does not list as `other`.
    package let outcomes: [String: Int]
    /// The reviewers' notes in the sheet.
    package let notes: [TextIdentity: String]
    /// The people who wrote in the file, as far as they are known.
    package var authors: [String] = []
    /// The words that were sent, by locale and person.
    package var words: [SentWords] = []
    /// The id of the import; the same for a resumed import.
    package let importID: String
  }

  /// A sheet was exported.
  case exported(Export)
  /// A sheet came back.
  case returned(Return)
  /// A sheet is no longer expected back.
  case closed(sheetID: String, time: String)
  /// Notes were written on a review page; an empty one removes the text's note.
  case noted([TextIdentity: String], time: String)
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
    let words = changeset.sentWords(report)
    let untold = changeset.rowCount - changeset.items.count
    let isWhole =
      changeset.rowCount == changeset.files.reduce(0) { $0 + $1.rowCount }
      && untold <= changeset.counts[.unchanged, default: 0] + changeset.counts[.otherApplication, default: 0]
    return changeset.files.enumerated().map { index, file in
      var outcomes: [String: Int] = [:]
      for result in results where changeset.items[result.item].row.place.fileIndex == index {
        outcomes[result.kind.rawValue, default: 0] += 1
      }
      let unchanged = file.rowCount - outcomes.values.reduce(0, +)
      if unchanged > 0 { outcomes[isWhole ? "unchanged" : "other"] = unchanged }
      var notes: [TextIdentity: String] = [:]
      for note in changeset.notes where note.place.fileIndex == index {
        notes[note.text, default: ""] += notes[note.text] == nil ? note.note : "\n\(note.note)"
      }
      return .returned(
        Return(
          sheetID: file.sheetID, file: path(file.path), digest: file.digest, time: time, rows: file.rowCount,
          outcomes: outcomes, notes: notes, authors: file.authors, words: words[index] ?? [], importID: id))
    }
  }

  /// The event as a line of the register: an object with one member, whose name is the scope.
  package func line(scope: TextHash) throws -> String {
    String(decoding: try JSONEncoder.ofRecords.encode([scope.text: self]), as: UTF8.self)
  }

  /// Reads ``line(scope:)`` back; nil if the line is incomplete or has another form.
  package static func event(line: String) -> (event: SheetEvent, scope: TextHash)? {
    let events = try? JSONDecoder().decode([String: SheetEvent].self, from: Data(line.utf8))
    guard let (scope, event) = events?.first, let hash = TextHash(spelled: scope),
      event.rowCounts.allSatisfy(\.isRowCount)
    else { return nil }
    return (event, hash)
  }

  private var rowCounts: [Int] {
    switch self {
    case .exported(let export): [export.rows, export.dueDays ?? 0]
    case .returned(let returned): [returned.rows] + returned.outcomes.values + returned.words.flatMap(\.numbers)
    case .closed, .noted, .seen: []
    }
  }
}
