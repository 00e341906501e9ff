import Basics

/// The colours of sheets, as ARGB. Most are also the colours of the pages in the browser.
package enum Palette {
  /// The header's fill.
  package static let accent = ColorToken.accent.cell
  package static let onAccent = ColorToken.onAccent.cell
  /// The header's fill above the columns that a reviewer fills in.
  package static let reviewer: UInt32 = 0xFF2E_7D5B
  package static let guarded = ColorToken.surface.cell
  /// The fill of a current value that is blank.
  package static let missing = ColorToken.missing.cell
  /// The font of a proposal that this client can delete.
  package static let deletable = ColorToken.own.cell
  package static let wrongFill: UInt32 = 0xFFF8_CBCB
  package static let wrongFont: UInt32 = 0xFF9C_0006
  /// The fill of a proposal that differs from the exported one.
  package static let changed = ColorToken.proposed.cell
  /// The fill of a suggestion: violet, because proposals that can be deleted are blue.
  package static let suggested: UInt32 = 0xFFEA_DFF6
  package static let text = ColorToken.text.cell
  package static let line = ColorToken.line.cell
  package static let quiet: UInt32 = 0xFF5F_6B7A

  /// The fills of outcomes in annotated sheets.
  package static let done = ColorToken.goodBack.cell
  package static let bad = ColorToken.badBack.cell
  package static let open = ColorToken.openBack.cell
  package static let planned = ColorToken.planBack.cell
  package static let notSent = ColorToken.idleBack.cell
}
