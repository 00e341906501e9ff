import Basics
import Spreadsheet

/// The origins of sheets that were fetched into local files, so that remarks and errors name the origin instead of the
/// file.
package struct FetchedNames: Sendable {
  private let names: [String: String]

  package init(_ names: [String: String]) { self.names = names }

  /// A sheet that was read from local files, with their origins as names.
  package func named(_ sheet: ReturnedSheet) -> ReturnedSheet {
    guard !names.isEmpty else { return sheet }
    var sheet = sheet
    for index in sheet.files.indices {
      let path = sheet.files[index].path
      guard let name = names[path] else { continue }
      sheet.files[index].path = name
      sheet.files[index].fetchedPath = path
    }
    for index in sheet.rows.indices where names[sheet.rows[index].place.file] != nil { name(&sheet.rows[index].place) }
    for index in sheet.notes.indices { name(&sheet.notes[index].place) }
    sheet.foreignFiles = sheet.foreignFiles.map { file in
      ReturnedSheet.ForeignFile(path: names[file.path] ?? file.path, message: named(file.message))
    }
    for index in sheet.diagnostics.indices {
      if var place = sheet.diagnostics[index].place {
        name(&place)
        sheet.diagnostics[index].place = place
      }
      sheet.diagnostics[index].message = named(sheet.diagnostics[index].message)
    }
    return sheet
  }

  /// An error about the local files, with their origins as names.
  package func named(_ error: any Error) -> any Error {
    guard let error = error as? SpreadsheetError, !names.isEmpty else { return error }
    var place = error.place
    place.file = place.file.map { names[$0] ?? $0 }
    return SpreadsheetError(
      error.code, named(error.message), hint: error.hint.map(named), place: place, cause: error.cause)
  }

  private func name(_ place: inout RowPlace) { if let name = names[place.file] { place.file = name } }

  private func named(_ message: String) -> String {
    names.reduce(message) { $0.replacing(Visible.path($1.key), with: Visible.path($1.value)) }
  }
}
