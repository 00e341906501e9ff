import NStackAPI
import Spreadsheet

/// The texts of a row for a unit of an exchange format.
struct UnitTexts {
  let sheet: ReviewSheet
  let sourceLanguage: Int

  /// The source text of a row: the one in the sheet, or else the one in the source language.
  func source(of row: ReviewRow) -> String { row.sourceValue ?? row.sourceText ?? catalogText(of: row)?.text ?? "" }

  /// Whether a text of a row is too long to be shown in full, so that the row cannot be translated in a file.
  func isTooLong(_ row: ReviewRow) -> Bool {
    if let base = row.base, [base.currentValue, base.sourceValue, base.shownProposal].contains(.tooLong) {
      return true
    }
    return catalogText(of: row)?.hash == .tooLong
  }

  private func catalogText(of row: ReviewRow) -> CellText? {
    sheet.catalog.keyIndex(of: TextKey(row.text)).map { key in
      CellText(sheet.catalog.value(ofKeyAt: key, inLanguageAt: sourceLanguage))
    }
  }

  /// The text that a row shows as its translation; nil if there is none, or if it is too long to be shown in full.
  static func shown(by row: ReviewRow) -> String? {
    if !row.proposal.isEmpty { return row.base?.shownProposal == .tooLong ? nil : row.proposal }
    return row.currentValue.isEmpty || row.base?.currentValue == .tooLong ? nil : row.currentValue
  }

  /// The proposal of a row that an export keeps beside the translation; nil if there is none, or if it is too long.
  static func copy(of row: ReviewRow) -> String? {
    guard let base = row.base, base.shownProposal != .tooLong, !row.proposal.isEmpty else { return nil }
    return row.proposal
  }

  /// The pending proposals of a row's text that the row does not show.
  func otherProposals(than row: ReviewRow) -> [String] {
    guard let others = row.base?.otherProposals, !others.isEmpty else {
      guard row.base?.suggestion != nil, let id = row.base?.proposalID else { return [] }
      return sheet.catalog.proposal(withID: id).map { [$0.value] } ?? []
    }
    return sheet.catalog.pendingProposals(of: row.text).filter { others[$0.id] != nil && !sheet.isLeftOut($0) }.map(
      \.value)
  }

  /// The languages of a sheet's units: that of the source texts, and those of the translations.
  ///
  /// - Throws: `exchange.locales` for an application without languages.
  static func languages(of sheet: ReviewSheet, in format: String) throws(SpreadsheetError) -> (
    source: Int, targets: [Int]
  ) {
    guard let source = sourceLanguage(of: sheet) else {
      throw SpreadsheetError(
        .exchangeLocales, "the application has no locale, and \(format) needs one.",
        hint: "Add a language to the application.")
    }
    return (source, sheet.languages.isEmpty ? [source] : sheet.languages)
  }

  /// The language of the source texts; nil for a catalog without languages.
  ///
  /// Rows that were picked one by one name it in their bases.
  private static func sourceLanguage(of sheet: ReviewSheet) -> Int? {
    let catalog = sheet.catalog
    if let own = sheet.sourceLanguage { return own }
    let bases = sheet.pickedRows?.values.lazy.flatMap { $0 }.compactMap(\.base)
    if let named = bases?.first(where: { $0.sourceLocale != .empty })?.sourceLocale,
      let found = catalog.languages.firstIndex(where: { RowBase.hash(ofLocale: $0.locale) == named })
    {
      return found
    }
    return sheet.defaultLanguage ?? catalog.languages.indices.first
  }
}

/// The name of a unit in an exchange format: `SECTION.KEY`.
struct UnitName {
  let text: String

  /// The most bytes of a name to split, because each point costs a copy of the name.
  private static let longestName = 4_096

  init(_ text: String) { self.text = text }

  init(of text: TextIdentity) { self.text = "\(text.section).\(text.key)" }

  /// The text of this name; nil if no hash confirms it. If section or key contain points, a hash shows which point
  /// separates them.
  ///
  /// - Parameters:
  ///   - locales: The locales that the text may have; empty ones do not count.
  ///   - hashes: The possible hashes of the text.
  func text(inAny locales: [String], knownBy hashes: [TextHash]) -> TextIdentity? {
    let splits = splits
    for wanted in hashes {
      for locale in locales where !locale.isEmpty {
        for (section, key) in splits where TextHash(chain: [section, key, locale]) == wanted {
          return TextIdentity(section: section, key: key, locale: locale)
        }
      }
    }
    return nil
  }

  /// The text of this name in a locale, without a hash to confirm it.
  func text(in locale: String) -> TextIdentity {
    let (section, key) = splits.first ?? ("", text)
    return TextIdentity(section: section, key: key, locale: locale)
  }

  /// The section and key, in every way of splitting the name.
  var splits: [(section: String, key: String)] {
    guard text.utf8.count <= Self.longestName else { return [] }
    return text.utf8.indices.filter { text.utf8[$0] == UInt8(ascii: ".") }.prefix(32).map { point in
      (String(text[..<point]), String(text[text.utf8.index(after: point)...]))
    }
  }
}
