import Basics
package import NStackAPI

/// The returned files of one import, read as one sheet.
///
/// Unedited rows are counted but not kept, so memory grows with the edits and not with the sheet.
public struct ReturnedSheet: Sendable {
  /// The rows of one worksheet with the header, or of a file without worksheets.
  package struct Table: Hashable, Sendable {
    /// The worksheet's name; nil in a file without worksheets.
    package let name: String?
    /// The number of rows that came back, counted as in ``File/rowCount``.
    package let rowCount: Int
    /// The number of rows that the export wrote, according to the file; nil if the file does not say.
    package let exportedRowCount: Int?
  }

  /// One file. Journals of imports and saved plans store its encoded form, without the results of reading the file.
  public struct File: Hashable, Codable, Sendable {
    private enum CodingKeys: CodingKey {
      case path, format, worksheets, rowCount, repeatedRowCount, exportedRowCount, part, sheetID, agency, authors,
        digest
    }

    /// The path as it was given, or the address that the file was fetched from, such as `drive:ID/NAME`.
    public package(set) var path: String
    package var fetchedPath: String?
    /// The format of a table; nil for a file in an exchange format.
    package var format: SheetFormat?
    /// The worksheets with the header; empty for a file without worksheets.
    public package(set) var worksheets: [String] = []
    /// The number of rows read. In the layout with a group of columns for each locale, each row counts once for each
    /// locale.
    package var rowCount = 0
    /// The number of rows that repeat other rows of the file; nil if there are none.
    package private(set) var repeatedRowCount: Int?
    /// The tables, in the order of the file.
    package internal(set) var tables: [Table] = []
    /// The number of rows that the export wrote to the file; nil if it is not known.
    package var exportedRowCount: Int?
    /// The marks of the rows with a base.
    var rowMarks: Set<TextHash> = []
    /// The marks of the rows, ten letters each, if a plan found that others are missing; else nil.
    package private(set) var part: String?
    /// The number of rows that a program saved in a wrong encoding, as far as a comparison with the server's texts
    /// shows. Edits in such a file may be damaged too.
    package var reencodedRowCount = 0
    /// The sheet's id from the export; nil if the file does not contain it.
    package var sheetID: String?
    /// The agency for which the sheet was exported, as the register of sheets says; nil if it does not.
    package var agency: String?
    /// When the file was last saved, in seconds since 1970: as the workbook says, else as the file system does. Nil if it
    /// is not known.
    package var savedAt: Double?
    /// The people who wrote in the file, as far as the file or the user names them.
    package var authors: [String] = []
    /// SHA-256 of the file's bytes in hexadecimal digits.
    public package(set) var digest: String

    /// The path at which the file can be read again.
    package var readablePath: String { fetchedPath ?? path }

    /// The file as a plan keeps it: with the marks of its rows only if rows are missing.
    package var marked: Self {
      var file = self
      file.part = exportedRowCount.map { distinctRowCount < $0 } ?? false ? rowMarks.map(\.text).sorted().joined() : nil
      file.rowMarks = []
      return file
    }

    /// The number of rows, of which those that repeat another one count once.
    package var distinctRowCount: Int { rowCount - (repeatedRowCount ?? 0) }

    /// The marks of the rows, as far as they are known.
    var marks: Set<String> { part.map { Set(Self.marks(in: $0)) } ?? Set(rowMarks.map(\.text)) }

    /// The marks in a text of marks, such as ``part``.
    package static func marks(in text: String) -> [String] {
      var (marks, rest): ([String], Substring) = ([], text[...])
      while !rest.isEmpty {
        marks.append(String(rest.prefix(10)))
        rest = rest.dropFirst(10)
      }
      return marks
    }

    /// Adds the mark of a row with a base.
    ///
    /// - Parameter identity: That of the row's cells. A row with a copy of another row's base does not repeat that row.
    mutating func mark(_ base: RowBase, _ identity: TextHash) {
      if rowMarks.insert(base.rowMark).inserted { return }
      if identity != base.identity, rowMarks.insert(identity).inserted { return }
      repeatedRowCount = (repeatedRowCount ?? 0) + 1
    }

