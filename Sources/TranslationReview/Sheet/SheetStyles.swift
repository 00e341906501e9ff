import NStackAPI
import Spreadsheet

/// The cell styles of a review sheet, registered with one writer.
///
/// Every style has the text format, so that a reviewer's input stays the text that was typed.
struct SheetStyles {
  /// The colours, as ARGB.
  enum Color {
    static let headerFill: UInt32 = 0xFF1F_3A5F
    static let headerFont: UInt32 = 0xFFFF_FFFF
    static let reviewerHeaderFill: UInt32 = 0xFF2E_7D5B
    static let guardedFill: UInt32 = 0xFFF3_F5F8
    static let missingFill: UInt32 = 0xFFFC_E4D6
    static let deletableFont: UInt32 = 0xFF00_55CC
    static let wrongFill: UInt32 = 0xFFF8_CBCB
    static let wrongFont: UInt32 = 0xFF9C_0006
    static let changedFill: UInt32 = 0xFFFF_F2B3
    static let line: UInt32 = 0xFFD9_DEE5
    static let quietFont: UInt32 = 0xFF5F_6B7A
  }

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
          fontColor: font, fillColor: fill, bottomBorderColor: Color.line, wrapsText: true,
          horizontalAlignment: isRightToLeft ? .right : .general, verticalAlignment: .top,
          readingOrder: isRightToLeft ? .rightToLeft : .context, isTextFormat: true, isLocked: isLocked))
    }
    func head(fill: UInt32) -> Int {
      writer.register(
        CellStyle(
          bold: true, fontColor: Color.headerFont, fillColor: fill, wrapsText: true, verticalAlignment: .center,
          isTextFormat: true))
    }
    header = head(fill: Color.headerFill)
    reviewerHeader = head(fill: Color.reviewerHeaderFill)
    guarded = text(fill: Color.guardedFill, isLocked: true)
    guardedRightToLeft = text(fill: Color.guardedFill, isLocked: true, isRightToLeft: true)
    missing = text(fill: Color.missingFill, isLocked: true)
    reviewer = text(fill: nil, isLocked: false)
    reviewerRightToLeft = text(fill: nil, isLocked: false, isRightToLeft: true)
    deletable = text(fill: nil, font: Color.deletableFont, isLocked: false)
    deletableRightToLeft = text(fill: nil, font: Color.deletableFont, isLocked: false, isRightToLeft: true)
    quiet = text(fill: Color.guardedFill, font: Color.quietFont, isLocked: true)
    problem = text(fill: Color.wrongFill, font: Color.wrongFont, isLocked: true)
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
