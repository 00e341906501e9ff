/// The checks that this package has, in the order in which reports name their findings.
public enum StandardChecks {
  /// All checks. Without a glossary, those of terms find nothing.
  public static let all = checks(of: Glossary())

  /// All checks, those of terms with a glossary.
  static func checks(of glossary: Glossary) -> [Check] {
    withoutTerms + [.termMissing(glossary), .termForbidden(glossary)]
  }

  private static let withoutTerms: [Check] = {
    let formats: [Check] = [
      .printfType, .printfExtra, .printfShift, .printfMissing, .printfMixed, .printfInvalid, .printfPercent,
      .printfLength,
    ]
    let texts: [Check] = [
      .icuSyntax, .icuArgument, .icuSelector, .icuOther, .icuCategory, .htmlTags, .htmlBalance, .htmlOrder, .htmlEntity,
      .markdownLinks, .linkedMessages, .urls, .mailboxes, .controlCharacter, .replacementCharacter, .loneSurrogate,
      .bidi, .invisibleCharacter, .directionMark, .mojibake, .script, .edgeSpace, .doubleSpace, .tab, .frenchSpace,
      .lineEdge, .lineCount, .typedLineBreak,
    ]
    let measures: [Check] = [
      .maximumLength, .cellLength, .lengthRatio, .keyAsText, .sameAsSource, .consistency, .number, .bracketBalance,
      .doubledWord, .formulaStart,
    ]
    return formats + Check.placeholders + texts + EndMark.all.map(Check.end) + measures + Check.unmeant
  }()
}
