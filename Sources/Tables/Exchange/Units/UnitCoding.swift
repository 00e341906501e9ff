package import Basics
package import Spreadsheet

/// A format in which translators keep translations.
package protocol UnitCoding: Sendable {
  /// The name of the format for people, such as `TMX` or `Google Translate phrasebook`.
  var name: String { get }

  /// The extensions of its files in lower case.
  var extensions: [String] { get }

  /// Whether the contents of a file show that it is of this format.
  func recognizes(_ file: ExaminedFile) throws -> Bool

  /// Reads the units of a file, in their order.
  ///
  /// - Parameters:
  ///   - body: Receives each unit. An error that it throws ends the reading.
  /// - Throws: `SpreadsheetError` with the file and the line or cell.
  func read(_ path: String, options: UnitReadingOptions, _ body: (TranslationUnit) throws -> Void) throws
}

extension UnitCoding {
  package var extensions: [String] { [] }

  package func recognizes(_ file: ExaminedFile) throws -> Bool { false }
}

/// Information for readers of units that the files themselves may lack.
package struct UnitReadingOptions: Sendable {
  package var sourceLanguage: LanguageTag?
  package var targetLanguage: LanguageTag?
  package var csv = CSVReadingOptions()
  package var limits = SpreadsheetLimits()
  /// Receives what is left out of a file, while its other units are read.
  package var remark: @Sendable (SpreadsheetError) -> Void = { _ in }

  package init() {}

  /// Whether a unit has a character that XML does not allow. If so, the unit is reported and left out, because the intended
  /// character is unknown.
  func refuses(_ forbidden: String?, line: Int, _ path: String) -> Bool {
    guard let forbidden else { return false }
    remark(
      SpreadsheetError(
        .exchangeCharacter, "this entry has a character that XML does not allow (\(forbidden)), and was left out.",
        hint: "Remove the character there.", place: SpreadsheetError.Place(file: path, line: line > 0 ? line : nil)))
    return true
  }
}
