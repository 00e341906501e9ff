import Basics

/// Warns of a word that is written twice in a row.
struct DoubledWordCheck: Check {
  let id = "word.doubled"
  let severity = Diagnostic.Severity.warning

  /// Languages in which a word is doubled to change its meaning, or is written twice by the rules of grammar.
  private static let doubling: Set<String> = [
    "af", "am", "bn", "fa", "gu", "hi", "hy", "id", "ja", "jv", "ka", "km", "kn", "ko", "lo", "ml", "mr", "ms", "my",
    "ne",
    "pa", "si", "sw", "ta", "te", "th", "tr", "ur", "vi", "zh",
  ]
  /// Words that grammar writes twice: "vous vous inscrivez", "Dateien, die die App liest", "wanneer je je apparaat".
  private static let common: Set<String> = ["vous", "nous", "die", "das", "der", "sie", "dat", "je", "se", "que"]

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard text.scannedProposal.has(.space), !Self.doubling.contains(text.language) else { return [] }
    let plain = TextWithoutTokens(text.scannedProposal).string
    guard text.scannedProposal.has(.complex) || Self.mayHaveDoubled(plain) else { return [] }
    let found = Self.doubled(in: plain)
    guard !found.isEmpty, text.source.map({ Self.doubled(in: $0).isEmpty }) ?? true else { return [] }
    return found.withoutRepeats.map {
      CheckFinding("This word is written twice in a row. Remove one.", token: "\($0) \($0)")
    }
  }

  /// Whether a word begins with the bytes of the word before it, in a text without complex characters.
  private static func mayHaveDoubled(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var last = 0..<0
      var start = 0
      while start < bytes.count {
        var end = start
        while end < bytes.count, bytes[end] != 0x20 { end += 1 }
        if last.count > 1, end - start >= last.count, bytes[start] == bytes[last.lowerBound],
          UnsafeBufferPointer(rebasing: bytes[start..<(start + last.count)])
            .isSame(as: UnsafeBufferPointer(rebasing: bytes[last]))
        {
          return true
        }
        if end > start { last = start..<end }
        start = end + 1
      }
      return false
    }
  }

  private static func doubled(in text: String) -> [String] {
    let words = text.split(separator: " ")
    return zip(words, words.dropFirst()).compactMap { first, second in
      // A mark after the second word does not part the two.
      guard first.utf8.count > 1, second.hasPrefix(first), second.dropFirst(first.count).allSatisfy(\.isPunctuation),
        first.allSatisfy(\.isLetter), !common.contains(first.lowercased())
      else { return nil }
      return String(first)
    }
  }
}

/// Tells of a first letter that is a capital in only one of the two texts.
struct FirstLetterCheck: Check {
  let id = "case.first"
  let severity = Diagnostic.Severity.info

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.translatedSource, let wanted = source.string.first, let found = text.proposal.first,
      wanted.isCased, found.isCased, wanted.isUppercase != found.isUppercase
    else { return [] }
    return [
      CheckFinding(
        "The source text begins with \(wanted.isUppercase ? "a capital" : "a small letter"), and the proposal does not.",
        token: String(found))
    ]
  }
}

/// Tells of another number of sentences than in the source text.
struct SentenceCountCheck: Check {
  let id = "sentence.count"
  let severity = Diagnostic.Severity.info

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.translatedSource else { return [] }
    let wanted = Self.count(source)
    let found = Self.count(text.scannedProposal)
    guard wanted != found else { return [] }
    return [CheckFinding("The source text has \(Counted.text(wanted, "sentence")), and the proposal has \(found).")]
  }

  private static func count(_ text: ScannedText) -> Int {
    var count = 0
    var isInSentence = false
    var last: Unicode.Scalar = " "
    for scalar in TextWithoutTokens(text).string.unicodeScalars {
      let ends = "。！？।".unicodeScalars.contains(scalar)
      if ends || (scalar.properties.isWhitespace && ".!?؟".unicodeScalars.contains(last)), isInSentence {
        count += 1
        isInSentence = false
      } else if scalar.properties.isAlphabetic {
        isInSentence = true
      }
      last = scalar
    }
    return count + (isInSentence ? 1 : 0)
  }
}

/// Tells of abbreviations in capitals that a proposal lacks.
struct AcronymCheck: Check {
  let id = "word.acronym"
  let severity = Diagnostic.Severity.info

  func findings(in text: CheckedText) -> [CheckFinding] {
    guard let source = text.translatedSource else { return [] }
    let acronyms = TextWithoutTokens(source).string.split { !$0.isLetter && !$0.isNumber }.filter { word in
      (2...6).contains(word.count) && word.allSatisfy { $0.isASCII && $0.isUppercase }
    }
    return acronyms.map { String($0) }.withoutRepeats.filter { !text.proposal.utf8Contains(Array($0.utf8)) }.map {
      CheckFinding("The source text has this abbreviation, and the proposal does not.", token: $0)
    }
  }
}
