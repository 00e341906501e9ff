import Basics
public import NStackAPI

/// The returned files of one import, read as one sheet.
///
/// Rows without an edit are counted and not kept, so memory grows with the edits and not with the sheet.
public struct ReturnedSheet: Sendable {
  /// The rows of one worksheet with the header, or of a CSV file.
  public struct Table: Hashable, Sendable {
    /// The worksheet's name; nil in a CSV file.
    public let name: String?
    /// The number of rows that came back, counted as in ``File/rowCount``.
    public let rowCount: Int
    /// The number of rows that the export wrote, according to the file; nil if the file does not say.
    public let exportedRowCount: Int?
  }

  /// One file.
  public struct File: Hashable, Sendable {
    /// The path as it was given, or the address that the file was fetched from, such as `drive:ID/NAME`.
    public internal(set) var path: String
    /// The path at which the bytes are, if they were fetched.
    package var fetchedPath: String?
    /// The worksheets with the header; empty for a CSV file.
    public package(set) var worksheets: [String] = []
    /// The number of rows read. In the layout with a group of columns for each locale, each row counts once for each
    /// locale.
    public package(set) var rowCount = 0
    /// The tables, in the order of the file.
    public internal(set) var tables: [Table] = []
    /// The number of rows that the export wrote to the file; nil if it is not known.
    public package(set) var exportedRowCount: Int?
    /// The number of rows that a program wrote in another encoding, as far as the server can tell. An edit in such a file
    /// may be damaged as well.
    package internal(set) var reencodedRowCount = 0
    /// The sheet's id from the export; nil if the file does not contain it.
    public package(set) var sheetID: String?
    /// SHA-256 of the file's bytes in hexadecimal digits.
    public package(set) var digest: String

    /// The path at which the file can be read again.
    package var readablePath: String { fetchedPath ?? path }

    /// Adds the worksheets that the export wrote and that are missing from the file.
    mutating func addLostTables(_ counts: ExportedRowCounts?) {
      if let counts = counts?.counts, !counts.isEmpty { exportedRowCount = counts.reduce(0) { $0 + $1.rows } }
      for (name, rows) in counts?.counts ?? [] where !tables.contains(where: { $0.name == name }) {
        tables.append(Table(name: name, rowCount: 0, exportedRowCount: rows))
      }
    }

    /// Creates a file before any of its rows are read.
    package init(path: String, digest: String) {
      self.path = path
      self.digest = digest
    }
  }

  /// A file that was left out because it is not a review sheet.
  public struct ForeignFile: Hashable, Sendable {
    /// The path as it was given, or the address that the file was fetched from.
    public let path: String
    /// What was found in the file, and what a review sheet needs, in sentences.
    public let message: String

    /// Creates a foreign file from its fields.
    package init(path: String, message: String) {
      self.path = path
      self.message = message
    }

    /// The error that reports the file.
    var diagnostic: Diagnostic {
      Diagnostic(
        code: .sheetForeign, severity: .error,
        message: "\(Visible.path(path)): left out because it is not a review sheet: \(message)")
    }
  }

  /// A text in one file. Another file may have been exported at another time, when other proposals were pending.
  package struct ExportedText: Hashable, Sendable {
    /// The file's place in ``ReturnedSheet/files``.
    let file: Int
    /// The text's identity.
    let identity: TextHash
  }

  /// A reviewer's note.
  public struct Note: Hashable, Sendable {
    /// The place of the note's row.
    public internal(set) var place: RowPlace
    /// The text that the note is about.
    public let text: TextIdentity
    /// The text of the note.
    public let note: String
  }

  /// The files, in the order given.
  public package(set) var files: [File] = []
  /// The files that were left out because they are not review sheets; empty unless the reader was told to leave them
  /// out.
  public package(set) var foreignFiles: [ForeignFile] = []
  /// The rows that need a decision, in order of file and row: those with an edit, and those in which another cell
  /// changed.
  public package(set) var rows: [ReturnedRow] = []
  /// The number of rows without an edit, by the scope in their base; rows without a base count under nil.
  package var unchangedCounts: [TextHash?: Int] = [:]
  /// The number of rows without an edit, by the hash of their section and key.
  package var unchangedKeys: [UInt64: Int] = [:]
  /// The pending proposals of each text, as each file's export showed them: the hashes of their values, by id.
  package var exportedProposals: [ExportedText: [Int: TextHash]] = [:]
  /// Some rows without a base from each file, by the file's place in ``files``. Their current value begins with an
  /// apostrophe and a formula: if the server's text lacks the apostrophe, the file's texts have the apostrophes of a
  /// CSV export.
  package var guardWitnesses: [Int: [ReviewRow]] = [:]
  /// The exported values that are missing from their cells, by the file's place in ``files``.
  package var displacedValues: [Int: Set<TextHash>] = [:]
  /// The reviewers' notes.
  public package(set) var notes: [Note] = []
  /// Remarks about the files and rows; refusals of rows are not among them.
  public package(set) var diagnostics: [Diagnostic] = []

  /// The number of rows read.
  public var rowCount: Int { files.reduce(0) { $0 + $1.rowCount } }

  /// Creates an empty sheet.
  package init() {}
}
