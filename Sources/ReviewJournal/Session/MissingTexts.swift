import Basics
import Exchange
import NStackAPI
import ReviewReports
import TranslationMemory
import TranslationReview

/// Texts of a sheet, as questions for memories.
struct MissingTexts {
  /// One text.
  struct Place {
    let key: Int
    let language: Int
    /// The place of its source text among the questions.
    let text: Int
    /// The place of its language among the targets of the questions.
    let target: Int
  }

  private(set) var questions: MemoryQuestions
  private(set) var places: [Place] = []

  /// Collects the texts of a sheet that have neither a value nor a pending proposal.
  ///
  /// - Parameter includesChanged: Whether to collect all texts that someone is to translate or to look at again, which are
  ///   those whose words are counted.
  init(of sheet: ReviewSheet, from source: SourceLanguage, includesChanged: Bool = false) {
    let catalog = sheet.catalog
    var targets: [Int: Int] = [:]
    var tags: [LanguageTag] = []
    for language in sheet.languages where language != source.place {
      guard let tag = LanguageTag(catalog.languages[language].locale) else { continue }
      targets[language] = tags.count
      tags.append(tag)
    }
    questions = MemoryQuestions(source: source.tag, targets: tags)
    func take(key: Int, language: Int) {
      guard let target = targets[language] else { return }
      let text = catalog.value(ofKeyAt: key, inLanguageAt: source.place)
      guard let place = questions.ask(for: text, inTargetAt: target) else { return }
      places.append(Place(key: key, language: language, text: place, target: target))
    }
    if includesChanged { sheet.forEachTextToTranslate(take) } else { sheet.forEachMissingText(take) }
  }
}
