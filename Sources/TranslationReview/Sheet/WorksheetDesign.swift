import Basics
import NStackAPI
import Spreadsheet

/// The design of a table's worksheet: column widths, frozen and guarded cells, and marks that appear while a person
/// types.
struct WorksheetDesign {
  let table: SheetTable
  let sheet: ReviewSheet
  let styles: SheetStyles
  let isProtected: Bool

  func layout() -> WorksheetLayout {
    var layout = WorksheetLayout(
      name: table.name,
      columns: table.columns.map { column in
        ColumnLayout(
          width: width(of: column), isHidden: column.column.isHidden,
          style: styles.style(of: column.column, isRightToLeft: isRightToLeft(column)))
      })
    layout.headerRows = 1
    layout.frozenRows = 1
    layout.frozenColumns = table.isSideBySide ? table.columns.prefix { $0.language == nil }.count : 2
    layout.autoFilter = true
    layout.isRightToLeft = !table.languages.isEmpty && table.languages.allSatisfy(isRightToLeft(language:))
    layout.dataValidations = validations()
    layout.conditionalFormats = marks()
    layout.protection = isProtected ? WorksheetProtection() : nil
    return layout
  }

  func isRightToLeft(language: Int) -> Bool {
    sheet.catalog.languages[language].direction == .rightToLeft
  }

  /// Whether a column's texts are written from right to left in all rows.
  private func isRightToLeft(_ column: SheetTable.Column) -> Bool {
    if let language = column.language { return isRightToLeft(language: language) }
    return !table.languages.isEmpty && table.languages.allSatisfy(isRightToLeft(language:))
  }

  /// For each column, the width at which its texts wrap; 0 for hidden columns.
  var wrappingWidths: [Double] {
    table.columns.map { $0.column.isHidden ? 0 : width(of: $0) }
  }

  private func width(of column: SheetTable.Column) -> Double {
    let traits = column.column.traits
    return table.isSideBySide ? traits.widthInGroup ?? traits.width : traits.width
  }

  private func places(_ isMember: (ReviewColumn) -> Bool) -> [Int] {
    table.columns.indices.filter { isMember(table.columns[$0].column) }
  }

  private func validations() -> [DataValidation] {
    [
      DataValidation(
        .list((sheet.hasSuggestions ? [ReviewAction.accept] : []).map(\.rawValue) + ["ok", "delete", "skip"]),
        columns: places { $0 == .action }, errorStyle: .warning, errorTitle: "Action",
        errorText: "Leave it empty, or choose ok (reviewed, leave it as it is), delete (withdraw the pending proposal) "
          + "or skip (ignore this row). "
          + "accept is only for rows whose Result or Problem offers it.",
        promptTitle: "Action",
        promptText: sheet.hasSuggestions
          ? "Empty: send the proposal if it was changed. accept: send the suggestion as it is. ok: reviewed, leave it as it "
            + "is. delete: withdraw the pending proposal. skip: ignore this row."
          : "Empty: send the proposal if it was changed. ok: reviewed, leave it as it is. delete: withdraw it. "
            + "skip: ignore this row."),
      DataValidation(
        .custom(formula: "FALSE"), columns: places { !$0.isForReviewer }, errorStyle: .warning,
        errorTitle: "Not for editing",
        errorText: "This column tells the import which text the row is about. Write into Proposal, Action or Note; "
          + "a row whose other cells were changed is not sent."),
    ]
  }

  /// The marks that appear while a person types. A lost placeholder and a text over its limit come before an ordinary
  /// change.
  private func marks() -> [ConditionalFormat] {
    table.columns.indices.flatMap { place -> [ConditionalFormat] in
      guard table.columns[place].column == .proposal, let exported = neighbour(.exportedProposal, of: place) else {
        return []
      }
      let proposal = "$\(CellName.letters(ofColumn: place))2"
      let isChanged = "NOT(EXACT(\(proposal),$\(CellName.letters(ofColumn: exported))2))"
      var marks: [ConditionalFormat] = []
      if let isWrong = wrongness(of: proposal, near: place) {
        marks.append(
          ConditionalFormat(
            formula: "AND(\(proposal)<>\"\",\(isChanged),\(isWrong))", columns: [place],
            style: CellStyle(
              bold: true, fontColor: Palette.wrongFont, fillColor: Palette.wrongFill),
            stopIfTrue: true))
      }
      marks.append(
        ConditionalFormat(
          formula: isChanged, columns: [place],
          style: CellStyle(bold: true, fillColor: Palette.changed)))
      return marks
    }
  }

  /// The formula that is true if a proposal lacks a placeholder of its row or is longer than its row allows; nil if the
  /// table has no columns for these rules.
  ///
  /// `%1$@` may replace `%@`, so a placeholder that begins with `%` is also searched for after a `$`.
  private func wrongness(of proposal: String, near place: Int) -> String? {
    var terms = ReviewColumn.placeholders.compactMap { column -> String? in
      guard let found = neighbour(column, of: place) else { return nil }
      let placeholder = "$\(CellName.letters(ofColumn: found))2"
      return "AND(\(placeholder)<>\"\",ISERROR(FIND(\(placeholder),\(proposal))),"
        + "ISERROR(FIND(SUBSTITUTE(\(placeholder),\"%\",\"$\",1),\(proposal))))"
    }
    if let found = neighbour(.maximumLength, of: place) {
      let limit = "$\(CellName.letters(ofColumn: found))2"
      terms.append("IF(\(limit)=\"\",FALSE,LEN(\(proposal))>VALUE(\(limit)))")
    }
    return terms.isEmpty ? nil : "OR(\(terms.joined(separator: ",")))"
  }

  /// The place of a column in the same group, or of a column that belongs to the text.
  private func neighbour(_ column: ReviewColumn, of place: Int) -> Int? {
    let language = column.isOfText ? nil : table.columns[place].language
    return table.columns.firstIndex { $0.column == column && (column.isOfText || $0.language == language) }
  }
}
