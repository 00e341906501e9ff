import Spreadsheet

/// A version of XLIFF that is written. Reading knows 1.0 to 1.2 and 2.0 to 2.2.
package enum XLIFFVersion: String, CaseIterable, Sendable {
  /// XLIFF 1.2, which nearly every tool takes. A file may hold several target languages.
  case version12 = "1.2"
  /// XLIFF 2.1. A file holds one target language.
  case version21 = "2.1"

  /// The generation of a version as a file names it.
  ///
  /// - Throws: `exchange.version`.
  static func generation(of version: String?) throws(SpreadsheetError) -> Generation {
    switch version {
    case "1.0", "1.1", "1.2": return .first
    case "2.0", "2.1", "2.2": return .second
    default:
      let found = version.map { "its version is \"\($0)\"" } ?? "it names no version"
      throw SpreadsheetError(
        .exchangeVersion, "the file is XLIFF, but \(found); 1.0 to 1.2 and 2.0 to 2.2 are read.",
        hint: "Export it as XLIFF 1.2.")
    }
  }

  /// Versions with the same elements.
  enum Generation {
    case first
    case second
  }
}
