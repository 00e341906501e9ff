import NStackAPI
import Spreadsheet

/// The cell styles of a review sheet, registered with one writer.
///
/// Every style except that of formulas has the text format, so that a reviewer's input stays the text that was typed.
struct SheetStyles {
  /// The kinds of cells below the header, each with a style for both directions of writing, with and without a divider.
  private enum Kind: Int, CaseIterable {
    case name
    case guarded
    case proposal
    case deletable
    case reviewer
    case quiet
    case gap
    case link
    case computed
    case problem
    case suggestion
  }

  private let headers: [Int]
  private let cells: [Int]

  init(registeringWith writer: XLSXWriter) {
    headers = [(Palette.accent, true), (Palette.reviewer, true), (Palette.accent, false)].flatMap { fill, isText in
      [nil, Palette.quiet].map { divider in
        writer.register(
          CellStyle(
            bold: true, fontColor: Palette.onAccent, fillColor: fill, leadingBorderColor: divider, wrapsText: true,
            horizontalAlignment: .left, indent: Self.indent, verticalAlignment: .center, isTextFormat: isText))
      }
    }
    cells = Kind.allCases.flatMap { kind in
      [(false, false), (false, true), (true, false), (true, true)].map { isRightToLeft, isDivided in
        writer.register(Self.style(of: kind, isRightToLeft: isRightToLeft, isDivided: isDivided))
      }
    }
  }

  private static func style(of kind: Kind, isRightToLeft: Bool, isDivided: Bool) -> CellStyle {
    var style = CellStyle(
      bottomBorderColor: Palette.line, leadingBorderColor: isDivided ? Palette.quiet : nil, wrapsText: true,
      verticalAlignment: .top, isTextFormat: true, isLocked: true)
    switch kind {
    case .proposal, .reviewer, .deletable: style.isLocked = false
    case .suggestion: (style.isLocked, style.fillColor) = (false, Palette.suggested)
    case .problem: style.fillColor = Palette.wrongFill
    case .name, .guarded, .quiet, .gap, .link, .computed: style.fillColor = Palette.guarded
    }
    switch kind {
    case .deletable, .link: style.fontColor = Palette.deletable
    case .quiet, .gap, .computed: style.fontColor = Palette.quiet
    case .problem: style.fontColor = Palette.wrongFont
    case .name, .guarded, .proposal, .suggestion, .reviewer: break
    }
    // An address is cut off at the end of its cell; shown in full, it would make the row too high.
    if kind == .link { (style.underlined, style.wrapsText) = (true, false) }
    if kind == .computed { style.isTextFormat = false }
    style.horizontalAlignment = isRightToLeft ? .right : .left
    style.indent = Self.indent
    return style
  }

  /// Cells have a margin in both directions of writing, so that adjacent texts do not touch.
  static let indent = 1

  func header(of column: ReviewColumn, isDivided: Bool) -> Int {
    headers[(column.isForReviewer ? 2 : column == .progress ? 4 : 0) + (isDivided ? 1 : 0)]
  }

  private func style(_ kind: Kind, isRightToLeft: Bool = false, isDivided: Bool = false) -> Int {
    cells[kind.rawValue * 4 + (isRightToLeft ? 2 : 0) + (isDivided ? 1 : 0)]
  }

  /// The style of a cell below the header.
  func style(of look: SheetTable.Look, isRightToLeft: Bool, isDivided: Bool) -> Int {
    if look.isGap { return style(.gap, isRightToLeft: isRightToLeft, isDivided: isDivided) }
    let kind: Kind =
      switch look.column.traits.look {
      case .proposal: look.isDeletable ? .deletable : look.isSuggested ? .suggestion : .proposal
      case .reviewer: .reviewer
      case .current, .source: .guarded
      case .name: .name
      case .problem: .problem
      case .quiet: .quiet
      case .link: look.isAddress ? .link : .quiet
      case .computed, .progress: .computed
      }
    return style(kind, isRightToLeft: isRightToLeft, isDivided: isDivided)
  }

  /// Whether a column's blank cells are left out of the worksheet because the column's own style looks the same. That
  /// saves nearly half of a sheet's cells, and nearly half of the time to write and read it.
  ///
  /// Every proposal cell is written, because some programs do not apply a column's text format to new cells. So are the
  /// cells that mark a problem, and formulas.
  func isLeftToColumn(_ column: ReviewColumn) -> Bool {
    switch column.traits.look {
    case .proposal, .problem, .progress: false
    case .name, .source, .current, .reviewer, .quiet, .link, .computed: true
    }
  }

  /// The style of a column's cells that are left out.
  func style(of column: ReviewColumn, isRightToLeft: Bool, isDivided: Bool) -> Int {
    if column.traits.look == .problem { return style(.guarded, isRightToLeft: isRightToLeft) }
    return style(of: SheetTable.Look(column: column, language: nil), isRightToLeft: isRightToLeft, isDivided: isDivided)
  }
}
