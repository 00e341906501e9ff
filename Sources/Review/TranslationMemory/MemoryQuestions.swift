package import Basics
import Exchange

/// The texts to look up in memories: each source text once, with the wanted languages.
///
/// Entries are streamed past these texts, so a search needs memory for the texts but not for the entries.
package struct MemoryQuestions: Sendable {
  package let source: LanguageTag
  package let targets: [LanguageTag]
  /// The source texts, in the order in which they were asked for.
  package private(set) var texts: [String] = []
  private var indices: [ExactText: Int] = [:]
  private var foldedPlaces: [FoldedText: [Int]] = [:]
  /// For each text and target, at `text * targets.count + target`, whether the translation is wanted.
  private var areWanted: [Bool] = []

  package init(source: LanguageTag, targets: [LanguageTag]) { (self.source, self.targets) = (source, targets) }

  /// Asks for the translation of a text.
  ///
  /// - Parameters:
  ///   - target: The index of the language among the targets.
  /// - Returns: The index of the text; nil for a text without visible characters, which has no translation.
  @discardableResult package mutating func ask(for text: String, inTargetAt target: Int) -> Int? {
    let index: Int
    if let known = indices[ExactText(text)] {
      index = known
    } else {
      let folded = FoldedText(text)
      guard !folded.string.isEmpty else { return nil }
      index = texts.count
      texts.append(text)
      indices[ExactText(text)] = index
      foldedPlaces[folded, default: []].append(index)
      areWanted.append(contentsOf: repeatElement(false, count: targets.count))
    }
    areWanted[index * targets.count + target] = true
    return index
  }

  package func index(of text: String) -> Int? { indices[ExactText(text)] }

  /// The indices of the source texts that differ from a text only in case and white space, or not at all.
  package func indices(like text: String) -> [Int] { foldedPlaces[FoldedText(text)] ?? [] }

  /// The source texts without their case and spaces, each once.
  package var foldedTexts: some Sequence<FoldedText> { foldedPlaces.keys }

  package func wants(_ index: Int, inTargetAt target: Int) -> Bool { areWanted[index * targets.count + target] }
}
