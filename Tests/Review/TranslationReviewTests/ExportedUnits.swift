import Foundation
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// A sheet of Danish texts in a file of an exchange format, to be changed as tools change it.
final class ExportedUnits {
  let folder: ScratchFolder
  let path: String
  let catalog: Catalog

  convenience init(
    _ catalog: Catalog, as format: SheetFormat, version: XLIFFSheetVersion = .version12,
    extras: ReviewSheet.Extras = ReviewSheet.Extras(), locales: [String] = ["da-DK"]
  ) throws {
    var selection = ReviewSelection()
    selection.locales = locales
    try self.init(
      ReviewSheet(catalog: catalog, scope: Fixture.scope, selection: selection, extras: extras), as: format,
      version: version)
  }

  init(_ sheet: ReviewSheet, as format: SheetFormat, version: XLIFFSheetVersion = .version12) throws {
    folder = try ScratchFolder()
    path = folder.file("review.\(format.name)")
    catalog = sheet.catalog
    var options = ReviewSheetWriter.Options()
    options.xliffVersion = version
    let provenance = Fixture.provenance
    _ = try ReviewSheetWriter(sheet, provenance: provenance, options: options).write(
      to: OutputFile(path: path), as: format)
  }

  /// One Danish text and its English source.
  static func catalog(_ english: String, _ danish: String?, key: String = "title") -> Catalog {
    Fixture.catalog(english: [("login", key, english)], danish: [("login", key, danish)], reading: .now)
  }

  var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }

  func write(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }

  /// Changes the file as a tool does.
  func edit(_ old: String, _ new: String) throws {
    let text = try text
    try #require(text.contains(old), "the file has no \(old)")
    try write(text.replacing(old, with: new))
  }

  func plan(_ options: PlanningOptions = Fixture.unchecked) throws -> Changeset {
    try Fixture.plan(fileAt: path, against: catalog, options: options)
  }
}
