import NStackAPI

extension WordDiff {
  /// Splits a text into words: placeholders, runs of letters and digits, runs of white space, and each other character on
  /// its own. In scripts without spaces between words each character is a word. No character is split: not one of
  /// several scalars, and not a consonant from the one that is written below it.
  static func words(in text: String) -> [String] {
    let hasPlaceholders = text.utf8.contains { "%{$".utf8.contains($0) }
    let placeholders = hasPlaceholders ? Placeholder.all(in: text).sorted { $0.count > $1.count } : []
    var words: [String] = []
    var last: WordClass?
    var rest = text[...]
    while let character = rest.first {
      if "%{$".contains(character), let placeholder = placeholders.first(where: { rest.hasPrefix($0) }) {
        words.append(placeholder)
        rest = rest.dropFirst(placeholder.count)
        last = nil
        continue
      }
      let kind = WordClass(character)
      if kind != .single, kind == last {
        words[words.count - 1].append(character)
      } else if kind == .single, last == .single, let word = words.last, isOne(word, with: character) {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
      last = kind
      rest = rest.dropFirst()
    }
    return words
  }

  /// Whether a character cannot be read apart from what is before it: a vowel sign, or in Khmer, Burmese and Tai Tham a
  /// consonant that is written below.
  private static func isOne(_ text: String, with next: Character) -> Bool {
    if next.unicodeScalars.first?.properties.generalCategory == .spacingMark { return true }
    switch text.unicodeScalars.last {
    case "\u{17D2}", "\u{1039}", "\u{1A60}": return true
    default: return false
    }
  }

  private enum WordClass {
    case letters
    case space
    case single

    init(_ character: Character) {
      guard let scalar = character.unicodeScalars.first else {
        self = .single
        return
      }
      if WordDiff.hasNoSpaces(scalar) {
        self = .single
      } else if character.isLetter || character.isNumber {
        self = .letters
      } else {
        self = character.isWhitespace && !character.isNewline ? .space : .single
      }
    }
  }

  /// Whether a character is of a script without spaces between words.
  static func hasNoSpaces(_ character: Character) -> Bool {
    character.unicodeScalars.first.map(hasNoSpaces) ?? false
  }

  private static func hasNoSpaces(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
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
