import TextChecks

/// Everything that the program knows about one column: how it is named, how it looks, and how its cells are filled and
/// read.
struct ColumnTraits: Sendable {
  let header: String
  /// Whether a review sheet must have the column.
  var isRequired = false
  /// Whether the column is for programs and hidden from people.
  var isHidden = false
  /// Whether the column is for the reviewer to fill in. A workbook warns when a person types into any other column.
  var isForReviewer = false
  /// Whether the column belongs to the text and not to one of its locales.
  var isOfText = false
  /// Whether only the export and programs use the column, so that nothing is lost if it is missing.
  var isOfExportAlone = false
  /// Whether the column only tells the reviewer something. An import ignores it, except for a word that belongs under
  /// `Action`.
  var isShownOnly = false
  /// Whether the cells are formulas, or only for them, so that only a workbook has the column.
  var isComputed = false
  var isPresent: @Sendable (SheetContents) -> Bool = { _ in true }

  var width = 20.0
  var look = ColumnLook.quiet

  /// Where an export takes the cells from. There is no default, because ``CellSource/row`` leaves the cells of most
  /// rows empty.
  let source: CellSource
  let text: @Sendable (ReviewRow) -> String
  /// Whether a CSV export may have put an apostrophe before a text of the column, which is removed when it is read.
  var mayBeEscaped = false
  /// Puts the text of a returned cell into its row; nil for a column that an import does not read.
  var read: (@Sendable (_ text: String, _ row: inout ReviewRow) -> Void)?
  /// The hash of the cell's text in a base; nil if the base does not cover the column.
  var hash: @Sendable (RowBase) -> TextHash? = { _ in nil }
  /// Whether copies of the sheet after an import show the current value of the cell.
  var isRefreshed = false
}

struct SheetContents {
  var hasSource = false
  /// Whether the source texts are known, so that checks need no server.
  var hasCheckedSource = false
  var hasContext = false
  var hasMaximumLengths = false
  var hasProblems = false
  /// The most placeholders that a text of the sheet has.
  var placeholderCount = 0
  /// What formulas judge; nil for a sheet without the project's checks.
  var checks: TypedChecks?

  var columns: [ReviewColumn] { ReviewColumn.allCases.filter { $0.traits.isPresent(self) } }
}

enum ColumnLook: Sendable {
  case name
  case source
  /// The current value, which is marked if it is missing.
  case current
  /// The proposal, which is blue if it can be deleted.
  case proposal
  case reviewer
  /// What is wrong with the row.
  case problem
  /// Secondary information, in grey.
  case quiet
  case link
  case computed
  /// A formula in each row, whether its result is blank or not.
  case progress
}

/// Where an export takes the cells of a column from. Nearly all cells of a sheet come from the catalog's bytes, without
/// making a string.
enum CellSource: Sendable {
  case section
  case key
  case locale
  case sourceValue
  /// The text in the default locale.
  case checkedSource
  case currentValue
  case base
  /// The status of the text, by its current value and proposal.
  case status
  /// A placeholder of the source text, counted from zero.
  case placeholder(Int)
  /// What was done in the row: nothing, but a text may be missing.
  case progress
  /// A word that the glossary forbids for the text, counted from zero.
  case forbidden(Int)
  /// The project's rules for the text.
  case rules
  /// The row of strings, by ``ColumnTraits/text``; empty in rows that show only a text.
  case row

  /// Whether the cells are also filled in rows that show only a text: no proposal, no note, no context.
  var isInPlainRows: Bool { if case .row = self { false } else { true } }
}
