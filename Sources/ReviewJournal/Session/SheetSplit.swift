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
  /// Names that differ only in case, or in characters that no file name can contain, get a number.
  func parts(of sheet: ReviewSheet, path: String) -> [(path: String, sheet: ReviewSheet)] {
    let parts: [(name: String, sheet: ReviewSheet)] =
      switch self {
      case .locale:
        sheet.languages.map { (sheet.catalog.languages[$0].locale, sheet.part(inLanguageAt: $0)) }
      case .section: sheet.sections.map { ($0, sheet.part(ofSection: $0)) }
      }
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    var taken: Set<String> = []
    return parts.map { name, sheet in
      let safe = String(name.map { "/\\:*?\"<>|\0".contains($0) || $0.isNewline ? "_" : $0 })
      var candidate = "\(path[..<dot]).\(safe)"
      var number = 2
      while !taken.insert(candidate.lowercased()).inserted {
        candidate = "\(path[..<dot]).\(safe)-\(number)"
        number += 1
      }
      return (candidate + path[dot...], sheet)
    }
  }
}
