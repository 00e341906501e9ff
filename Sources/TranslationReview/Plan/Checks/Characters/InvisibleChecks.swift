import NStackAPI

/// Warns of a direction of writing that a text begins and does not end.
struct BidiCheck: Check {
  let id = "character.bidi"
  let severity = Diagnostic.Severity.warning

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard text.scannedProposal.has(.complex) else { return [] }
    var embeddings: [Unicode.Scalar] = []
    var isolates: [Unicode.Scalar] = []
    for scalar in text.proposal.unicodeScalars {
      switch scalar.value {
      case 0x202A, 0x202B, 0x202D, 0x202E: embeddings.append(scalar)
      case 0x2066...0x2068: isolates.append(scalar)
      case 0x202C where embeddings.popLast() == nil: return [Self.stray(scalar)]
      case 0x2069 where isolates.popLast() == nil: return [Self.stray(scalar)]
      default: break
      }
    }
    return (embeddings + isolates).map { scalar in
      let end = scalar.value < 0x2066 ? "U+202C" : "U+2069"
      return CheckFinding(
        "This invisible character changes the direction of writing and is not ended. Write \(end) after the words that "
          + "it is for, or remove it.", token: String(scalar))
    }
  }

  private static func stray(_ scalar: Unicode.Scalar) -> CheckFinding {
    CheckFinding(
      "This invisible character ends a direction of writing that was not begun. Remove it.", token: String(scalar))
  }
}

/// Warns of invisible characters without a purpose that the source text does not have.
struct InvisibleCharacterCheck: Check {
  let id = "character.invisible"
  let severity = Diagnostic.Severity.warning

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard text.scannedProposal.has(.complex) else { return [] }
    let found = IdleCharacters(in: text.proposal, language: text.language).tokens
    guard !found.isEmpty else { return [] }
    let known = text.source.map { IdleCharacters(in: $0, language: text.language).tokens } ?? []
    return found.filter { !known.contains($0) }.map { CheckFinding(Self.message(on: $0), token: $0) }
  }

  private static func message(on token: String) -> String {
    switch token.unicodeScalars.first?.value ?? 0 {
    case 0x2028, 0x2029:
      "This breaks the line in some programs and shows nothing in others. Write a line break, or remove it."
    case 0xE0000...0xE007F:
      "The text contains these invisible characters, which belong into the flags of some regions only. Remove them."
    default: "The text contains this invisible character. Remove it unless it is meant."
    }
  }
}

/// Warns of marks of direction in a language that is written from left to right.
struct DirectionMarkCheck: Check {
  let id = "character.direction"
  let severity = Diagnostic.Severity.warning

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard text.scannedProposal.has(.complex), !WritingSystem.isRightToLeft(text.language) else { return [] }
    let marks = text.proposal.unicodeScalars.filter { [0x61C, 0x200E, 0x200F].contains($0.value) }
    return Array(marks).withoutRepeats.filter { text.source?.unicodeScalars.contains($0) != true }.map {
      CheckFinding(
        "No text in \(text.text.locale) needs this invisible mark of direction. Remove it.", token: String($0))
    }
  }
}
