public import NStackAPI

/// What came back: all files of one import, read as one sheet.
///
/// Rows in which nothing was done are counted and not kept, so memory grows with the edits and not with the sheet.
public struct ReturnedSheet: Sendable {
  /// The rows of one worksheet that bears the header, or of a CSV file.
  public struct Table: Hashable, Sendable {
    /// The worksheet's name; nil in a CSV file.
    public let name: String?
    /// How many rows came back, counted as in ``File/rowCount``.
    public let rowCount: Int
    /// How many rows the export wrote, as the file says; nil where it does not.
    public let exportedRowCount: Int?
  }

  /// One file.
  public struct File: Hashable, Sendable {
    /// The path as it was given.
    public let path: String
    /// The worksheets that bear the header; empty in a CSV file.
    public var worksheets: [String] = []
    /// The rows read, in the layout with a group of columns for each locale one for each row and locale.
    public var rowCount = 0
    /// How many rows each of the tables has, in the order of the file.
    public internal(set) var tables: [Table] = []
    /// How many rows the export wrote to the file; nil where that is not known.
    public var exportedRowCount: Int?
    /// The sheet's id as its export wrote it; nil where the file does not say.
    public var sheetID: String?
    /// SHA-256 of the file's bytes in hexadecimal digits.
    public var digest: String

    /// Adds the worksheets that the export wrote and that are no longer in the file.
    mutating func addLostTables(_ counts: ExportedRowCounts?) {
      if let counts = counts?.counts, !counts.isEmpty { exportedRowCount = counts.reduce(0) { $0 + $1.rows } }
      for (name, rows) in counts?.counts ?? [] where !tables.contains(where: { $0.name == name }) {
        tables.append(Table(name: name, rowCount: 0, exportedRowCount: rows))
      }
    }

    /// Makes a file of which nothing has been read yet.
    public init(path: String, digest: String) {
      self.path = path
      self.digest = digest
    }
  }

  /// A file that can be read and is not a review sheet: it was left out.
  public struct ForeignFile: Hashable, Sendable {
    /// The path as it was given.
    public let path: String
    /// What was found in it, and what a review sheet needs, in sentences.
    public let message: String

    /// Makes a file of its fields.
    public init(path: String, message: String) {
      self.path = path
      self.message = message
    }

    /// The error that names the file among what was found.
    var diagnostic: Diagnostic {
      Diagnostic(
        code: Diagnostic.foreignFile, severity: .error,
        message: "\(Visible.path(path)): left out, as it is not a review sheet: \(message)")
    }
  }

  /// A text as one file shows it. Another file may have been exported at another time, when other proposals were pending.
  package struct ExportedText: Hashable, Sendable {
    /// The file's place in ``ReturnedSheet/files``.
    let file: Int
    /// The text's identity.
    let identity: TextHash
  }

  /// A reviewer's note.
  public struct Note: Hashable, Sendable {
    /// Where it stands.
    public let place: RowPlace
    /// The text that it is about.
    public let text: TextIdentity
    /// What was noted.
    public let note: String
  }

  /// The files, in the order given.
  public var files: [File] = []
  /// The files that are not review sheets and were left out; none unless the reading allows for them.
  public var foreignFiles: [ForeignFile] = []
  /// The rows that ask for a decision, in order of file and row.
  public var rows: [ReturnedRow] = []
  /// How many rows hold nothing to do, by the scope in their base; rows without a base under nil.
  public var unchangedCounts: [TextHash?: Int] = [:]
  /// How many rows hold nothing to do, by the hash of their section and key.
  package var unchangedKeys: [UInt64: Int] = [:]
  /// The pending proposals that the export of each file showed of each text: for each id the hash of its value.
  package var exportedProposals: [ExportedText: [Int: TextHash]] = [:]
  /// Rows without a base whose current value begins with an apostrophe and a formula, some of each file, by its place in
  /// ``files``: where the server's text lacks the apostrophe, the file's texts have those of a CSV export.
  package var guardWitnesses: [Int: [ReviewRow]] = [:]
  /// The exported values that are no longer in their cells, by the file's place in ``files``.
  package var displacedValues: [Int: Set<TextHash>] = [:]
  /// The reviewers' notes.
  public var notes: [Note] = []
  /// What should be known, gravest concerns of rows aside.
  public var diagnostics: [Diagnostic] = []
  /// Rows in which nothing was done but whose guarded cells are damaged: how many, and the first of them.
  public var damagedUnchangedCount = 0

  /// All rows read.
  public var rowCount: Int { files.reduce(0) { $0 + $1.rowCount } }

  /// Makes an empty sheet.
  public init() {}
}
