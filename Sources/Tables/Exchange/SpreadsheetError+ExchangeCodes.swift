import Basics
package import Spreadsheet

/// The codes of errors in files that translation tools exchange. The article *Error codes* of TranslationReview says
/// what to do about each.
extension SpreadsheetError.Code {
  /// The file is well-formed, but not of the format that its name suggests.
  package static let exchangeFormat: Self = "exchange.format"
  /// The version of the file's format is not supported.
  package static let exchangeVersion: Self = "exchange.version"
  /// The file is in no format that can be read as a memory.
  package static let exchangeUnknown: Self = "exchange.unknown"
  /// The file does not name the language of a text.
  package static let exchangeLanguage: Self = "exchange.language"
  /// The bytes of the file do not fit the encoding that it names, or that encoding is unknown.
  package static let exchangeEncoding: Self = "exchange.encoding"
  /// An entry of a memory has a character that XML does not allow, and was left out.
  package static let exchangeCharacter: Self = "exchange.character"
  /// Entries of a memory are pseudo-localised, and were left out.
  package static let exchangePseudo: Self = "exchange.pseudo"
  /// A memory has a worksheet that was not read.
  package static let exchangeWorksheet: Self = "exchange.worksheet"
  /// One unit of the file is larger than the limit allows.
  package static let limitUnit: Self = "limit.unit"
}

extension SpreadsheetError {
  static func wrongRoot(_ found: String, _ expected: String, format: String) -> SpreadsheetError {
    SpreadsheetError(
      .exchangeFormat, "the root element is \"\(found)\", and that of a \(format) file is \"\(expected)\".",
      hint: "Check that the file is a \(format) file.")
  }
}

extension Substring { var trimmingSpaces: String { String(trimming(\.isWhitespace)) } }