    /// Adds the worksheets that the export wrote and that are missing from the file.
    mutating func addLostTables(_ counts: ExportedRowCounts?) {
      if let counts = counts?.counts, !counts.isEmpty { exportedRowCount = counts.reduce(0) { $0 + $1.rows } }
      // A file without worksheets is one table, whatever its name was.
      guard !worksheets.isEmpty else { return }
      for (name, rows) in counts?.counts ?? [] where !tables.contains(where: { $0.name == name }) {
        tables.append(Table(name: name, rowCount: 0, exportedRowCount: rows))
      }
    }

    /// Creates a file before any of its rows are read.
    package init(path: String, digest: String) { (self.path, self.digest) = (path, digest) }
  }

  /// A file that was left out because it is not a review sheet, or cannot be read. Journals of imports store its
  /// encoded form.
  package struct ForeignFile: Hashable, Codable, Sendable {
    /// The path as it was given, or the address that the file was fetched from.
    package let path: String
    /// What was found in the file, and what a review sheet needs, in sentences.
    package let message: String

    package init(path: String, message: String) { (self.path, self.message) = (path, message) }

    /// The error that reports the file.
    package var diagnostic: Diagnostic {
      Diagnostic(
        code: .sheetForeign, severity: .error,
        message: "\(Visible.path(path)): left out because it cannot be read as a review sheet: \(message)")
    }
  }

  /// A text in one file. Another file may have been exported at another time, with other proposals pending.
  package struct ExportedText: Hashable, Sendable {
    /// The file's index in ``ReturnedSheet/files``.
    package let file: Int
    package let identity: TextHash

    package init(file: Int, identity: TextHash) { (self.file, self.identity) = (file, identity) }
  }

  /// A reviewer's note. Journals of imports store its encoded form.
  package struct Note: Hashable, Codable, Sendable {
    /// The place of the note's row.
    package var place: RowPlace
    /// The text that the note is about.
    package let text: TextIdentity
    /// The text of the note.
    package let note: String
    /// The row whose text the note names errors in; nil for other notes.
    package private(set) var judged: JudgedRow?

    /// A row by its mark, with the text that a reviewer judged.
    package struct JudgedRow: Hashable, Codable, Sendable {
      package let mark: TextHash
      package let text: String
    }

    init(of row: ReturnedRow, _ errors: NotedErrors) {
      self.init(place: row.place, text: row.text, note: row.note)
      // Who rejects a text did not write it.
      if !errors.errors.isEmpty, !row.intent.isRejection { judged = JudgedRow(mark: row.mark, text: row.judgedText) }
    }

    package init(place: RowPlace, text: TextIdentity, note: String) {
      self.place = place
      self.text = text
      self.note = note
    }
  }

  /// The files, in the order given.
  public package(set) var files: [File] = []
  /// The files that were left out because they are not review sheets or cannot be read; empty unless the reader was told
  /// to leave them out.
  package var foreignFiles: [ForeignFile] = []
  /// The rows that need a decision, in order of file and row: those with an edit, and those with changes in other
  /// cells.
  public package(set) var rows: [ReturnedRow] = []
  /// The number of rows without an edit, by the scope in their base; rows without a base count under nil.
  package var unchangedCounts: [TextHash?: Int] = [:]
  /// The number of unedited rows, by the hash of their section and key.
  package var unchangedKeys: [UInt64: Int] = [:]
  /// The pending proposals of each text, as each file's export showed them: the hashes of their values, by id.
  package var exportedProposals: [ExportedText: [Int: TextHash]] = [:]
  /// The number of rows in which an earlier import did not do what a person asked for, and about which nobody has
  /// decided since.
  package var undecidedCount = 0
  /// Some rows without a base from each file, by the file's index in ``files``. Their current value begins with an
  /// apostrophe before a formula. If the server's text has no such apostrophe, the file's apostrophes were added by a
  /// CSV export.
  package var guardSamples: [Int: [ReviewRow]] = [:]
  /// The exported values that are no longer in their cells, by the file's index in ``files``.
  package var displacedValues: [Int: Set<TextHash>] = [:]
  /// The reviewers' notes.
  package var notes: [Note] = []
  /// Remarks about the files and rows, without refusals of rows.
  package var diagnostics: [Diagnostic] = []

