/// The checks of this package, in the order in which reports list their findings.
public enum StandardChecks {
  /// All checks. Without a glossary and patterns, the checks of terms and of a project's own placeholders find nothing.
  public static let all = checks(of: Glossary(), [])

  /// All checks, with a glossary for terms and patterns for a project's own placeholders.
  static func checks(of glossary: Glossary, _ patterns: [TextPattern]) -> [Check] {
    withoutTerms + [.ownPlaceholders(patterns), .termMissing(glossary), .termForbidden(glossary)]
  }

  private static let withoutTerms: [Check] = {
    let formats: [Check] = [
      .printfType, .printfExtra, .printfShift, .printfMissing, .printfMixed, .printfInvalid, .printfPercent,
      .printfLength,
    ]
    let texts: [Check] = [
      .icuSyntax, .icuArgument, .icuSelector, .icuOther, .icuCategory, .htmlTags, .htmlUnsafe, .htmlAttribute,
      .htmlBalance, .htmlOrder, .htmlEntity, .markdownLinks, .linkedMessages, .urls, .mailboxes, .controlCharacter,
      .replacementCharacter, .loneSurrogate, .bidi, .invisibleCharacter, .directionMark, .mojibake, .script, .edgeSpace,
      .doubleSpace, .tab, .frenchSpace, .lineEdge, .lineCount, .typedLineBreak,
    ]
    let measures: [Check] = [
      .maximumLength, .cellLength, .lengthRatio, .keyAsText, .sameAsSource, .consistency, .samePluralForm,
      .sourceChanged, .number, .bracketBalance, .doubledWord, .spelling, .formulaStart,
    ]
    return formats + Check.placeholders + texts + EndMark.all.map(Check.end) + measures + Check.unmeant
  }()
}
