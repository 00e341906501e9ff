import Basics

extension WordDiff {
  /// Splits a text into words: placeholders, runs of letters and digits, runs of white space, and each other character on
  /// its own. In scripts without spaces between words each character is a word. No character is split: not one of
  /// several scalars, and not a consonant from the one that is written below it.
  static func words(in text: String) -> [String] {
    let hasPlaceholders = text.utf8.contains { "%{$".utf8.contains($0) }
    var placeholders = hasPlaceholders ? Placeholder.ranges(in: text)[...] : []
    var words: [String] = []
    var last: WordClass?
    var rest = text[...]
    while let character = rest.first {
      while let placeholder = placeholders.first, placeholder.lowerBound < rest.startIndex {
        placeholders = placeholders.dropFirst()
      }
      if let placeholder = placeholders.first, placeholder.lowerBound == rest.startIndex {
        words.append(String(text[placeholder]))
        rest = text[placeholder.upperBound...]
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
      if SpacelessScript.contains(scalar) {
        self = .single
      } else if character.isLetter || character.isNumber {
        self = .letters
      } else {
        self = character.isWhitespace && !character.isNewline ? .space : .single
      }
    }
  }
}
