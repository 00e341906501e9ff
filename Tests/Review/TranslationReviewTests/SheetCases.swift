import Foundation
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// What somebody wrote in the row of a text.
struct RowEdit: Sendable {
  let key: String
  var locale = "da-DK"
  /// The text over the source value; nil if that was left as it is.
  var source: String?
  /// The new proposal; nil if it was left as it is.
  var proposal: String?
  var action = ""
  var note = ""
}

/// Sheets of Danish texts in every format, edited as people and their tools edit them.
enum SheetCases {
  static let formats: [SheetFormat] = [.xlsx, .csv, .xliff, .po, .html]

  /// The Danish texts of a catalog as an export shows them beside the English ones.
  static func sheet(_ catalog: Catalog, _ edit: (inout ReviewSheet.Extras) throws -> Void = { _ in }) throws
    -> ReviewSheet
  {
    var (selection, extras) = (ReviewSelection(), ReviewSheet.Extras())
    selection.locales = ["da-DK"]
    extras.sourceLocale = "en-GB"
    try edit(&extras)
    return try ReviewSheet(catalog: catalog, scope: Fixture.scope, selection: selection, extras: extras)
  }

  /// Writes a sheet in a format, makes the edits, and calls `body` with the path of the file.
  static func withFile<Result>(
    _ sheet: ReviewSheet, as format: SheetFormat, _ edits: [RowEdit], _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = try ScratchFolder()
    let (source, path) = (folder.file("exported.\(format.name)"), folder.file("a.\(format.name)"))
    _ = try ReviewSheetWriter(sheet, provenance: Fixture.provenance).write(toFileAt: source)
    if format == .xliff || format == .po {
      var text = try String(contentsOfFile: source, encoding: .utf8)
      for edit in edits { try change(&text, edit, isPO: format == .po) }
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      var tables = try EditedSheet.tables(of: source)
      for edit in edits {
        var cells = ["Action": edit.action, "Note": edit.note].filter { !$0.value.isEmpty }
        cells["Proposal"] = edit.proposal
        cells["Source value"] = edit.source
        try tables[0].set(cells, ofDanish: edit.key, locale: edit.locale)
      }
      try EditedSheet.write(tables, to: path, propertiesOf: source)
    }
    return try body(path)
  }

  /// The text of a file, or of the cells of a workbook.
  static func text(ofFileAt path: String) throws -> String {
    guard path.hasSuffix(".xlsx") else { return try String(contentsOfFile: path, encoding: .utf8) }
    return try EditedSheet.tables(of: path).flatMap(\.cells).joined().joined(separator: "\n")
  }

  /// - Parameter author: Who wrote in the file; nil if the file does not say it.
  static func returned(_ sheet: ReviewSheet, as format: SheetFormat, by author: String? = nil, _ edits: [RowEdit])
    throws -> ReturnedSheet
  {
    var returned = try withFile(sheet, as: format, edits) { try ReviewSheetReader.read([$0]) }
    if let author { returned.attribute(to: author) }
    return returned
  }

  /// What a plan makes of the rows that are not unchanged, such as `title propose Hej, button conflict`; a finding
  /// follows its row.
  static func outcome(_ plan: Changeset) -> String {
    plan.items.map { item in
      let value = item.verdict == .propose ? [item.row.proposal] : []
      return ([item.row.text.key, item.verdict.rawValue] + value + item.findings.map { "(\($0.check))" }).joined(
        separator: " ")
    }.joined(separator: ", ")
  }

  /// Changes the unit of a text as an editor does: what is approved is final, or fuzzy no more.
  private static func change(_ text: inout String, _ edit: RowEdit, isPO: Bool) throws {
    var edit = edit
    // These formats have no place for the action.
    if ReviewAction(word: edit.action) == .reject { (edit.action, edit.note) = ("", "\(edit.action): \(edit.note)") }
    let end = isPO ? "\n\n" : "</trans-unit>"
    let name = isPO ? "msgctxt \"login.\(edit.key)\"\n" : "resname=\"login.\(edit.key)\""
    var units = text.components(separatedBy: end)
    let index = try #require(units.firstIndex { $0.contains(name) }, "no unit has \(name)")
    var unit = units[index]
    let isEdited = edit.proposal != nil || !edit.action.isEmpty
    if let source = edit.source {
      unit =
        isPO
        ? unit.replacing(#/msgid ".*"/#, with: "msgid \"\(source)\"")
        : unit.replacing(#/<source([^>]*)>[^<]*</#) { "<source\($0.1)>\(source)<" }
    }
    if isPO {
      if let proposal = edit.proposal { unit = unit.replacing(#/msgstr ".*"/#, with: "msgstr \"\(proposal)\"") }
      if isEdited { unit = unit.replacing("#, fuzzy\n", with: "") }
      if !edit.note.isEmpty { unit = "# \(edit.note)\n\(unit)" }
    } else {
      if isEdited {
        let source = try #require(unit.range(of: "</source>")).upperBound
        let old = unit[source...].prefixMatch(of: #/\s*<target[^>]*>([^<]*)</target>/#)
        let translation = edit.proposal ?? old.map { String($0.1) } ?? ""
        let state = edit.action.isEmpty ? "translated" : "final"
        unit =
          unit[..<source] + "\n<target state=\"\(state)\">\(translation)</target>"
          + unit[(old?.range.upperBound ?? source)...]
      }
      if !edit.note.isEmpty { unit += "<note>\(edit.note)</note>\n" }
    }
    units[index] = unit
    text = units.joined(separator: end)
  }
}
