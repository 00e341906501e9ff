import Basics
import NStackAPI
import TranslationReview

/// How an export is split into several files.
public enum SheetSplit: String, CaseIterable, Sendable {
  /// A file for each locale.
  case locale
  /// A file for each section.
  case section

  /// The parts of a sheet, each with its file: `NAME.da-DK.xlsx` for `NAME.xlsx`.
  ///
  /// Names that differ only in case, in the form of accents, or in characters that no file name can contain, get a number.
  func parts(of sheet: ReviewSheet, path: String) -> [(path: String, sheet: ReviewSheet)] {
    let parts: [(name: String, sheet: ReviewSheet)] =
      switch self {
      case .locale:
        sheet.languages.map { (sheet.catalog.languages[$0].locale, sheet.part(inLanguageAt: $0)) }
      case .section: sheet.sections.map { ($0, sheet.part(ofSection: $0)) }
      }
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    var names = PathComponents()
    return parts.map { name, sheet in
      ("\(path[..<dot]).\(names.name(of: name))\(path[dot...])", sheet)
    }
  }
}
