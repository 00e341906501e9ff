/// The spaces at the start and end of a text. Line breaks and tabs do not count.
package struct SpaceEdges {
  let leading: String
  let trailing: String

  init(of text: String) {
    leading = String(text.prefix(while: Self.isSpace))
    trailing = leading.utf8.count == text.utf8.count ? "" : String(text.reversed().prefix(while: Self.isSpace))
  }

  /// The spaces, each once.
  package static let all = " \u{A0}\u{202F}\u{3000}\u{2003}\u{2009}"

  static func isSpace(_ character: Character) -> Bool { all.contains(character) }
}

/// Corrects spaces: those at the edges become as in the source text, and several in a row become one.
package enum SpaceMending {
  /// The ids of the checks that warn of such spaces.
  package static let checks = [Check.edgeSpace.id, Check.doubleSpace.id]

  /// The text with corrected spaces; the same text if nothing needs correction.
  ///
  /// - Parameter ignored: The ids of the checks that the reviewer or the project turned off. The spaces that these
  ///   checks warn about are not corrected.
  package static func mended(_ text: String, source: String, ignoring ignored: [String] = []) -> String {
    let keepsEdges = ignored.contains(Check.edgeSpace.id)
    let core = text.drop(while: SpaceEdges.isSpace).reversed().drop(while: SpaceEdges.isSpace).reversed()
    let keepsDoubles = ignored.contains(Check.doubleSpace.id) || SpaceRuns.first(in: ScannedText(source)) != nil
    let result = keepsDoubles ? String(core) : SpaceRuns.merged(core)
    guard !result.isEmpty else { return text }
    let wanted = SpaceEdges(of: source)
    let found = SpaceEdges(of: text)
    if keepsEdges { return found.leading + result + found.trailing }
    return edge(found.leading, as: wanted.leading) + result + edge(found.trailing, as: wanted.trailing)
  }

  /// Existing spaces at an edge are kept: a language may need a different space from English.
  private static func edge(_ found: String, as wanted: String) -> String {
    wanted.isEmpty ? "" : found.isEmpty ? wanted : found
  }
}

/// Runs of spaces in which one space would be enough.
///
/// The space, no-break spaces and the thin space count, in any mixture. Wider spaces do not: several in a row are
/// intended, as at the beginning of a Chinese or Japanese paragraph.
enum SpaceRuns {
  /// The first run that is not at an edge of a text; nil if there is none.
  static func first(in text: ScannedText) -> Substring? {
    guard text.has([.doubleSpace, .nonASCII]), text.has([.doubleSpace, .complex]) || hasRun(text.bytes) else {
      return nil
    }
    let inner = text.string.drop(while: SpaceEdges.isSpace)
    var start: String.Index?
    for index in inner.indices {
      if isNarrow(inner[index]) {
        start = start ?? index
      } else if let begun = start {
        if inner.index(after: begun) < index, !SpaceEdges.isSpace(inner[index]) { return inner[begun..<index] }
        start = nil
      }
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

  /// A text with one space in place of each run: a no-break space if the run has one.
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
