import Basics

/// The size of a text, counted as translation agencies do.
///
/// A word is a run of letters, digits and underscores, with apostrophes between letters (`don't`) and separators
/// between digits (`1,234.5`). In scripts without spaces between words, each character is a word. Placeholders, HTML
/// tags and entities are neither words nor characters. White space is not counted as a character. Invisible format
/// characters (soft hyphens, direction marks, joiners) are not counted either, and do not end a word.
package struct TextMeasure: Hashable, Sendable {
  /// The number of words.
  package internal(set) var words = 0
  /// The number of characters as a reader sees them.
  package internal(set) var characters = 0

  /// The number of texts that were counted.
  package internal(set) var segments = 0

  package init() {}

  /// Measures a text.
  package init(of text: String) {
    segments = 1
    var isInWord = false
    var last: Character = " "
    let visible = Self.visible(text).filter { !Self.isFormat($0) }
    for (index, character) in visible.enumerated() {
      defer { last = character }
      guard !character.isWhitespace, character != Self.zeroWidthSpace else {
        isInWord = false
        continue
      }
      characters += 1
      if character.isLetter || character.isNumber {
        let isAlone = SpacelessScript.contains(character)
        if isAlone || !isInWord { words += 1 }
        isInWord = !isAlone
      } else if character != "_" {
        let next = index + 1 < visible.count ? visible[index + 1] : " "
        isInWord = isInWord && Self.joins(character, last, next)
      }
    }
  }

  /// This invisible character counts as a space, because it separates words.
  private static let zeroWidthSpace: Character = "\u{200B}"

  /// Whether a character only affects how others are shown.
  private static func isFormat(_ character: Character) -> Bool {
    guard character.utf8.count > 1, character != zeroWidthSpace else { return false }
    return character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
  }

  /// Adds the size of another text.
  static func += (left: inout TextMeasure, right: TextMeasure) {
    left.words += right.words
    left.characters += right.characters
    left.segments += right.segments
  }

  /// Whether a mark between two characters belongs to the word.
  private static func joins(_ mark: Character, _ left: Character, _ right: Character) -> Bool {
    switch mark {
    case "'", "’": left.isLetter && right.isLetter || left.isNumber && right.isNumber
    case ".", ",": left.isNumber && right.isNumber
    default: false
    }
  }

  /// The text without uncounted parts. Inline tags are removed; each other part is replaced by a space.
  private static func visible(_ text: String) -> [Character] {
    guard text.utf8.contains(where: { "<&%{$".utf8.contains($0) }) else { return Array(text) }
    let bytes = Array(text.utf8)
    let tags = HTMLTag.ranges(in: ScannedText(text)).map { (range: $0.range, isSpace: !$0.tag.isInline) }
    let others = Placeholder.ranges(in: bytes).map { (range: $0, isSpace: true) } + entities(in: bytes)
    var visible: [UInt8] = []
    var offset = 0
    // A placeholder may be inside a tag.
    for part in (tags + others).sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where part.range.lowerBound >= offset {
      visible.append(contentsOf: bytes[offset..<part.range.lowerBound])
      if part.isSpace { visible.append(0x20) }
      offset = part.range.upperBound
    }
    visible.append(contentsOf: bytes[offset...])
    return Array(String(decoding: visible, as: UTF8.self))
  }

  /// The entities of format characters, which do not end a word.
  private static let formatEntities: Set = ["shy", "zwj", "zwnj", "lrm", "rlm", "#173", "#xAD", "#xad"]

  /// The ranges of entities such as `&nbsp;` and `&#39;`.
  private static func entities(in bytes: [UInt8]) -> [(range: Range<Int>, isSpace: Bool)] {
    bytes.indices.compactMap { start in
      guard bytes[start] == UInt8(ascii: "&") else { return nil }
      let name = bytes[(start + 1)...].prefix(12).prefix { byte in
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "#")
      }
      guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";") else { return nil }
      let isFormat = formatEntities.contains(String(decoding: name, as: UTF8.self))
      return (start..<(name.endIndex + 1), !isFormat)
    }
  }
}
