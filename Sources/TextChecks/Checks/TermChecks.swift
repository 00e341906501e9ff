import Basics

/// A check that compares a text with a glossary.
protocol GlossaryCheck: Check {
  /// Creates the check with a glossary.
  init(glossary: Glossary)
}

/// Warns of a term of the source text whose word in the glossary is missing.
struct TermMissingCheck: GlossaryCheck {
  let id = "term.missing"
  let severity = Severity.warning
  let glossary: Glossary

  func findings(in text: CheckedText) -> [CheckFinding] {
    var proposal: String?
    return glossary.matches(in: text.translatedSource, locale: text.locale).compactMap { match in
      guard !match.term.preferred.isEmpty else { return nil }
      let lowercased = proposal ?? text.proposal.lowercased()
      proposal = lowercased
      // Part of a word is enough: words have endings, and are joined.
      guard !match.term.preferred.contains(where: { lowercased.utf8Contains(Array($0.lowercased().utf8)) }) else {
        return nil
      }
      return CheckFinding(
        "The glossary translates this term as \(match.term.preferredWords), which the proposal does not have.",
        token: match.source)
    }
  }
}

/// Warns of a word that the glossary forbids.
struct TermForbiddenCheck: GlossaryCheck {
  let id = "term.forbidden"
  let severity = Severity.warning
  let glossary: Glossary

  func findings(in text: CheckedText) -> [CheckFinding] {
    let terms = glossary.matches(in: text.translatedSource, locale: text.locale).map(\.term)
      .filter { !$0.forbidden.isEmpty }
    guard !terms.isEmpty || glossary.hasBans(locale: text.locale) else { return [] }
    let words = TermWords(TextWithoutTokens(text.scannedProposal).string)
    let ofTerms = terms.flatMap { term in
      term.forbidden.filter { words.contains(TermWords($0)) }.map { Self.finding($0, term) }
    }
    return ofTerms + glossary.bans(in: words, locale: text.locale).map { Self.finding($0.word, $0.term) }
  }

  private static func finding(_ word: String, _ term: Glossary.Term) -> CheckFinding {
    CheckFinding(
      term.preferred.isEmpty
        ? "The glossary forbids this word. Choose another."
        : "The glossary forbids this word. Write \(term.preferredWords).", token: word)
  }
}

extension Glossary.Term {
  /// The preferred words in quotes, as a sentence names them.
  fileprivate var preferredWords: String { preferred.map { "\"\($0)\"" }.joined(separator: " or ") }
}
