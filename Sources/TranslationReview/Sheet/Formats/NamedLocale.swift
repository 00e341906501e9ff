import Basics
import Exchange
import NStackAPI
import Spreadsheet

/// A locale that a file names for its translations, such as `target-language`.
struct NamedLocale {
  /// Where the file names it.
  let field: String
  /// What it names; nil if the field is missing.
  let value: String?

  /// Refuses a file that names another locale than the one that its units were exported for.
  ///
  /// - Parameter row: A row of the file. Its base proves the locale; a row without one proves nothing.
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

  /// Whether the file may mean a locale. Tools leave out regions and scripts, or write a file's name instead.
  private func mayBe(_ locale: String) -> Bool {
    guard let value, value != locale, let named = LanguageTag(value), let wanted = LanguageTag(locale) else {
      return true
    }
    func fits(_ left: String?, _ right: String?) -> Bool { left == nil || right == nil || left == right }
    return named.language == wanted.language && fits(named.script, wanted.script) && fits(named.region, wanted.region)
  }
}
