import Basics

extension Check {
  /// Warns of a translation that differs from those of all other texts with the same source text, if at least two of
  /// these agree.
  ///
  /// Two translations may differ for a reason, so one other text is not enough. The source text must have two words,
  /// because a single word such as "Open" has several meanings. Case, punctuation and untranslated texts are ignored.
  static let consistency = Check("text.consistency", .warning) { text in
    guard text.sameSource.count >= leastAgreeing, let source = text.translatedSource, text.pluralCategory == nil,
      source.bytes != text.scannedProposal.bytes, TermWords(TextWithoutTokens(source).string).words.count > 1
    else { return [] }
    let own = spokenWords(text.proposal)
    let translated = text.sameSource.filter { !$0.translation.utf8.elementsEqual(source.bytes) }
    let others = Dictionary(grouping: translated) { spokenWords($0.translation) }
    let found = others.values.sorted { ($1.count, $0[0].name) < ($0.count, $1[0].name) }
    guard others[own] == nil, let most = found.first, most.count >= leastAgreeing else { return [] }
    let uses = Reason(
      found.prefix(mostNamed).map {
        Reason("check.consistency.use", .count($0.count), .text($0[0].translation), .text($0[0].name))
      })
    // The first sentence does not name the others, so that the fault stays the same if one of them changes.
    return [CheckFinding(Reason("check.consistency") + Reason("check.consistency.have", .reason(uses)))]
  }

  /// Warns of a translation that was made for another source text than the one of today.
  package static let sourceChanged = Check("source.changed", .warning) { text in
    text.sourceChange.map { [CheckFinding("check.source.changed", $0.marked)] } ?? []
  }

  /// Reports one translation for both `one` and `other`, in a language whose nouns tell them apart. Many a noun has only
  /// one form, so it is no more than information.
  static let samePluralForm = Check("plural.same", .info) { text in
    guard let other = text.counterpart, let source = text.translatedSource, source.string != other.source,
      other.translation.utf8.elementsEqual(text.proposal.utf8), !withSingularInOther.contains(text.language),
      PluralRules(locale: text.locale)?.needed.contains(.one) == true
    else { return [] }
    return [CheckFinding("check.plural.same", other.name)]
  }

  /// Languages with the category `one`, whose nouns are in the singular after the numbers of `other` too.
  private static let withSingularInOther: Set = [
    "ar", "az", "ckb", "cy", "fa", "hu", "hy", "ka", "kk", "ku", "ky", "mn", "tk", "tr", "ug", "uz",
  ]

  private static let leastAgreeing = 2
  private static let mostNamed = 3

  /// The words of a text; the text itself if it has none.
  private static func spokenWords(_ text: String) -> [String] {
    let words = TermWords(text).words
    return words.isEmpty ? [text] : words
  }
}
