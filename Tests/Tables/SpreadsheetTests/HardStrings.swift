/// Texts that readers and writers damage first.
enum HardStrings {
  /// All of them: the named ones, and every trigger behind every prefix.
  static let all: [String] = named + formulas

  static let named: [String] = [
    "plain", "two words", " space in front", "space behind ", "  ", "\t", "\n", "\r", "\r\n", "a\nb", "a\r\nb", "a\rb",
    "line\n", "\nline", "tab\tinside", "\u{A0}no-break\u{A0}", "\u{2028}line separator", "\u{85}next line",
    "\u{1}\u{2}\u{8}\u{B}\u{C}\u{E}\u{1F}", "\u{7F}delete", "\u{80}C1", "nul\u{0}inside", "\u{FFFE}", "\u{FFFF}x",
    "\u{FFFD}", "\u{FEFF}mark in front", "_x000D_", "_x0041_", "_x0041", "x_x0041_y", "_x000D_x000D_", "__x0041_",
    "_x005F_x0041_", "_x0041\u{1}", "_x0041\r", "_x0041\u{FFFE}", "_xD83D_", "_X0041_", "_x00g1_", "_x004_", "_",
    "'tis", "''", "'", "' quoted '", "\"", "\"\"", "\"quoted\"", "a\"b", "a,b", "a;b", "a|b", ",", ";", "sep=;",
    "sep=,", "Section,Key", "007", "1/2", "1E5", "TRUE", "false", "#N/A", "12.5", "0x10", "1,234", "2026-01-31",
    "10:00", "<b>bold</b>", "&amp;", "a & b < c > d", "]]>", "<!-- x -->", "<![CDATA[x]]>",
    "%@ of %d items {name} ${x}", "e\u{301}", "\u{E9}", ",\u{301}", "\"\u{301}", "\u{1112}\u{1161}\u{11AB}",
    "Über größe", "日本語テキスト", "مرحبا بالعالم", "\u{202B}שלום\u{202C}", "\u{200F}\u{200E}", "👩‍👩‍👧‍👦", "🇩🇰", "😀", "𐐀𝄞",
    "a\u{300}\u{301}\u{302}\u{303}", "\u{10FFFF}", "\u{E000}", String(repeating: "x", count: 32_767),
    String(repeating: "😀", count: 16_383), String(repeating: "a\"", count: 5_000),
    String(repeating: "_x0041_", count: 1_000),
  ]

  static let triggers = ["=", "+", "-", "@", "\t", "\r", "\n", "\u{0}", "＝", "＋", "－", "＠"]
  static let prefixes = ["", " ", "  ", "\u{A0}", " \u{A0} ", "'", "''", "'''", "' ", " '", "\n", "x"]

  private static let formulas: [String] = prefixes.flatMap { prefix in
    triggers.flatMap { ["\(prefix)\($0)", "\(prefix)\($0)1+1", "\(prefix)\($0)cmd|' /C calc'!A0"] }
  }
}
