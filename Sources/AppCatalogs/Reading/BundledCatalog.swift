package import Basics
import Exchange
import Spreadsheet

/// The texts in a file that an app ships with.
package struct BundledTexts: Sendable {
  /// The format of the file.
  package let format: CatalogFormat
  /// The path of the file.
  package let file: String
  /// The locale as the file or its folder names it; empty for Android's default language, nil if nothing names it.
  package var locale: String?
  /// The texts by name, compared byte by byte.
  package var texts: [ExactText: CatalogContents.Text]
  /// The names in the file that are not compared: other resources, texts that are not translated, or not yet.
  package var others: [String] = []
  /// Whether the texts were in objects in objects.
  var isNested = false
}

/// Errors in the files of catalogues.
enum CatalogFileError {
  /// The most bytes of a catalogue.
  static let mostBytes = 512 << 20

  /// The bytes of a whole file.
  ///
  /// - Throws: `SpreadsheetError`.
  static func bytes(of path: String) throws(SpreadsheetError) -> [UInt8] {
    let file = try InputFile(path: path)
    guard file.size <= mostBytes else {
      throw malformed(
        path, "the file has more than \(mostBytes) bytes", hint: "Name the catalogue that the app ships with.")
    }
    guard file.size > 0 else {
      throw malformed(path, "the file is empty", hint: "Name the catalogue that the app ships with.")
    }
    let bytes = try file.bytes(file.size, at: 0)
    if file.hasChanged { throw file.changedError }
    return bytes
  }

  /// The error for a file that is not of the format that its name promises.
  static func malformed(
    _ path: String, _ what: String, line: Int? = nil,
    hint: String = "Check the file, or write it again with `nstack-review generate`."
  ) -> SpreadsheetError {
    SpreadsheetError(
      .exchangeFormat, "\(what).", hint: hint, place: SpreadsheetError.Place(file: path, line: line))
  }
}
