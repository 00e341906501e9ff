/// The spaces at the start and end of a text. Line breaks and tabs do not count.
struct SpaceEdges {
  let leading: String
  let trailing: String

  init(of text: ScannedText) {
    self = Self.mayBeSpace(text.bytes) ? SpaceEdges(of: text.string) : SpaceEdges()
  }

  private init() {
    (leading, trailing) = ("", "")
  }

  /// Whether the first or last byte of a text is one of a space.
  private static func mayBeSpace(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return false }
    return [0x20, 0xC2, 0xE2, 0xE3].contains(first) || [0x20, 0x80, 0x83, 0x89, 0xA0, 0xAF].contains(last)
  }

  init(of text: String) {
    leading = String(text.prefix(while: Self.isSpace))
    trailing = leading.utf8.count == text.utf8.count ? "" : String(text.reversed().prefix(while: Self.isSpace))
  }

  static func isSpace(_ character: Character) -> Bool {
    switch character {
    case " ", "\u{A0}", "\u{202F}", "\u{3000}", "\u{2003}", "\u{2009}": true
    default: false
    }
  }
}

/// Mends spaces: those at the edges become as in the source text, and one remains of several in a row.
enum SpaceMending {
  /// The ids of the checks that warn of what is mended.
  static let checks = [EdgeSpaceCheck().id, DoubleSpaceCheck().id]

  /// The text with its spaces mended; the same text if nothing is to mend.
  ///
  /// - Parameter ignored: The ids of the checks that the reviewer or the project turned off. Spaces that they meant are not
  ///   mended.
  static func mended(_ text: String, source: String, ignoring ignored: [String] = []) -> String {
    let keepsEdges = ignored.contains(EdgeSpaceCheck().id)
    let core = text.drop(while: SpaceEdges.isSpace).reversed().drop(while: SpaceEdges.isSpace).reversed()
    let keepsDoubles = ignored.contains(DoubleSpaceCheck().id) || SpaceRuns.first(in: ScannedText(source)) != nil
    let result = keepsDoubles ? String(core) : SpaceRuns.merged(core)
    guard !result.isEmpty else { return text }
    let wanted = SpaceEdges(of: source)
    let found = SpaceEdges(of: text)
    if keepsEdges { return found.leading + result + found.trailing }
    return edge(found.leading, as: wanted.leading) + result + edge(found.trailing, as: wanted.trailing)
  }

  /// An edge that is there stays as it is: a language may need another space than English.
  private static func edge(_ found: String, as wanted: String) -> String {
    wanted.isEmpty ? "" : found.isEmpty ? wanted : found
  }
}
