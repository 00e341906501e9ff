import Basics
import Exchange

@testable import TranslationMemory

/// A memory with entries that a test lists.
struct ListedMemory: SearchableMemory {
  struct Unreadable: Error, Equatable { let name: String }

  var name = "listed"
  var units: [TranslationUnit] = []
  var times: [Int] = []
  var isReadable = true

  /// - Parameter entries: The entries, each with its texts by language; the first is the source.
  init(_ entries: [(String, String)]..., name: String = "listed", times: [Int] = []) {
    (self.name, self.times) = (name, times)
    for (number, entry) in entries.enumerated() {
      units.append(
        TranslationUnit(
          entry.compactMap { language, text in
            LanguageTag(language).map { TranslationUnit.Variant(language: $0, text: text) }
          }, source: 0, number: number + 1))
    }
  }

  func read(_ body: (MemoryEntry) throws -> Void) throws {
    guard isReadable else { throw Unreadable(name: name) }
    for (place, unit) in units.enumerated() {
      try body(MemoryEntry(unit, time: place < times.count ? times[place] : nil))
    }
  }
}

func lookUp(
  _ text: String, from source: String = "en-GB", in target: String, _ memories: [any SearchableMemory],
  threshold: Int? = nil
) async throws -> MemoryMatch? {
  guard let source = LanguageTag(source), let target = LanguageTag(target) else { return nil }
  var questions = MemoryQuestions(source: source, targets: [target])
  guard let place = questions.ask(for: text, inTargetAt: 0) else { return nil }
  return try await MemorySearch.answers(to: questions, in: memories, threshold: threshold).match(
    for: place, inTargetAt: 0)
}
