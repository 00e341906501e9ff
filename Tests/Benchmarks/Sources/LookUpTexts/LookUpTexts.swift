import Foundation
import NStackAPI
import TextStore

/// `look-up-texts`: measures 1,000,000 look-ups in few and in many texts, and what components cost when the language changes.
@main enum LookUpTexts {
  private static let lookUps = 1_000_000
  private static let runs = 5

  @MainActor static func main() async throws {
    for keys in [100, 1_000, 10_000] {
      let made = MadeTexts(keys: keys)
      let resources = made.resources
      var texts = LocalizedTexts()
      report("made \(keys * 10) texts", per: keys * 10) {
        texts = LocalizedTexts(resources: resources, proposals: proposals(for: made))
      }
      let names = names(in: made)
      report("looked up, of \(keys * 10) texts", per: lookUps) { lookUp(names, in: texts) }
      let spelled = names.map { text in
        TextIdentity(section: text.section, key: text.key, locale: text.locale.replacing("-", with: "_"))
      }
      report("looked up in another spelling of the locale", per: lookUps) { lookUp(spelled, in: texts) }
      report("took a proposal, of \(keys * 10) texts", per: 1_000) { take(1_000, names, &texts) }
      try await show(made, resources)
    }
  }

  private static func lookUp(_ names: [TextIdentity], in texts: LocalizedTexts) {
    var bytes = 0
    for number in 0..<lookUps {
      guard let value = texts.value(of: names[number % names.count]) else {
        print("WRONG: a text was not found")
        return
      }
      bytes += value.utf8.count
    }
    if bytes == 0 { print("WRONG: all texts are empty") }
  }

  private static func take(_ count: Int, _ names: [TextIdentity], _ texts: inout LocalizedTexts) {
    for number in 0..<count {
      texts.insert(Proposal(id: 1_000_000 + number, text: names[number % names.count], value: "taken", canDelete: true))
    }
  }

  /// Shows 10,000 texts in components, and switches their language.
  @MainActor private static func show(_ made: MadeTexts, _ resources: [LocalizationResource]) async throws {
    final class Label: TextComponent {
      var count = 0
      func textDidChange(_ text: TextIdentity, to value: String?) { count += 1 }
    }
    let session = TextSession(MadeServer(resources: resources))
    try await session.refresh()
    let keys = made.sections.flatMap { section in section.texts.map { TextKey(section: section.name, key: $0.key) } }
    var labels: [Label] = []
    report("showed a text in a component, of 10,000", per: 10_000) {
      labels = (0..<10_000).map { _ in Label() }
      for (place, label) in labels.enumerated() { session.show(keys[place % keys.count], in: label) }
    }
    var place = 0
    report("switched the language of 10,000 components", per: labels.count) {
      place += 1
      session.locale = MadeTexts.locales[place]
    }
    let told = labels.reduce(0) { $0 + $1.count }
    if told < labels.count * runs * 9 / 10 { print("WRONG: components were told \(told) times") }
  }

  /// The names of all texts in an order without a pattern, which is the same in every run.
  private static func names(in made: MadeTexts) -> [TextIdentity] {
    var names: [TextIdentity] = []
    made.forEachText { section, key, locale, _ in names.append(TextIdentity(section: section, key: key, locale: locale))
    }
    var state: UInt64 = 7
    for place in names.indices.reversed() {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      names.swapAt(place, Int(truncatingIfNeeded: state >> 33) % (place + 1))
    }
    return names
  }

  /// A proposal for one text in fifty.
  private static func proposals(for made: MadeTexts) -> [Proposal] {
    var proposals: [Proposal] = []
    var number = 0
    made.forEachText { section, key, locale, value in
      number += 1
      guard number % 50 == 0 else { return }
      proposals.append(
        Proposal(
          id: number, text: TextIdentity(section: section, key: key, locale: locale), value: value + "!",
          canDelete: number % 100 == 0))
    }
    return proposals
  }

  /// Prints the CPU time of a step, for each of its parts and in all: of all runs the middle one.
  private static func report(_ what: String, per count: Int, _ body: () -> Void) {
    let times = (0..<runs).map { _ in
      let start = clock()
      body()
      return Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1e9
    }.sorted()
    let time = times[runs / 2]
    print("\(what): \(formatted(time / Double(count))) each, \(formatted(time)) in all")
  }

  /// Nanoseconds with a unit.
  private static func formatted(_ nanoseconds: Double) -> String {
    func rounded(_ number: Double) -> String { String((number * 10).rounded() / 10) }
    if nanoseconds < 1e4 { return "\(rounded(nanoseconds)) ns" }
    return nanoseconds < 1e7 ? "\(rounded(nanoseconds / 1e3)) µs" : "\(rounded(nanoseconds / 1e6)) ms"
  }
}

/// A server with made texts and no proposals.
private struct MadeServer: ProposalService, TextService {
  let resources: [LocalizationResource]

  func resourceIndex() async throws(NStackError) -> [ResourceIndexEntry] {
    resources.enumerated().map { place, resource in
      ResourceIndexEntry(id: place, url: "", lastUpdatedAt: nil, shouldUpdate: true, language: resource.language)
    }
  }

  func resource(_ entry: ResourceIndexEntry, unlessTagged entityTag: String?) async throws(NStackError)
    -> TaggedResource?
  { TaggedResource(resource: resources[entry.id], entityTag: nil) }

  func proposals(state: ProposalState) async throws(NStackError) -> [Proposal] { [] }

  func propose(_ value: String, for text: TextIdentity) async throws(NStackError) -> Proposal {
    Proposal(id: 1, text: text, value: value, canDelete: true)
  }

  func deleteProposal(id: Int) async throws(NStackError) -> Bool { true }

  func writing(while isWanted: @escaping @Sendable () -> Bool) -> any ProposalService { self }
}
