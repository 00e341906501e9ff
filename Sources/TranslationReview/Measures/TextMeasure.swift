import Basics

/// The size of a text as agencies count it.
///
/// A word is a run of letters, digits and underscores, with apostrophes between letters (`don't`) and the marks of numbers
/// between digits (`1,234.5`). In scripts without spaces between words each character is a word. Placeholders, HTML tags and
/// entities are neither words nor characters, and white space is not a character.
public struct TextMeasure: Hashable, Sendable {
  /// The number of words.
  public internal(set) var words = 0
  /// The number of characters as a reader sees them.
  public internal(set) var characters = 0

  /// The size of nothing.
  public init() {}

  /// Measures a text.
  public init(of text: String) {
    var isInWord = false
    var last: Character = " "
    let visible = Array(Self.visible(text))
    for (place, character) in visible.enumerated() {
      defer { last = character }
      guard !character.isWhitespace else {
        isInWord = false
        continue
      }
      characters += 1
      if character.isLetter || character.isNumber {
        let isAlone = SpacelessScript.contains(character)
        if isAlone || !isInWord { words += 1 }
        isInWord = !isAlone
      } else if character != "_" {
        let next = place + 1 < visible.count ? visible[place + 1] : " "
        isInWord = isInWord && Self.joins(character, last, next)
      }
    }
  }

  /// Adds the size of another text.
  static func += (left: inout TextMeasure, right: TextMeasure) {
    left.words += right.words
    left.characters += right.characters
  }

  /// Whether a mark between two characters does not end the word.
  private static func joins(_ mark: Character, _ left: Character, _ right: Character) -> Bool {
    switch mark {
    case "'", "’": left.isLetter && right.isLetter || left.isNumber && right.isNumber
    case ".", ",": left.isNumber && right.isNumber
    default: false
    }
  }

  /// The text without what is not counted. A tag within a line is left out; all else leaves a space.
  private static func visible(_ text: String) -> String {
    guard text.utf8.contains(where: { "<&%{$".utf8.contains($0) }) else { return text }
    let bytes = Array(text.utf8)
    let tags = HTMLTag.places(in: ScannedText(text)).map { (range: $0.range, isSpace: !$0.tag.isInline) }
    let others = (Placeholder.ranges(in: bytes) + entities(in: bytes)).map { (range: $0, isSpace: true) }
    var visible: [UInt8] = []
    var place = 0
    for part in (tags + others).sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      // A placeholder may be in a tag.
      guard part.range.lowerBound >= place else { continue }
      visible.append(contentsOf: bytes[place..<part.range.lowerBound])
      if part.isSpace { visible.append(0x20) }
      place = part.range.upperBound
    }
    visible.append(contentsOf: bytes[place...])
    return String(decoding: visible, as: UTF8.self)
  }

  /// The places of entities such as `&nbsp;` and `&#39;`.
  private static func entities(in bytes: [UInt8]) -> [Range<Int>] {
    bytes.indices.compactMap { start in
      guard bytes[start] == UInt8(ascii: "&") else { return nil }
      let name = bytes[(start + 1)...].prefix(12).prefix { byte in
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "#")
      }
      guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";") else { return nil }
      return start..<(name.endIndex + 1)
    }
  }
}
