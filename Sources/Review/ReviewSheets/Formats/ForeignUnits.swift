import Basics
import Exchange
import NStackAPI
import Spreadsheet

/// Holds back the rows of a file until one of them shows that an export wrote the file. Any other file of the format is
/// refused before its rows count.
struct ForeignUnits {
  /// After this many units that no export wrote, the file counts as one that is not a review.
  private static let mostWaiting = 1_000
  /// The same limit in bytes of the units' texts.
  private static let mostBytes = 32 << 20

  let path: String
  let body: (ExchangedRow) throws -> Void
  private var isOwn = false
  private var waiting: [ExchangedRow] = []
  private var waitingSize = 0

  init(path: String, body: @escaping (ExchangedRow) throws -> Void) { (self.path, self.body) = (path, body) }

  mutating func add(_ row: ExchangedRow, isOwn: Bool) throws {
    if self.isOwn { return try body(row) }
    if isOwn {
      self.isOwn = true
      for row in waiting { try body(row) }
      waiting = []
      return try body(row)
    }
    waiting.append(row)
    waitingSize += row.cells.proposal.utf8.count + row.cells.note.utf8.count + row.cells.currentValue.utf8.count
    waitingSize += (row.cells.sourceValue ?? row.cells.sourceText ?? "").utf8.count
    if waiting.count > Self.mostWaiting || waitingSize > Self.mostBytes {
      throw foreign("none of the first \(Counted.text(waiting.count, "unit"))")
    }
  }

  func finish() throws { if !isOwn { throw foreign("no unit") } }

  private func foreign(_ units: String) -> SpreadsheetError {
    SpreadsheetError(
      .sheetNoHeader, "\(units) of the file comes from an exported review.",
      hint: "Import a file that `export` wrote; to use other translations, export with them as a memory.",
      place: SpreadsheetError.Place(file: path))
  }
}

/// A locale that a file names for its translations, such as `target-language`.
struct NamedLocale {
  /// The field in which the file names the locale.
  let field: String
  /// The value of the field; nil if it is missing.
  let value: String?

  /// Refuses a file that names another locale than the one for which its units were exported.
  ///
  /// - Parameter row: A row of the file. Its base proves the locale; a row without a base proves nothing.
  static func refuse(_ names: [NamedLocale], beside row: ExchangedRow, file: String) throws(SpreadsheetError) {
    let text = row.cells.text
    guard row.cells.base?.identity == TextHash(chain: [text.section, text.key, text.locale]),
      let other = names.first(where: { !$0.mayBe(text.locale) })
    else { return }
    throw SpreadsheetError(
      .sheetOtherLocale,
      "\(other.field) is \"\(Visible.text(other.value ?? ""))\", and the units were exported for "
        + "\"\(Visible.text(text.locale))\".",
      hint: "Write \"\(Visible.text(text.locale))\" there again. If the translations are in the other language, export "
        + "a sheet for it with this file as a memory (--memory).", place: SpreadsheetError.Place(file: file))
  }

  /// Whether the field may stand for a locale. Tools leave out regions and scripts, or write the name of a file
  /// instead.
  private func mayBe(_ locale: String) -> Bool {
    guard let value, value != locale, let named = LanguageTag(value), let wanted = LanguageTag(locale),
      LanguageNames(among: []).isCode(named)
    else { return true }
    func fits(_ left: String?, _ right: String?) -> Bool { left == nil || right == nil || left == right }
    return named.language == wanted.language && fits(named.script, wanted.script) && fits(named.region, wanted.region)
  }
}
