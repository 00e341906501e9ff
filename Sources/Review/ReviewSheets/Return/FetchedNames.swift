import Spreadsheet

/// The origins of sheets that were fetched into local files, so that remarks and errors name the origin instead of the
/// file.
package struct FetchedNames: Sendable {
  private let names: [String: String]

  package init(_ names: [String: String]) { self.names = names }

  func name(of path: String) -> String { names[path] ?? path }

  /// An error of reading the files, with the name of the origin in place of the file.
  package func named(_ error: any Error) -> any Error {
    guard var error = error as? SpreadsheetError else { return error }
    error.place.file = error.place.file.map(name(of:))
    return error
  }
}
