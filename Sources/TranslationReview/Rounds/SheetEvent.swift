public import NStackAPI

/// Something that happened to a sheet: it went out, or it came back. One line of the register.
public enum SheetEvent: Hashable, Sendable {
  /// A sheet went out.
  public struct Export: Hashable, Sendable {
    /// The sheet's id.
    public let sheetID: String
    /// The path from the root of the file that was written.
    public let file: String
    /// When, in UTC, ISO 8601.
    public let time: String
    /// The locales in it.
    public let locales: [String]
    /// The rows in it.
    public let rows: Int
    /// The texts whose notes stand in it.
    public let notedTexts: [TextIdentity]

    /// Makes an export of its fields.
    public init(
      sheetID: String, file: String, time: String, locales: [String], rows: Int, notedTexts: [TextIdentity] = []
    ) {
      self.sheetID = sheetID
      self.file = file
      self.time = time
      self.locales = locales
      self.rows = rows
      self.notedTexts = notedTexts
    }
  }

  /// A sheet came back and was imported.
  public struct Return: Hashable, Sendable {
    /// The sheet's id; nil where the file does not say, as one that older versions exported as CSV does not.
    public let sheetID: String?
    /// The file that was read.
    public let file: String
    /// SHA-256 of the file.
    public let digest: String
    /// When, in UTC, ISO 8601.
    public let time: String
    /// The rows read.
    public let rows: Int
    /// How many rows ended how, by ``RowResult/Kind``; rows in which nothing was done under `unchanged`, those that a saved
    /// plan does not tell of under `other`.
    public let outcomes: [String: Int]
    /// The reviewers' notes in it; nil where they were not read.
    public let notes: [TextIdentity: String]?

    /// Makes a return of its fields.
    public init(
      sheetID: String?, file: String, digest: String, time: String, rows: Int, outcomes: [String: Int],
      notes: [TextIdentity: String]?
    ) {
      self.sheetID = sheetID
      self.file = file
      self.digest = digest
      self.time = time
      self.rows = rows
      self.outcomes = outcomes
      self.notes = notes
    }
  }

  /// A sheet went out.
  case exported(Export)
  /// A sheet came back.
  case returned(Return)

  /// What an import says about each of its files.
  ///
  /// - Parameters:
  ///   - knowsNotes: Whether the report holds all notes, as it does not where an import was gone on with.
  ///   - path: Makes of a file's path, as it was given, one from the root.
  public static func returns(
    _ report: SubmissionReport, at time: String, knowsNotes: Bool = true, path: (String) -> String = { $0 }
  ) -> [SheetEvent] {
    let results = report.results
    // A saved plan counts the rows that it left out, and does not tell of which file they are.
    let changeset = report.changeset
    let untold = changeset.rowCount - changeset.items.count
    let isWhole =
      changeset.rowCount == changeset.files.reduce(0) { $0 + $1.rowCount }
      && untold <= changeset.counts[.unchanged, default: 0] + changeset.counts[.otherApplication, default: 0]
    return report.changeset.files.enumerated().map { index, file in
      var outcomes: [String: Int] = [:]
      for result in results where report.changeset.items[result.item].row.place.fileIndex == index {
        outcomes[result.kind.rawValue, default: 0] += 1
      }
      let unchanged = file.rowCount - outcomes.values.reduce(0, +)
      if unchanged > 0 { outcomes[isWhole ? "unchanged" : "other"] = unchanged }
      var notes: [TextIdentity: String] = [:]
      for note in report.changeset.notes where note.place.fileIndex == index {
        notes[note.text, default: ""] += notes[note.text] == nil ? note.note : "\n\(note.note)"
      }
      return .returned(
        Return(
          sheetID: file.sheetID, file: path(file.path), digest: file.digest, time: time, rows: file.rowCount,
          outcomes: outcomes, notes: knowsNotes ? notes : nil))
    }
  }
}
