import Basics

extension Check {
  /// Warns if the glossary's word for a term of the source text is missing.
  static func termMissing(_ glossary: Glossary) -> Check {
    Check("term.missing", .warning) { text in
      var proposal: String?
      return glossary.matches(in: text.translatedSource, locale: text.locale).compactMap { match in
        guard !match.term.preferred.isEmpty else { return nil }
        let lowercased = proposal ?? text.proposal.lowercased()
        proposal = lowercased
        // Part of a word is enough, because words have endings and form compounds.
        guard !match.term.preferred.contains(where: { lowercased.utf8Contains(Array($0.lowercased().utf8)) }) else {
          return nil
        }
        return CheckFinding("check.term.missing", match.term.preferredWords, token: match.source)
      }
    }
  }

  /// Warns of a word that the glossary forbids.
  static func termForbidden(_ glossary: Glossary) -> Check {
    Check("term.forbidden", .warning) { text in
      let terms = glossary.matches(in: text.translatedSource, locale: text.locale).map(\.term).filter {
        !$0.forbidden.isEmpty
      }
      guard !terms.isEmpty || glossary.hasBans(locale: text.locale) else { return [] }
      let words = TermWords(TextWithoutTokens(text.scannedProposal).string)
      let ofTerms = terms.flatMap { term in
        term.forbidden.filter { words.contains(TermWords($0)) }.map { finding(of: $0, term) }
      }
      return ofTerms + glossary.bans(in: words, locale: text.locale).map { finding(of: $0.source, $0.term) }
    }
  }

  private static func finding(of word: String, _ term: Glossary.Term) -> CheckFinding {
    CheckFinding(
      term.preferred.isEmpty ? Reason("check.term.forbidden") : Reason("check.term.other", term.preferredWords),
      token: word)
  }
}

extension Glossary.Term {
  /// The preferred words in quotes, for sentences in any language.
  fileprivate var preferredWords: String { preferred.map { "\"\($0)\"" }.joined(separator: " / ") }
}
