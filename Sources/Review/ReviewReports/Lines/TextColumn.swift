import Basics

/// Texts in a column on a terminal.
enum TextColumn {
  /// A run of visible text of one kind.
  typealias Run = WordDiff.Piece

  /// Returns the width of a text in terminal cells: two for a wide character, none for a combining mark.
  static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

  /// Returns a text in at most `width` terminal cells; the middle of a longer text is left out.
  static func shortened(_ text: String, to width: Int) -> String {
    guard self.width(of: text) > width else { return text }
    var characters = Array(text)
    while !characters.isEmpty, self.width(of: String(characters)) >= width {
      characters.remove(at: characters.count / 2)
    }
    characters.insert("…", at: (characters.count + 1) / 2)
    return String(characters)
  }

  /// Breaks a text into lines of at most `width` terminal cells, between words if possible.
  static func lines(of text: String, width: Int) -> [String] {
    lines(of: [Run(.same, text)], width: width).map { $0.map(\.text).joined() }
  }

  /// Breaks runs of text into lines of at most `width` terminal cells. Lines end between words if possible, and after
  /// each symbol for a line break.
  static func lines(of runs: [Run], width: Int) -> [[Run]] {
    var lines: [[Run]] = [[]]
    var used = 0
    var mustBreak = false
    func put(_ text: String, _ kind: WordDiff.Piece.Kind) {
      if lines[lines.count - 1].last?.kind == kind {
        lines[lines.count - 1][lines[lines.count - 1].count - 1].text += text
      } else {
        lines[lines.count - 1].append(Run(kind, text))
      }
    }
    func startLine() {
      lines[lines.count - 1] = withoutSpacesAtEnd(lines[lines.count - 1])
      lines.append([])
      used = 0
      mustBreak = false
    }
    for chunk in chunks(of: runs) {
      let next = chunk.reduce(0) { $0 + self.width(of: $1.text) }
      let isSpace = chunk.allSatisfy { $0.text.allSatisfy(\.isWhitespace) }
      if mustBreak || used + next > width && used > 0 && (!isSpace || next > width) { startLine() }
      for run in chunk {
        for character in run.text {
          let cells = self.width(of: character)
          if used + cells > max(width, 2) {
            // Spaces at the ends of lines are invisible.
            if character.isWhitespace { continue }
            startLine()
          }
          put(String(character), run.kind)
          used += cells
        }
      }
      mustBreak = chunk.last?.text.hasSuffix("⏎") ?? false
    }
    return lines
  }

  /// A line without the spaces at its end, which a terminal would show on the other side of right-to-left text.
  private static func withoutSpacesAtEnd(_ line: [Run]) -> [Run] {
    var line = line
    while var last = line.popLast() {
      while last.text.last == " " { last.text.removeLast() }
      guard last.text.isEmpty else { return line + [last] }
    }
    return line
  }

  private static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    return character.unicodeScalars.dropFirst().reduce(width(of: first)) { $0 + addedWidth(of: $1, after: first) }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF, 0x20000...0x3FFFD:
      return 2
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// The width that a further scalar adds to a character, such as a vowel beside its letter, or a joined letter.
  private static func addedWidth(of scalar: Unicode.Scalar, after first: Unicode.Scalar) -> Int {
    if width(of: first) == 2 { return 0 }
    switch scalar.properties.generalCategory {
    case .spacingMark, .otherLetter: return (0x1160...0x11FF).contains(scalar.value) ? 0 : 1
    default: return 0
    }
  }
}

extension TextColumn {
  private static let closing = Set(".,;:!?)]}\"'»”’%…-+⏎␠。、」』）】！？：；，ーๆฯ")
  private static let opening = Set("([{\"'«„“‘¿¡-+「『（【")

  /// Divides runs of text into the parts between which a line may be broken.
  static func chunks(of runs: [WordDiff.Piece]) -> [[WordDiff.Piece]] {
    var chunks: [[WordDiff.Piece]] = []
    var last: String?
    for run in runs {
      for word in WordDiff.words(in: run.text) {
        let next = WordDiff.Piece(run.kind, word)
        if let last, !mayEnd(after: last, before: word) {
          chunks[chunks.count - 1].append(next)
        } else {
          chunks.append([next])
        }
        last = word
      }
    }
    return chunks
  }

  /// Whether a line may end between two words.
  private static func mayEnd(after last: String, before next: String) -> Bool {
    guard let end = last.last, let start = next.first else { return true }
    if end.isWhitespace || start.isWhitespace || end == "⏎" { return true }
    if closing.contains(start) || opening.contains(end) { return false }
    return SpacelessScript.contains(end) || SpacelessScript.contains(start)
  }
}
