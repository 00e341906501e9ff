/// Removes what looks like one of Google's tokens from text that is shown: access tokens (`ya29.…`), refresh tokens (`1//…`),
/// client secrets (`GOCSPX-…`), and signed assertions (`eyJ…`).
enum TokenScrub {
  private static let starts = ["ya29.", "1//", "GOCSPX-", "eyJ"]

  /// The text with each token replaced by `…`.
  static func scrubbed(_ text: String) -> String {
    guard starts.contains(where: text.contains) else { return text }
    var result = ""
    var rest = text[...]
    while let (start, range) = first(in: rest) {
      result += rest[..<range.lowerBound]
      let end = rest[range.upperBound...].firstIndex { !isPart($0) } ?? rest.endIndex
      // A short word is no token.
      let isToken = rest.distance(from: range.upperBound, to: end) >= 8
      result += isToken ? "…" : start + rest[range.upperBound..<end]
      rest = rest[end...]
    }
    return result + rest
  }

  private static func first(in text: Substring) -> (String, Range<Substring.Index>)? {
    starts.compactMap { start in text.firstRange(of: start).map { (start, $0) } }
      .min { $0.1.lowerBound < $1.1.lowerBound }
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_./~+".contains(character))
  }
}
