/// A text without its placeholders, tags and addresses, each of which U+FFFC replaces.
struct TextWithoutTokens: Sendable {
  let string: String

  init(_ text: ScannedText) {
    guard text.has([.percent, .brace, .angle, .slash, .at, .ampersand]) else {
      string = text.string
      return
    }
    let tokens =
      PrintfFormat(text).arguments.map(\.token) + LinkScanner.urls(in: text) + LinkScanner.mailboxes(in: text)
      + LinkScanner.linkedMessages(in: text) + VariableSyntax.placeholders(in: text)
    var result = text.string
    // The longest first: `%1$d` contains `%1`.
    for token in tokens.withoutRepeats.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      result = result.replacing(token, with: "\u{FFFC}")
    }
    string = Self.withoutBracketed(result)
  }

  /// A text without what is between braces or angle brackets, and without entities.
  private static func withoutBracketed(_ text: String) -> String {
    var kept: [UInt8] = []
    var depth = 0
    var isTag = false
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}") where depth > 0: depth -= 1
      case UInt8(ascii: "<") where opensTag(bytes[(index + 1)...].first):
        isTag = true
      case UInt8(ascii: ">") where isTag: isTag = false
      default:
        if depth == 0, !isTag { kept.append(byte) }
        continue
      }
      kept += [0xEF, 0xBF, 0xBC]
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static func opensTag(_ next: UInt8?) -> Bool {
    guard let next else { return false }
    return next.isASCIILetter || next == UInt8(ascii: "/")
  }
}

extension String {
  /// Whether the text contains some bytes.
  func utf8Contains(_ needle: [UInt8]) -> Bool {
    guard let first = needle.first else { return true }
    var rest = utf8[...]
    while let index = rest.firstIndex(of: first) {
      if rest[index...].starts(with: needle) { return true }
      rest = rest[rest.index(after: index)...]
    }
    return false
  }
}