  /// The number of rows read.
  package var rowCount: Int { files.reduce(0) { $0 + $1.rowCount } }

  package init() {}
}

extension ReturnedSheet {
  /// The remarks about texts that are not read, except those whose texts are all in the other sheet too.
  package func unreadRemarks(besides other: ReturnedSheet = ReturnedSheet()) -> [Diagnostic] {
    var held = Set(other.diagnostics.flatMap(\.unread) + other.rows.flatMap(\.damage).map { TextHash($0.found) })
    held.remove(.tooLong)
    return diagnostics.filter { !$0.unread.isSubset(of: held) }
  }

  /// Gives each file the agency of its sheet, by the sheet's id.
  package mutating func nameAgencies(_ agencies: [String: String]) {
    for index in files.indices { files[index].agency = files[index].sheetID.flatMap { agencies[$0] } }
  }

  /// Gives the rows and notes an author whose file names none.
  package mutating func attribute(to name: String) {
    guard let name = AuthorName.of(name) else { return }
    for index in rows.indices where rows[index].place.author == nil { rows[index].place.author = name }
    for index in notes.indices where notes[index].place.author == nil { notes[index].place.author = name }
    for index in files.indices where files[index].authors.isEmpty { files[index].authors = [name] }
  }
}

extension ReturnedSheet.File {
  /// The number of exported rows that came back, in words; nil if it is not known how many there were.
  package var returnText: String? {
    guard let exportedRowCount else { return nil }
    let (back, repeated) = (distinctRowCount, rowCount - distinctRowCount)
    var remarks =
      tables.count < 2
      ? []
      : tables.filter { $0.exportedRowCount != nil && $0.exportedRowCount != $0.rowCount }.map { table in
        "worksheet \"\(Visible.text(table.name ?? ""))\": \(table.rowCount) of \(table.exportedRowCount ?? 0)"
      }
    guard back < exportedRowCount || rowCount <= exportedRowCount else {
      return "\(Visible.path(path)): \(Counted.text(rowCount, "row")) came back, and \(exportedRowCount) were exported"
    }
    if repeated > 0 {
      remarks.append("\(Counted.text(repeated, "row")) \(repeated == 1 ? "repeats" : "repeat") another")
    }
    return "\(Visible.path(path)): \(back) of \(Counted.text(exportedRowCount, "exported row")) came back"
      + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))")
  }
}

/// The rows of an export that did not come back. Deleting a row has no meaning, but a file may also have been cut off.
extension [ReturnedSheet.File] {
  package var missingRowCount: Int { reduce(0) { $0 + missingRowCount(in: $1) } }

  /// A warning about each file that lacks rows.
  package var missingRows: [Diagnostic] {
    compactMap { file in
      let count = missingRowCount(in: file)
      guard count > 0, let text = file.returnText else { return nil }
      return Diagnostic(
        code: .sheetRowsMissing, severity: .warning,
        message: "\(text), so \(Counted.being(count, "row")) missing. Deleting rows has no effect; if nobody deleted "
          + "them, the file was cut off: get it again.")
    }
  }

  /// The number of exported rows that are missing from a file. Rows that were added by hand are counted like exported
  /// ones. Files that together contain all rows of one sheet are its parts, and none of them lacks rows.
  private func missingRowCount(in file: ReturnedSheet.File) -> Int {
    // A saved plan may contain any numbers.
    let possible = 0...ExportedRowCounts.most
    guard let exported = file.exportedRowCount, possible.contains(exported), possible.contains(file.rowCount) else {
      return 0
    }
    let parts = filter { $0.sheetID != nil && $0.sheetID == file.sheetID && possible.contains($0.rowCount) }
    let missing = Swift.max(0, exported - file.distinctRowCount)
    guard missing > 0, parts.count > 1 else { return missing }
    // Rows without a base have no mark.
    let marks = parts.map(\.marks)
    let shared = marks.reduce(0) { $0 + $1.count } - marks.reduce(into: Set()) { $0.formUnion($1) }.count
    return parts.reduce(0) { $0 + $1.distinctRowCount } - shared == exported ? 0 : missing
  }
}
