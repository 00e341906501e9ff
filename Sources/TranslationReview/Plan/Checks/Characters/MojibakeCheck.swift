/// Warns of UTF-8 that a program read as Windows-1252: `Ã©` for `é`, `â€™` for `’`.
struct MojibakeCheck: Check {
  let id = "character.mojibake"
  let severity = Diagnostic.Severity.warning

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard text.scannedProposal.has(.nonASCII), let found = Self.first(in: text.proposal),
      text.source.map({ Self.first(in: $0) == nil }) ?? true
    else { return [] }
    return [
      CheckFinding(
        "A program seems to have read the text in the wrong encoding. Type the text again, or save it as UTF-8.",
        token: found)
    ]
  }

  /// The first two or three characters that are the bytes of one character; nil if there are none.
  private static func first(in text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated().dropLast() {
      let next = scalars[index + 1].value
      switch scalar.value {
      // The first byte of two, as a character, and a continuation byte that is a symbol in both encodings.
      case 0xC2...0xC3 where (0x80...0xBF).contains(next): return string(scalars[index...index + 1])
      // `â€` and one more.
      case 0xE2 where next == 0x20AC: return string(scalars[index..<min(index + 3, scalars.count)])
      // U+FEFF.
      case 0xEF where next == 0xBB: return string(scalars[index..<min(index + 3, scalars.count)])
      default: continue
      }
    }
    return nil
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
