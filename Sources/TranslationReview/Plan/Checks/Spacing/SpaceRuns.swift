/// Spaces in a row, of which one is enough.
///
/// The space, no-break spaces and the thin space count, in any mixture. Wider spaces do not: typed in a row, as at the
/// beginning of a Chinese or Japanese paragraph, they are meant.
enum SpaceRuns {
  /// The first run that is not at an edge of a text; nil if there is none.
  static func first(in text: ScannedText) -> Substring? {
    guard text.has([.doubleSpace, .nonASCII]), text.has([.doubleSpace, .complex]) || hasRun(text.bytes) else {
      return nil
    }
    let inner = text.string.drop(while: SpaceEdges.isSpace)
    var start: String.Index?
    var place = inner.startIndex
    while place < inner.endIndex {
      let next = inner.index(after: place)
      if isNarrow(inner[place]) {
        start = start ?? place
      } else if let begun = start {
        if inner.index(after: begun) < place, !SpaceEdges.isSpace(inner[place]) { return inner[begun..<place] }
        start = nil
      }
      place = next
    }
    return nil
  }

  /// Whether the bytes of a text have two spaces in a row. Only the space and two no-break spaces count.
  private static func hasRun(_ bytes: [UInt8]) -> Bool {
    var last = 0
    return bytes.indices.contains { index in
      let length: Int
      switch (bytes[index], index > 0 ? bytes[index - 1] : 0, index > 1 ? bytes[index - 2] : 0) {
      case (0x20, _, _): length = 1
      case (0xA0, 0xC2, _): length = 2
      case (0xAF, 0x80, 0xE2): length = 3
      default: return false
      }
      defer { last = index + 1 }
      return last > 0 && index + 1 - length == last
    }
  }

  /// A text with one space in place of each run: one that does not break a line, if the run has one.
  static func merged(_ text: some Sequence<Character>) -> String {
    var result = ""
    for character in text {
      guard isNarrow(character), let last = result.last, isNarrow(last) else {
        result.append(character)
        continue
      }
      if isNoBreak(character), !isNoBreak(last) {
        result.removeLast()
        result.append(character)
      }
    }
    return result
  }

  private static func isNarrow(_ character: Character) -> Bool {
    switch character {
    case " ", "\u{2009}": true
    default: isNoBreak(character)
    }
  }

  private static func isNoBreak(_ character: Character) -> Bool { character == "\u{A0}" || character == "\u{202F}" }
}
