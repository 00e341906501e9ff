import Basics
public import NStackAPI

/// A proposal as a check sees it.
public struct CheckedText: Hashable, Sendable {
  /// The section, key and locale of the text.
  public let text: TextIdentity
  /// The text that would be proposed.
  public let proposal: String
  /// The text to compare with: the value in the application's default locale, or else the source value in the sheet; nil
  /// if neither exists. For a row in the default locale, it is the value that the proposal would replace.
  public let source: String?
  /// The source text of the plural's `other` form, if the key names another form; nil if it is not known.
  public let otherForm: String?
  /// Whether nothing tells if the source locale has an `other` form beside the text: there is no server, and the sheet does
  /// not have that key.
  public let isOtherFormUnknown: Bool
  /// Whether the source text is what the proposal would replace, because the row is in the source locale. Wording may
  /// then differ, and placeholders may not.
  public let isSource: Bool
  /// The value that the server serves now; empty if the text is not translated.
  public let currentValue: String
  /// The purpose of the text, a picture of it, and its maximum length; nil if the sheet has none.
  public let context: TextContext?

  /// The language of the text in lower case: `pt` in `pt-BR`.
  let language: String
  /// The plural category that the key ends in; nil if it does not.
  let pluralCategory: PluralCategory?
  /// The proposal, scanned.
  let scannedProposal: ScannedText
  /// The source text, scanned.
  let scannedSource: ScannedText?
  /// The end of the proposal.
  let proposalEnd: TextEnd
  /// The end of the source text.
  let sourceEnd: TextEnd?

  /// Creates a text to check from its fields.
  public init(
    text: TextIdentity, proposal: String, source: String? = nil, otherForm: String? = nil,
    isOtherFormUnknown: Bool = false, isSource: Bool = false, currentValue: String = "", context: TextContext? = nil
  ) {
    self.text = text
    self.proposal = proposal
    self.source = source
    self.otherForm = otherForm
    self.isOtherFormUnknown = isOtherFormUnknown
    self.isSource = isSource
    self.currentValue = currentValue
    self.context = context
    language = LocaleName.language(of: text.locale)
    pluralCategory = PluralCategory(endOf: text.key)
    scannedProposal = ScannedText(proposal)
    scannedSource = source.map(ScannedText.init)
    proposalEnd = TextEnd(of: scannedProposal)
    sourceEnd = scannedSource.map(TextEnd.init)
  }

  /// Returns the same text with another proposal.
  func proposing(_ other: String) -> CheckedText {
    CheckedText(
      text: text, proposal: other, source: source, otherForm: otherForm, isOtherFormUnknown: isOtherFormUnknown,
      isSource: isSource, currentValue: currentValue, context: context)
  }

  /// The source text for checks of wording; nil if it is not known, or the row is in the source locale.
  var translatedSource: ScannedText? { isSource ? nil : scannedSource }

  /// Whether the text is one of the forms of a plural besides `other`, or may be one. A key such as `step_two` is one
  /// only if the source locale has its `other` form.
  var isPluralForm: Bool {
    guard let pluralCategory, pluralCategory != .other else { return false }
    return otherForm != nil || isOtherFormUnknown
  }

  /// The placeholders that the text lacks, without the number if the text may spell it out, as in "one reply".
  ///
  /// - Parameter isNumber: Whether a placeholder certainly shows a number.
  func withoutSpelledOut<Token>(_ missing: [Token], isNumber: (Token) -> Bool) -> [Token] {
    guard !missing.isEmpty, isPluralForm, pluralCategory?.isOftenOneNumber == true else { return missing }
    var rest = missing
    if let number = missing.firstIndex(where: isNumber) {
      rest.remove(at: number)
    } else if let source, let otherForm, Set(Placeholder.all(in: source) + Placeholder.all(in: otherForm)).count == 1 {
      // The only placeholder of a plural is its number, whatever its name.
      rest = []
    }
    return rest
  }
}
