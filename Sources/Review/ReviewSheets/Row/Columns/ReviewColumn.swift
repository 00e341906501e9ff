import Basics

/// A column of the review sheet.
///
/// Everything that the program knows about a column is in its `ColumnTraits`, which export and import both use, so that
/// they cannot drift apart. A new column is a case here, its traits in `ColumnTraits+Columns.swift`, and its
/// name in the table below.
public enum ReviewColumn: Int, CaseIterable, Codable, Sendable {
  /// Section of the text.
  case section
  /// Key within the section.
  case key
  /// Locale as NStack spells it.
  case locale
  /// The text in the source locale.
  case sourceValue
  /// The value that NStack serves now; empty if the text is not translated.
  case currentValue
  /// The pending proposal; the reviewer writes or changes it here.
  case proposal
  /// The number of characters of the proposal and its limit; only in a workbook with maximum lengths.
  case characterCount
  /// Why the row was not applied; only in a to-fix sheet.
  case problem
  /// The reviewer's request: empty, or a known word.
  case action
  /// Free text of the reviewer, never sent.
  case note
  /// What was done in the row, or what is wrong with its proposal; only in a workbook.
  case progress
  /// The purpose of the text; only in an export with a context.
  case description
  /// The address of a picture of the text; only in an export with a context.
  case screenshot
  /// The most characters that the text may have; only in an export with a context.
  case maximumLength
  /// Whether this profile can delete the pending proposal.
  case deletable
  /// Whether the text is missing, translated or proposed, to filter by; never read back.
  case status
  /// The id of the pending proposal; hidden.
  case proposalID
  /// The proposal as it was exported; hidden.
  case exportedProposal
  /// Format, scope and fingerprints; hidden.
  case base
  /// The text in the default locale, for checks without a server; hidden, and only in a sheet without source values.
  case checkedSource
  /// A placeholder of the source text, to mark proposals that lost it; hidden.
  case placeholder1
  /// A second one; hidden.
  case placeholder2
  /// A third one; hidden.
  case placeholder3
  /// A fourth one; hidden.
  case placeholder4
  /// A word that the proposal must not have, to mark proposals that have it; hidden, and only in a workbook.
  case forbidden1
  /// A second one; hidden.
  case forbidden2
  /// A third one; hidden.
  case forbidden3
  /// A fourth one; hidden.
  case forbidden4
  /// The project's rules for the text that formulas judge; hidden, and only in a workbook.
  case rules

  private static let table: [ColumnTraits] = [
    .section, .key, .locale, .sourceValue, .currentValue, .proposal, .characterCount, .problem, .action, .note,
    .progress, .description, .screenshot, .maximumLength, .deletable, .status, .proposalID, .exportedProposal, .base,
    .checkedSource, .placeholder(0), .placeholder(1), .placeholder(2), .placeholder(3), .forbidden(0), .forbidden(1),
    .forbidden(2), .forbidden(3), .rules,
  ]

  var traits: ColumnTraits { Self.table[rawValue] }

  /// The columns before those that a locale has of its own.
  package static let leading = allCases.prefix { $0 != .currentValue }

  static let placeholders: [ReviewColumn] = [.placeholder1, .placeholder2, .placeholder3, .placeholder4]
  static let forbidden: [ReviewColumn] = [.forbidden1, .forbidden2, .forbidden3, .forbidden4]

  /// The header that an export writes.
  public var header: String { traits.header }

  /// Whether a review sheet must have the column.
  package var isRequired: Bool { traits.isRequired }

  /// Whether the column is for programs and hidden from people.
  package var isHidden: Bool { traits.isHidden }

  /// Whether the column is for the reviewer to fill in.
  package var isForReviewer: Bool { traits.isForReviewer }

  /// Whether the column belongs to the text and not to one of its locales. In the layout with a group of columns for
  /// each locale, such columns appear once.
  package var isOfText: Bool { traits.isOfText }

  /// Whether copies of the sheet after an import show the current value of the cell.
  package var isRefreshed: Bool { traits.isRefreshed }

  /// The index of the column in `allCases`, which is also its order in a sheet.
  package var ordinal: Int { rawValue }
}

/// The positions of the columns in a table with one group of columns, or of one locale's group in a table with several.
package struct ColumnGroup: Sendable {
  /// The locale in the group's headers; nil if a column contains the locale.
  package let locale: String?
  /// The position in the table of each ``ReviewColumn``, by ordinal; -1 if it is missing.
  private var positions: [Int]

  package init(locale: String?) {
    self.locale = locale
    positions = [Int](repeating: -1, count: ReviewColumn.allCases.count)
  }

  package subscript(column: ReviewColumn) -> Int {
    get { positions[column.ordinal] }
    set { positions[column.ordinal] = newValue }
  }
}

extension ReviewColumn {
  /// Splits `Proposal [da-DK]` into the header and the locale.
  static func split(_ text: String) -> (name: String, locale: String?) {
    let trimmed = trimmed(text)
    guard trimmed.hasSuffix("]"), let open = trimmed.lastIndex(of: "[") else { return (text, nil) }
    let locale = trimmed[trimmed.index(after: open)...].dropLast()
    return locale.isEmpty ? (text, nil) : (String(trimmed[..<open]), LocaleName.withPlainHyphens(String(locale)))
  }
}
