import NStackAPI
import TranslationReview

/// The files of an export that writes one for each locale or section.
enum SplitName {
  /// By what an export is split.
  enum Criterion: String, CaseIterable {
    case locale
    case section
  }

  /// The parts of a sheet, each with the name of its file: `NAME.da-DK.xlsx` for `NAME.xlsx`.
  ///
  /// Names that only differ in case, or in characters that no file name can hold, get a number.
  static func parts(of sheet: ReviewSheet, by criterion: Criterion, file: String) -> [(
    file: String, sheet: ReviewSheet
  )] {
    let parts: [(name: String, sheet: ReviewSheet)] =
      switch criterion {
      case .locale:
        sheet.languages.map { (sheet.catalog.languages[$0].locale, sheet.part(inLanguageAt: $0)) }
      case .section: sheet.sections.map { ($0, sheet.part(ofSection: $0)) }
      }
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    var taken: Set<String> = []
    return parts.map { name, sheet in
      let safe = String(name.map { "/\\:*?\"<>|\0".contains($0) || $0.isNewline ? "_" : $0 })
      var candidate = "\(file[..<dot]).\(safe)"
      var number = 2
      while !taken.insert(candidate.lowercased()).inserted {
        candidate = "\(file[..<dot]).\(safe)-\(number)"
        number += 1
      }
      return (candidate + file[dot...], sheet)
    }
  }
}
