import NStackAPI
import Spreadsheet

/// The cell styles of a review sheet, registered with one writer.
///
/// Every style has the text format, so that a reviewer's input stays the text that was typed.
struct SheetStyles {
  let header: Int
  let reviewerHeader: Int
  private let guarded: Int
  private let guardedRightToLeft: Int
  private let missing: Int
  private let reviewer: Int
  private let reviewerRightToLeft: Int
  private let deletable: Int
  private let deletableRightToLeft: Int
  private let quiet: Int
  private let problem: Int

  init(registeringWith writer: XLSXWriter) {
    func text(
      fill: UInt32?, font: UInt32? = nil, isLocked: Bool, isRightToLeft: Bool = false
    ) -> Int {
      writer.register(
        CellStyle(
          fontColor: font, fillColor: fill, bottomBorderColor: Palette.line, wrapsText: true,
          horizontalAlignment: isRightToLeft ? .right : .general, verticalAlignment: .top,
          readingOrder: isRightToLeft ? .rightToLeft : .context, isTextFormat: true, isLocked: isLocked))
    }
    func head(fill: UInt32) -> Int {
      writer.register(
        CellStyle(
          bold: true, fontColor: Palette.onAccent, fillColor: fill, wrapsText: true, verticalAlignment: .center,
          isTextFormat: true))
    }
    header = head(fill: Palette.accent)
    reviewerHeader = head(fill: Palette.reviewer)
    guarded = text(fill: Palette.guarded, isLocked: true)
    guardedRightToLeft = text(fill: Palette.guarded, isLocked: true, isRightToLeft: true)
    missing = text(fill: Palette.missing, isLocked: true)
    reviewer = text(fill: nil, isLocked: false)
    reviewerRightToLeft = text(fill: nil, isLocked: false, isRightToLeft: true)
    deletable = text(fill: nil, font: Palette.deletable, isLocked: false)
    deletableRightToLeft = text(fill: nil, font: Palette.deletable, isLocked: false, isRightToLeft: true)
    quiet = text(fill: Palette.guarded, font: Palette.quiet, isLocked: true)
    problem = text(fill: Palette.wrongFill, font: Palette.wrongFont, isLocked: true)
  }

  /// The style of a cell below the header.
  func style(
    of column: ReviewColumn, isBlank: Bool, isDeletable: Bool, isRightToLeft: Bool, isSourceRightToLeft: Bool
  ) -> Int {
    switch column.traits.look {
    case .proposal:
      isDeletable
        ? (isRightToLeft ? deletableRightToLeft : deletable) : (isRightToLeft ? reviewerRightToLeft : reviewer)
    case .reviewer: reviewer
    case .current: isBlank ? missing : (isRightToLeft ? guardedRightToLeft : guarded)
    case .source: isSourceRightToLeft ? guardedRightToLeft : guarded
    case .name: guarded
    case .problem: problem
    case .quiet: quiet
    }
  }

  /// Whether a column's blank cells are left out of the worksheet because the column's own style looks the same. That
  /// saves nearly half of a sheet's cells, and nearly half of the time to write and read it.
  ///
  /// Every proposal cell is written, for programs that do not apply a column's text format to new cells. So are the
  /// cells that mark a missing text or a problem.
  func isLeftToColumn(_ column: ReviewColumn) -> Bool {
    switch column.traits.look {
    case .proposal, .current, .problem: false
    case .name, .source, .reviewer, .quiet: true
    }
  }

  /// The style of a column's cells that are left out.
  func style(of column: ReviewColumn, isRightToLeft: Bool) -> Int {
    switch column.traits.look {
    case .proposal: isRightToLeft ? reviewerRightToLeft : reviewer
    case .reviewer: reviewer
    case .name, .source, .current, .problem: guarded
    case .quiet: quiet
    }
  }
}
