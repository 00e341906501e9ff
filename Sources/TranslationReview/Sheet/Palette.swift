/// The colours of sheets and reports, as ARGB.
enum Palette {
  /// The header's fill, and the accent of reports.
  static let accent: UInt32 = 0xFF1F_3A5F
  static let onAccent: UInt32 = 0xFFFF_FFFF
  /// The header's fill above the columns that a reviewer fills in.
  static let reviewer: UInt32 = 0xFF2E_7D5B
  /// The fill of cells that are not to be edited, and of the headers in reports.
  static let guarded: UInt32 = 0xFFF3_F5F8
  /// The fill of a current value that is blank.
  static let missing: UInt32 = 0xFFFC_E4D6
  /// The font of a proposal that this client can delete.
  static let deletable: UInt32 = 0xFF00_55CC
  static let wrongFill: UInt32 = 0xFFF8_CBCB
  static let wrongFont: UInt32 = 0xFF9C_0006
  /// The fill of a proposal that differs from the exported one.
  static let changed: UInt32 = 0xFFFF_F2B3
  static let line: UInt32 = 0xFFD9_DEE5
  static let quiet: UInt32 = 0xFF5F_6B7A

  /// The fills of outcomes in annotated sheets; reports mark added and removed words with the first two.
  static let done: UInt32 = 0xFFD5_EFDA
  static let bad: UInt32 = 0xFFF8_CFCB
  static let open: UInt32 = 0xFFFC_E8B2
  static let planned: UInt32 = 0xFFD3_E4F8
  static let notSent: UInt32 = 0xFFEC_EEF1

  /// The fonts of outcomes in reports.
  static let doneFont: UInt32 = 0xFF1D_7A46
  static let badFont: UInt32 = 0xFFB3_261E
  static let openFont: UInt32 = 0xFF8A_5A00
  static let plannedFont: UInt32 = 0xFF1F_5FA8
  /// The text of reports.
  static let text: UInt32 = 0xFF1D_232B

  /// A colour as CSS writes it, without its alpha: `#1f3a5f`.
  static func css(_ color: UInt32) -> String {
    let digits = String(color & 0xFF_FFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
