import Basics
import Spreadsheet

/// The formats in which translators keep translations.
///
/// A new format is a folder with a ``UnitCoding``, and one line in this list.
package enum UnitCodings {
  /// Every format, in the order in which they are tried. A glossary comes last, because any table with two columns may
  /// be one.
  package static let all: [any UnitCoding] = [
    TMXCoding(), XLIFFCoding(), TBXCoding(), POCoding(), PhrasebookCoding(), GlossaryCoding(),
  ]

  /// Finds the format of a file: by its contents, or else by its extension.
  ///
  /// - Parameters:
  ///   - others: Formats that only the caller knows. They come before those of the list.
  /// - Throws: `exchange.unknown` for a file of no known format, and the errors of reading it.
  package static func coding(ofFileAt path: String, options: UnitReadingOptions, others: [any UnitCoding] = []) throws
    -> any UnitCoding
  {
    let file = try ExaminedFile(path: path, options: options)
    let codings = others + all
    if let found = try codings.first(where: { try $0.recognizes(file) }) { return found }
    // The reader of the format that the extension suggests gives the best error.
    if !file.isTable, let named = codings.first(where: { $0.extensions.contains(FileName(path).type) }) { return named }
    let names = codings.map(\.name)
    throw SpreadsheetError(
      .exchangeUnknown, "this looks like \(file.looks), which cannot be read as a memory.",
      hint: "Memories are files of these formats: \(names.joined(separator: ", ")).",
      place: SpreadsheetError.Place(file: path))
  }
}
