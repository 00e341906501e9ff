/// Characters in XML 1.0.
package enum XMLCharacter {
  /// Whether XML cannot hold a character.
  package static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case ..<0x20, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// Whether XML cannot hold a character of a text.
  package static func isInside(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: isForbidden)
  }
}
