import Basics
import NStackAPI

/// What an export writes under `Note` about the form of a plural: its numbers in the row's locale, as in
/// `[Plural, few: 2–4, 22–24, …]`, and which forms no text is there for.
struct PluralNotes: Sendable {
  private struct Kind: Hashable {
    let language: Int
    let isOrdinal: Bool
  }

  private let groups: PluralGroups
  private let numbers: [Kind: (examples: [PluralCategory: String], needed: [PluralCategory])]

  /// Finds the numbers; nil if no key is the form of a plural.
  init?(of catalog: Catalog, languages: [Int], keys: [Int]) {
    groups = catalog.plurals
    let kinds = Set(keys.lazy.compactMap { [groups] key in groups.groupByIndex[key]?.isOrdinal })
    guard !kinds.isEmpty else { return nil }
    var numbers: [Kind: (examples: [PluralCategory: String], needed: [PluralCategory])] = [:]
    for language in languages {
      for isOrdinal in kinds {
        guard let rules = PluralRules(locale: catalog.languages[language].locale, isOrdinal: isOrdinal) else {
          continue
        }
        numbers[Kind(language: language, isOrdinal: isOrdinal)] = (rules.examples, rules.needed)
      }
    }
    self.numbers = numbers
  }

  func has(keyAt key: Int) -> Bool { groups.groupByIndex[key] != nil }

  /// The category of a form and its numbers, such as `few: 2–4, 22–24, …`; nil if the key is no form of a plural.
  func numbers(ofKeyAt key: Int, inLanguageAt language: Int) -> String? {
    guard let group = groups.groupByIndex[key], let category = group.category(ofIndex: key),
      let (examples, needed) = numbers[Kind(language: language, isOrdinal: group.isOrdinal)]
    else { return nil }
    // Apple's systems and i18next take `zero` for 0 in every language.
    var text = "\(category.rawValue): \(examples[category] ?? (category == .zero ? "0" : Self.noNumber))"
    let lacking = needed.filter { group.forms[$0] == nil }.map { "\($0.rawValue) (\(examples[$0] ?? ""))" }
    if category == .other, !lacking.isEmpty { text += "\(Self.lacking)\(lacking.joined(separator: ", "))\(Self.asked)" }
    return text
  }

  /// A note with a line before it that says the numbers of a form.
  static func added(to note: String, _ numbers: String) -> String {
    SuggestionNote.closed(start, numbers) + (note.isEmpty ? "" : "\n\(note)")
  }

  /// A note without such a line. One to which a person added words is kept.
  static func removed(from note: String) -> String {
    SuggestionNote.removed(from: note, start: start) { text in
      text.split { !$0.isLetter }.allSatisfy(vocabulary.contains)
    } ?? note
  }

  private static let start = "[Plural, "
  private static let noNumber = "no number, so it may stay empty"
  /// NStack takes no proposal for a key that does not exist, so a note is the only place for such a form.
  private static let lacking = "; the app has no text for "
  private static let asked = ", so write them in the note for its developers"
  private static let vocabulary = Set(
    (PluralCategory.allCases.map(\.rawValue) + [noNumber, lacking, asked]).flatMap { $0.split { !$0.isLetter } })
}
