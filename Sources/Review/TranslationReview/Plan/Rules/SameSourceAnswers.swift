import Basics
import NStackAPI

/// What a plan proposes for texts with the same source text in one locale: whether the proposals differ, and which texts
/// they leave behind.
struct SameSourceAnswers {
  private struct Place: Hashable {
    let key: Int
    let language: Int
  }

  private static let mostNamed = 5

  let rows: [ReturnedRow]
  let places: [Catalog.TextIndex?]
  let catalog: Catalog

  func tell(in decisions: inout [RowDecision]) {
    guard let source = catalog.defaultLanguage, decisions.contains(where: { Self.answers($0) }) else { return }
    let groups = catalog.sameSources
    var decided: Set<Place> = []
    var answers: [Place: [Int]] = [:]
    for index in decisions.indices where decisions[index].verdict != .unchanged {
      guard let place = places[index], place.language != source else { continue }
      decided.insert(Place(key: place.key, language: place.language))
      guard Self.answers(decisions[index]), let first = groups[place.key].first, !isPlural(place.key) else { continue }
      answers[Place(key: first, language: place.language), default: []].append(index)
    }
    for (group, indices) in answers {
      let texts = indices.map { LineEnds.normalized(decisions[$0].value ?? rows[$0].cells.proposal) }
      let others = Dictionary(zip(texts, indices)) { first, _ in first }.sorted { $0.value < $1.value }
      if others.count > 1 {
        for (index, text) in zip(indices, texts) {
          let named = others.lazy.filter { $0.key != text }.prefix(Self.mostNamed).map {
            "\(name(of: $0.value)): \($0.key)"
          }
          decisions[index].notes.append(
            Reason("note.otherAnswers", Self.list(named, of: others.count - 1, separator: "; ")))
        }
        continue
      }
      let left = groups[group.key].prefix(SameSources.mostCompared).filter { key in
        !isPlural(key) && !decided.contains(Place(key: key, language: group.language))
          && !catalog.hasPendingProposal(ofKeyAt: key, inLanguageAt: group.language)
      }
      offer(texts[0], of: indices[0], to: left, in: group.language, &decisions[indices[0]])
    }
  }

  /// Offers a translation to the texts that have none, or the one that it replaces. A single word, such as "Open", has
  /// several meanings, so it is offered to texts without a translation only.
  private func offer(_ value: String, of index: Int, to keys: [Int], in language: Int, _ decision: inout RowDecision) {
    let replaced = places[index].map { catalog.value(at: $0) } ?? ""
    let left = keys.filter { key in
      let current = catalog.value(ofKeyAt: key, inLanguageAt: language)
      return current.isEmpty || LineEnds.areEqual(current, replaced) && !LineEnds.areEqual(current, value)
    }
    guard let first = left.first, let source = catalog.defaultLanguage else { return }
    decision.notes.append(
      Reason("note.sameSource", Self.list(left.map { name(ofKeyAt: $0) }, of: left.count, separator: ", ")))
    let isWord = !catalog.value(ofKeyAt: first, inLanguageAt: source).contains(where: \.isWhitespace)
    let texts = left.filter { !isWord || !catalog.isTranslated(keyAt: $0, inLanguageAt: language) }.map {
      catalog.identity(ofKeyAt: $0, inLanguageAt: language)
    }
    guard decision.offer == nil, !texts.isEmpty, CellText(value).hash != .tooLong else { return }
    decision.offer = OfferedText(
      kind: .sameSource, value: value, texts: texts, reason: Reason("result.sameSource", name(of: index)))
  }

  private static func answers(_ decision: RowDecision) -> Bool {
    decision.verdict == .propose || decision.verdict == .alreadyProposed
  }

  /// Whether the forms of a plural have the same source text because it is one plural.
  private func isPlural(_ key: Int) -> Bool { catalog.plurals.groupByIndex[key] != nil }

  private func name(of index: Int) -> String { "\(rows[index].cells.text.section)/\(rows[index].cells.text.key)" }

  private func name(ofKeyAt key: Int) -> String { "\(catalog.keys[key].section)/\(catalog.keys[key].key)" }

  private static func list(_ parts: some Sequence<String>, of count: Int, separator: String) -> String {
    let more = count > mostNamed ? " +\(count - mostNamed)" : ""
    return parts.prefix(mostNamed).joined(separator: separator) + more
  }
}
