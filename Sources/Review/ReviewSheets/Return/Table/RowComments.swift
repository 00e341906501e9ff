import Basics
import NStackAPI
package import Spreadsheet

/// The comments on the cells of a table, as notes for their rows.
///
/// A comment is for people: it is never sent, does not turn off checks, and does not count as an edit.
package struct RowComments {
  /// The most characters of an author's name.
  private static let longestName = 100

  private let columns: SheetColumns
  private let owners: [Int: Int]
  private var comments: [Int: [CellComment]]

  package init(_ comments: [CellComment], columns: SheetColumns) {
    self.columns = columns
    owners = comments.isEmpty ? [:] : columns.owners
    self.comments = Dictionary(grouping: comments, by: \.row)
  }

  /// The remark about comments that belong to no row of the table: those in its header, above it, or in rows without a
  /// text.
  func diagnostic(place: (_ row: Int) -> RowPlace) -> Diagnostic? { Self.diagnostic(of: left, place: place) }

  /// The comments that belong to no row of the table, after all rows were read.
  package var left: [CellComment] { comments.sorted { $0.key < $1.key }.flatMap(\.value) }

  static func diagnostic(of left: [CellComment], place: (_ row: Int) -> RowPlace) -> Diagnostic? {
    guard let first = left.min(by: { ($0.row, $0.column) < ($1.row, $1.column) }) else { return nil }
    let cell = CellName.letters(ofColumn: first.column) + String(first.row + 1)
    let text = "\"\(Visible.text(line(first.text), limit: 60))\""
    return Diagnostic(
      code: .sheetCommentsElsewhere, severity: .warning, place: place(first.row),
      unread: Set(left.map { TextHash($0.text) }),
      message: left.count == 1
        ? "The comment on cell \(cell) belongs to no text and is not kept: \(text)."
        : "\(Counted.text(left.count, "comment")) belong to no text and are not kept; the first is on cell \(cell): "
          + "\(text).")
  }

  package mutating func removeNotes(of row: Row, _ place: (_ locale: String?) -> RowPlace) -> [ReturnedSheet.Note] {
    guard !comments.isEmpty, let found = comments[row.index] else { return [] }
    var notes: [ReturnedSheet.Note] = []
    var rest: [CellComment] = []
    for comment in found {
      // A comment on a column that all locales share is kept with the first locale.
      let group = columns.groups[owners[comment.column] ?? 0]
      let text = Self.text(of: row, group)
      if text.section.isEmpty || text.key.isEmpty {
        rest.append(comment)
      } else {
        var place = place(group.locale)
        place.author = AuthorName.of(comment.author) ?? place.author
        notes.append(ReturnedSheet.Note(place: place, text: text, note: Self.note(comment)))
      }
    }
    comments[row.index] = rest.isEmpty ? nil : rest
    return notes
  }

  private static func text(of row: Row, _ group: ColumnGroup) -> TextIdentity {
    let value = { (column: ReviewColumn) in group[column] < 0 ? "" : row.text(inColumn: group[column]) }
    return TextIdentity(section: value(.section), key: value(.key), locale: group.locale ?? value(.locale))
  }

  /// The note from a comment, on one line after the name of its author.
  ///
  /// In a sheet's column `Note`, a line `ignore: RULE` turns a check off. A comment never produces such a line.
  static func note(_ comment: CellComment) -> String {
    let posts = signedPosts(comment)
    if !posts.isEmpty { return posts.map(note).joined(separator: " ") }
    let text = line(comment.text)
    let name = line(String((comment.author ?? "").prefix(longestName)))
    let isName = !name.isEmpty && !name.lowercased().hasPrefix("ignore")
    // Excel begins a note with the name of its author.
    if isName, text.hasPrefix("\(name):") { return text }
    return "\(isName ? name : "Comment"): \(text)"
  }

  /// The posts of a conversation as Google Sheets exports it: each ends with a line of a tab, a hyphen and its author's
  /// name. Empty for any other comment.
  private static func signedPosts(_ comment: CellComment) -> [CellComment] {
    guard (comment.author ?? "").isEmpty, comment.text.contains("\t-") else { return [] }
    var posts: [CellComment] = []
    var lines: [Substring] = []
    for line in comment.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.hasPrefix("\t-"), !lines.isEmpty {
        let text = lines.joined(separator: "\n")
        posts.append(
          CellComment(row: comment.row, column: comment.column, author: String(line.dropFirst(2)), text: text))
        lines = []
      } else {
        lines.append(line)
      }
    }
    guard !posts.isEmpty, lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) else { return [] }
    return posts
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { ReviewColumn.trimmed(String($0)) }.filter { !$0.isEmpty }.joined(
      separator: " ")
  }
}
