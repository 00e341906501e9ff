package import Spreadsheet

/// The formats that are read as memories.
package enum UnitFormats {
  /// The format of a file, by the extension of its name.
  ///
  /// - Throws: `exchange.format` for an unknown extension.
  package static func coding(ofFileAt path: String) throws(SpreadsheetError) -> any UnitCoding {
    let name = path.split(separator: "/").last ?? ""
    let suffix = name.lastIndex(of: ".").map { name[$0...].dropFirst().lowercased() } ?? ""
    switch suffix {
    case "tmx": return TMXCoding()
    case "tbx": return TBXCoding()
    case "xlf", "xliff", "sdlxliff", "mqxliff", "mxliff": return XLIFFCoding()
    default:
      throw SpreadsheetError(
        .exchangeFormat,
        suffix.isEmpty
          ? "the name has no extension, so the format of the memory is not known."
          : "\".\(suffix)\" is not the extension of a memory.",
        hint: "Memories are .tmx, .tbx, .xlf and .xliff files.", place: SpreadsheetError.Place(file: path))
    }
  }
}
