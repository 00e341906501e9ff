import Basics
import Foundation
import Testing

/// The colours that pages and sheets share.
struct ColorTokenTests {
  /// The relative luminance of a colour (WCAG 2.2).
  private static func luminance(_ color: UInt32) -> Double {
    let channels = [16, 8, 0].map { Double(color >> $0 & 0xFF) / 255 }
    let linear = channels.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// The contrast of two colours (WCAG 2.2), from 1 to 21.
  private static func contrast(_ one: UInt32, _ other: UInt32) -> Double {
    let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
  }

  @Test func `the contrast is that of the standard's examples`() {
    #expect(abs(Self.contrast(0xFFFFFF, 0x000000) - 21) < 0.001)
    #expect(abs(Self.contrast(0x777777, 0xFFFFFF) - 4.48) < 0.01)
    #expect(abs(Self.contrast(0xFF0000, 0xFFFFFF) - 4.00) < 0.01)
  }

  @Test(
    "text has a contrast of 4.5 on every background on which it is written (WCAG 2.2, 1.4.3 AA)",
    arguments: [
      (
        ColorToken.text,
        [ColorToken.back, .surface, .planBack, .badBack, .inserted, .deleted, .proposed, .missing, .openBack]
      ), (.quiet, [.back, .surface, .planBack, .badBack]), (.accent, [.back, .surface]), (.onAccent, [.accent]),
      (.focus, [.back, .surface]), (.good, [.back, .goodBack]), (.bad, [.back, .surface, .badBack, .proposed]),
      (.open, [.back, .surface, .openBack, .proposed]), (.plan, [.back, .surface, .planBack]),
      (.idle, [.back, .idleBack]), (.own, [.back, .surface, .planBack, .proposed, .inserted, .deleted]),
      (.back, [.text, .bad]),
    ] as [(ColorToken, [ColorToken])]) func text(color: ColorToken, backgrounds: [ColorToken])
  {
    for background in backgrounds {
      let found = [
        "light": Self.contrast(color.light, background.light), "dark": Self.contrast(color.dark, background.dark),
      ]
      #expect(found.values.allSatisfy { $0 >= 4.5 }, "\(color.name) on \(background.name): \(found)")
    }
  }

  @Test func `the borders of controls and the ring of the focus have a contrast of 3 (WCAG 2.2, 1.4.11 AA)`() {
    for border in [ColorToken.edge, .focus, .own, .bad] {
      for background in [ColorToken.back, .surface] {
        #expect(Self.contrast(border.light, background.light) >= 3, "\(border.name) on \(background.name), light")
        #expect(Self.contrast(border.dark, background.dark) >= 3, "\(border.name) on \(background.name), dark")
      }
    }
  }

  @Test func `the style sheet has each colour for light and for dark screens, and a sheet has it without transparency`()
  {
    let parts = ColorToken.style.split(separator: "@media screen and (prefers-color-scheme: dark)")
    #expect(parts.count == 2)
    #expect(parts.first?.contains("  --on-accent: #ffffff;\n") == true)
    #expect(parts.last?.contains("  --on-accent: #14181d;\n") == true)
    #expect(parts.first?.contains("  --own: #0055cc;\n") == true)
    #expect(parts.map { $0.split(separator: "--").count - 1 } == [ColorToken.all.count, ColorToken.all.count])
    #expect(Set(ColorToken.all.map(\.name)).count == ColorToken.all.count)
    #expect(ColorToken.own.cell == 0xFF00_55CC)
  }
}
