/// A colour that the pages and the sheets share, in light and in dark mode.
package struct ColorToken: Sendable {
  package let name: String
  /// The colour in light mode and on paper, as RGB.
  package let light: UInt32
  /// The colour in dark mode, as RGB.
  package let dark: UInt32

  private init(_ name: String, light: UInt32, dark: UInt32) { (self.name, self.light, self.dark) = (name, light, dark) }

  /// The colour in a sheet, as ARGB. Sheets are always light.
  package var cell: UInt32 { 0xFF00_0000 | light }
}

extension ColorToken {
  // MARK: - The page

  /// The background of pages.
  package static let back = ColorToken("back", light: 0xFF_FFFF, dark: 0x14_181D)
  /// Bars, headers, and cells that must not be edited.
  package static let surface = ColorToken("surface", light: 0xF3_F5F8, dark: 0x1E_242B)
  package static let text = ColorToken("text", light: 0x1D_232B, dark: 0xE4_E8ED)
  /// Labels and remarks.
  package static let quiet = ColorToken("quiet", light: 0x53_5F6D, dark: 0xA3_AFBC)
  /// Lines between rows.
  package static let line = ColorToken("line", light: 0xD9_DEE5, dark: 0x33_3B45)
  /// The borders of controls.
  package static let edge = ColorToken("edge", light: 0x76_828F, dark: 0x77_838F)
  /// Titles, chosen buttons and headers.
  package static let accent = ColorToken("accent", light: 0x1F_3A5F, dark: 0x8F_B3DF)
  package static let onAccent = ColorToken("on-accent", light: 0xFF_FFFF, dark: 0x14_181D)
  /// Links, and the ring around the element with the focus.
  package static let focus = ColorToken("focus", light: 0x1F_5FA8, dark: 0x8B_BAF2)

  // MARK: - Outcomes, each with its background

  package static let good = ColorToken("good", light: 0x17_653A, dark: 0x8A_DBAA)
  package static let goodBack = ColorToken("good-back", light: 0xD5_EFDA, dark: 0x17_3A25)
  package static let bad = ColorToken("bad", light: 0x9C_1A13, dark: 0xFF_A69E)
  package static let badBack = ColorToken("bad-back", light: 0xF8_CFCB, dark: 0x4F_211E)
  package static let open = ColorToken("open", light: 0x74_4B00, dark: 0xF5_A95C)
  package static let openBack = ColorToken("open-back", light: 0xFC_E8B2, dark: 0x45_3512)
  package static let plan = ColorToken("plan", light: 0x1A_5290, dark: 0x9C_C5F5)
  package static let planBack = ColorToken("plan-back", light: 0xD3_E4F8, dark: 0x1B_3350)
  package static let idle = ColorToken("idle", light: 0x4B_5663, dark: 0xB4_BEC9)
  package static let idleBack = ColorToken("idle-back", light: 0xEC_EEF1, dark: 0x2A_313A)

  // MARK: - Texts

  package static let inserted = ColorToken("ins", light: 0xD5_EFDA, dark: 0x1D_4A2E)
  package static let deleted = ColorToken("del", light: 0xF8_CFCB, dark: 0x5A_2522)
  /// What a person changed and did not send yet, on the page and in sheets, and the search hits of a report.
  package static let proposed = ColorToken("proposed", light: 0xFF_F2B3, dark: 0x4A_4110)
  /// A proposal by the person who looks at the page or sheet.
  package static let own = ColorToken("own", light: 0x00_55CC, dark: 0x8D_BCFF)
  /// A text that the app does not have.
  package static let missing = ColorToken("missing", light: 0xFC_E4D6, dark: 0x4A_2F1D)

  package static let all = [
    back, surface, text, quiet, line, edge, accent, onAccent, focus, good, goodBack, bad, badBack, open, openBack, plan,
    planBack, idle, idleBack, inserted, deleted, proposed, own, missing,
  ]

  // MARK: - The style sheet

  /// The colours as custom properties in CSS. Printed pages are always light.
  package static var style: String {
    """
    :root {
      color-scheme: light dark;
    \(properties(\.light, indent: "  "))
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
    \(properties(\.dark, indent: "    "))
      }
    }

    """
  }

  private static func properties(_ color: KeyPath<ColorToken, UInt32>, indent: String) -> String {
    all.map { token in "\(indent)--\(token.name): #\(token[keyPath: color].padded(to: 6, radix: 16));" }.joined(
      separator: "\n")
  }
}
