/// The checks that this package has, in the order in which reports name their findings.
public enum StandardChecks {
  /// All checks, with those that are off unless a project turns them on.
  public static let all: [any Check] =
    placeholders + messages + markup + characters + spacing + ends + lengths + words + terms

  /// The ids of the checks that are off by default, because translations that were shipped have many harmless cases.
  static let offByDefault: Set<String> = [
    "printf.unnumbered", "character.normalization", "bracket.count", "quote.style", "case.first", "sentence.count",
    "word.acronym",
  ]

  private static let placeholders: [any Check] = [
    PrintfTypeCheck(), PrintfExtraCheck(), PrintfShiftCheck(), PrintfMissingCheck(), PrintfMixedCheck(),
    PrintfInvalidCheck(), PrintfPercentCheck(), PrintfLengthCheck(), PrintfUnnumberedCheck(),
    PlaceholderCheck<VariableSyntax>(), PlaceholderCheck<NameSyntax>(), PlaceholderCheck<MustacheSyntax>(),
    PlaceholderCheck<IndexSyntax>(), PlaceholderCheck<TemplateSyntax>(), PlaceholderCheck<RubySyntax>(),
  ]

  private static let messages: [any Check] = [
    ICUSyntaxCheck(), ICUArgumentCheck(), ICUSelectorCheck(), ICUOtherCheck(), ICUCategoryCheck(),
  ]

  private static let markup: [any Check] = [
    HTMLTagsCheck(), HTMLBalanceCheck(), HTMLOrderCheck(), HTMLEntityCheck(), LinkCheck.markdown, LinkCheck.messages,
    LinkCheck.urls, LinkCheck.mailboxes,
  ]

  private static let characters: [any Check] = [
    ControlCharacterCheck(), ReplacementCharacterCheck(), LoneSurrogateCheck(), BidiCheck(), InvisibleCharacterCheck(),
    DirectionMarkCheck(), MojibakeCheck(), ScriptCheck(), NormalizationCheck(),
  ]

  private static let spacing: [any Check] = [
    EdgeSpaceCheck(), DoubleSpaceCheck(), TabCheck(), FrenchSpaceCheck(), LineEdgeCheck(), LineCountCheck(),
    TypedLineBreakCheck(),
  ]

  private static let ends: [any Check] = EndMark.all.map(EndMarkCheck.init)

  private static let lengths: [any Check] = [MaximumLengthCheck(), CellLengthCheck(), LengthRatioCheck()]

  /// Without a glossary, they find nothing.
  private static let terms: [any Check] = [
    TermMissingCheck(glossary: Glossary()), TermForbiddenCheck(glossary: Glossary()),
  ]

  private static let words: [any Check] = [
    KeyAsTextCheck(), SameAsSourceCheck(), NumberCheck(), BracketBalanceCheck(), BracketCountCheck(), QuoteStyleCheck(),
    DoubledWordCheck(), FirstLetterCheck(), SentenceCountCheck(), AcronymCheck(), FormulaStartCheck(),
  ]
}
