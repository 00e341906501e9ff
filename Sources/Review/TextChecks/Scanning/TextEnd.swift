/// The last character of a text that is not a space, a closing quote or bracket, or part of a tag.
struct TextEnd: Hashable, Sendable {
  /// The character; nil if there is none.
  let last: Unicode.Scalar?
  /// Whether the text ends in an ellipsis, or in dots used as one.
  let isEllipsis: Bool

  init(of text: ScannedText) {
    var scalars = text.string.unicodeScalars[...]
    while let scalar = scalars.last {
      if scalar == ">", text.has(.angle), let open = scalars.lastIndex(of: "<"), Self.isTag(scalars[open...]) {
        scalars = scalars[..<open]
      } else if Self.closes(scalar) {
        scalars.removeLast()
      } else {
        break
      }
    }
    last = scalars.last
    switch last {
    case "…", "⋯": isEllipsis = true
    case ".", "。", "．":
      // Two dots are a typo for one; three are an ellipsis.
      isEllipsis = scalars.dropLast().last == last
    default: isEllipsis = false
    }
  }

  private static func isTag(_ scalars: Substring.UnicodeScalarView) -> Bool {
    guard let second = scalars.dropFirst().first else { return false }
    return second == "/" || second.properties.isAlphabetic
  }

  private static func closes(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": return false
    case "\"", "'", ")", "]", "}", " ", "\t"..."\r", "\u{200E}", "\u{200F}", "\u{202C}", "\u{2069}", "\u{200B}",
      "\u{FE0F}", "*", "_", "`":
      return true
    default: break
    }
    if scalar.isASCII { return false }
    if scalar.properties.isWhitespace { return true }
    switch scalar.properties.generalCategory {
    case .finalPunctuation, .closePunctuation, .initialPunctuation: return true
    default: return scalar == "“" || scalar == "„"
    }
  }
}
