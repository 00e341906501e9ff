/// The colours of sheets, as ARGB. Reports have the same ones, in their style sheet.
enum Palette {
  /// The header's fill.
  static let accent: UInt32 = 0xFF1F_3A5F
  static let onAccent: UInt32 = 0xFFFF_FFFF
  /// The header's fill above the columns that a reviewer fills in.
  static let reviewer: UInt32 = 0xFF2E_7D5B
  /// The fill of cells that are not to be edited.
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

  /// The fills of outcomes in annotated sheets.
  static let done: UInt32 = 0xFFD5_EFDA
  static let bad: UInt32 = 0xFFF8_CFCB
  static let open: UInt32 = 0xFFFC_E8B2
  static let planned: UInt32 = 0xFFD3_E4F8
  static let notSent: UInt32 = 0xFFEC_EEF1
}
