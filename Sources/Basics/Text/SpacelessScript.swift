/// Scripts that are written without spaces between words.
package enum SpacelessScript {
  /// Whether a character is of such a script.
  package static func contains(_ character: Character) -> Bool {
    character.unicodeScalars.first.map(contains) ?? false
  }

  /// Whether a scalar is of such a script, or in a block of its symbols and marks.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x0E00: false
    // Thai and Lao, Tibetan, Burmese, Khmer.
    case 0x0E00...0x0EFF, 0x0F00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF: true
    // Tai Le, New Tai Lue, Khmer symbols, Tai Tham, Balinese, Javanese, Burmese extensions, Tai Viet.
    case 0x1950...0x19FF, 0x1A20...0x1AAF, 0x1B00...0x1B7F, 0xA980...0xA9FF, 0xAA60...0xAADF: true
    // Kana, Bopomofo, ideographs, Yi, half-width kana and the blocks between them; not Hangul, which has spaces.
    case 0x3040...0x312F, 0x31A0...0x9FFF, 0xA000...0xA4CF, 0xF900...0xFAFF, 0xFF66...0xFF9F: true
    case 0x1B000...0x1B16F, 0x20000...0x3FFFF: true
    default: false
    }
  }
}
