package import Basics
import Exchange

/// The texts that memories are asked for: each source text once, with the languages in which it is wanted.
///
/// Memories are read past these texts, so that a search takes memory for the texts, and none for the entries.
package struct MemoryQuestions: Sendable {
  /// The language of the source texts.
  package let source: LanguageTag
  /// The languages of the translations.
  package let targets: [LanguageTag]
  /// The source texts, in the order in which they were asked for.
  package private(set) var texts: [String] = []
  private var places: [ExactText: Int] = [:]
  private var foldedPlaces: [FoldedText: [Int]] = [:]
  /// For each text and target, at `text * targets.count + target`, whether the translation is wanted.
  private var areWanted: [Bool] = []

  /// Creates questions without texts.
  package init(source: LanguageTag, targets: [LanguageTag]) {
    self.source = source
    self.targets = targets
  }

  /// Asks for the translation of a text.
  ///
  /// - Parameters:
  ///   - text: The source text.
  ///   - target: The place of the language among the targets.
  /// - Returns: The place of the text; nil for a text without characters that show, which has no translation.
  @discardableResult
  package mutating func ask(for text: String, inTargetAt target: Int) -> Int? {
    let place: Int
    if let known = places[ExactText(text)] {
      place = known
    } else {
      let folded = FoldedText(text)
      guard !folded.string.isEmpty else { return nil }
      place = texts.count
      texts.append(text)
      places[ExactText(text)] = place
      foldedPlaces[folded, default: []].append(place)
      areWanted.append(contentsOf: repeatElement(false, count: targets.count))
    }
    areWanted[place * targets.count + target] = true
    return place
  }

  /// The place of a source text; nil if it was not asked for.
  package func place(of text: String) -> Int? { places[ExactText(text)] }

  /// The places of the source texts that differ from a text in case and white space only, or in nothing.
  package func places(like text: String) -> [Int] { foldedPlaces[FoldedText(text)] ?? [] }

  /// The source texts without their case and spaces, each once.
  package var foldedTexts: some Sequence<FoldedText> { foldedPlaces.keys }

  /// Whether the translation of a text is wanted in a language.
  package func wants(_ place: Int, inTargetAt target: Int) -> Bool { areWanted[place * targets.count + target] }
}
