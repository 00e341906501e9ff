import Basics

/// A translation as a check sees it.
public struct CheckedText: Hashable, Sendable {
  /// The section of the text; empty if it has none.
  package let section: String
  /// The key of the text; empty if it has none. Its end names the plural category: `replies.one`.
  package let key: String
  /// The locale of the translation, in any spelling.
  package let locale: String
  /// The translation that would be proposed.
  package let proposal: String
  /// The text to compare with; nil if it is not known.
  package let source: String?
  /// The source text of the plural's `other` form, if the key names another form; nil if it is not known.
  package let otherForm: String?
  /// Whether the source locale may have an `other` form for the text that is not known.
  package let isOtherFormUnknown: Bool
  /// Whether the proposal is in the source locale. Then `source` is the text that it would replace, and its wording may
  /// differ, but not its placeholders.
  package let isSource: Bool
  /// The value that the proposal would replace; empty if the text is not translated.
  package let currentValue: String
  /// The maximum number of characters of the text; nil if there is no limit.
  package let maximumLength: Int?
  /// The translations of other texts in the locale with the same source text.
  package let sameSource: [Other]
  /// Whether the proposal is a word that belongs under `Action`.
  package var isActionWord = false
  /// How many consecutive rows have the proposal although their source texts differ; 0 for fewer than three.
  package var repeatedRows = 0
  /// Whether all new texts of the sheet in this locale are just their old values or source texts in capitals.
  package var isAmongCapitals = false
  /// The words of the sheet's texts in this locale that nothing else has, each with the nearest ones.
  package var unknownWords: [String: [String]] = [:]
  /// Whether the text is the server's own text in the source locale.
  package var isOwnSource = false

  /// How the source text changed after the translator saw it; nil if it did not, or if that is not known.
  package var sourceChange: WordDiff?

  /// The form `other` of a plural whose form `one` the text is, or the other way round; nil if there is none to compare.
  package var counterpart: Counterpart?

  /// Another form of a plural.
  package struct Counterpart: Hashable, Sendable {
    let name: String
    let translation: String
    let source: String

    package init(_ translation: String, source: String, of name: String) {
      (self.name, self.translation, self.source) = (name, translation, source)
    }
  }

  /// A translation that another text has.
  public struct Other: Hashable, Sendable {
    /// The name of the other text, such as `login/title`.
    package let name: String
    /// Its translation.
    package let translation: String

    /// Creates a translation from its fields.
    package init(_ translation: String, of name: String) { (self.name, self.translation) = (name, translation) }
  }

  /// The language in lower case: `pt` in `pt-BR`.
  let language: String
  /// The plural category that the key ends in; nil if it has none.
  let pluralCategory: PluralCategory?
  let scannedProposal: ScannedText
  let scannedSource: ScannedText?
  let proposalEnd: TextEnd
  let sourceEnd: TextEnd?
  /// The HTML tags of the source text and of the proposal; none if the source text is not known.
  let sourceTags: [HTMLTag]
  let proposalTags: [HTMLTag]

  /// Creates a text to check from its fields.
  public init(
    _ proposal: String, source: String? = nil, locale: String, section: String = "", key: String = "",
    otherForm: String? = nil, isOtherFormUnknown: Bool = false, isSource: Bool = false, currentValue: String = "",
    maximumLength: Int? = nil, sameSource: [Other] = []
  ) {
    self.section = section
    self.key = key
    self.locale = locale
    self.proposal = proposal
    self.source = source
    self.otherForm = otherForm
    self.isOtherFormUnknown = isOtherFormUnknown
    self.isSource = isSource
    self.currentValue = currentValue
    self.maximumLength = maximumLength
    self.sameSource = sameSource
    language = LocaleName.language(of: locale)
    pluralCategory = PluralCategory(endOf: key)
    scannedProposal = ScannedText(proposal)
    scannedSource = source.map(ScannedText.init)
    proposalEnd = TextEnd(of: scannedProposal)
    sourceEnd = scannedSource.map(TextEnd.init)
    let pairs = scannedSource.map(HTMLTag.pairs) ?? []
    sourceTags = scannedSource.map { HTMLTag.all(in: $0, pairs: pairs) } ?? []
    proposalTags = scannedSource == nil ? [] : HTMLTag.all(in: scannedProposal, pairs: pairs)
  }

  /// Returns the same text with another proposal.
  package func proposing(_ other: String) -> CheckedText {
    CheckedText(
      other, source: source, locale: locale, section: section, key: key, otherForm: otherForm,
      isOtherFormUnknown: isOtherFormUnknown, isSource: isSource, currentValue: currentValue,
      maximumLength: maximumLength, sameSource: sameSource)
  }

  /// The source text for checks of wording; nil if it is not known, or the text is in the source locale.
  var translatedSource: ScannedText? { isSource ? nil : scannedSource }

  /// Whether the text is, or may be, a plural form besides `other`. A key such as `step_two` is one only if the source
  /// locale has its `other` form.
  var isPluralForm: Bool {
    guard let pluralCategory, pluralCategory != .other else { return false }
    return otherForm != nil || isOtherFormUnknown
  }

  /// The placeholders that the text lacks, except the number if the text may spell it out, as in "one reply".
  ///
  /// - Parameter isNumber: Whether a placeholder certainly shows a number.
  func withoutSpelledOut<Token>(_ missing: [Token], isNumber: (Token) -> Bool) -> [Token] {
    guard !missing.isEmpty, isPluralForm, pluralCategory?.isOftenOneNumber == true else { return missing }
    var rest = missing
    if let number = missing.firstIndex(where: isNumber) {
      rest.remove(at: number)
    } else if let source, let otherForm, Set(Placeholder.all(in: source) + Placeholder.all(in: otherForm)).count == 1 {
      // If a plural has one placeholder, it is the number, whatever its name.
      rest = []
    }
    return rest
  }
}
