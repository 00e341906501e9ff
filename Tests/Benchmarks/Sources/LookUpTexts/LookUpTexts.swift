import Foundation
import NStackAPI
import TextStore

/// `look-up-texts`: measures 1,000,000 look-ups in few and in many texts, and what components cost when texts change.
@main enum LookUpTexts {
  private static let lookUps = 1_000_000
  private static let runs = 5

  @MainActor static func main() {
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
      tell(names, texts)
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

  /// Tells 10,000 components of texts of which every tenth changed.
  @MainActor private static func tell(_ names: [TextIdentity], _ old: LocalizedTexts) {
    final class Label: TextComponent {
      var count = 0
      func textDidChange(_ text: TextIdentity, to value: String?) { count += 1 }
    }
    var registry = TextRegistry()
    let labels = (0..<10_000).map { _ in Label() }
    report("registered a component, of 10,000", per: labels.count) {
      registry = TextRegistry()
      for (place, label) in labels.enumerated() { registry.register(label, for: names[place % names.count]) }
    }
    var new = old
    for place in stride(from: 0, to: min(labels.count, names.count), by: 10) {
      new.insert(Proposal(id: 5_000_000 + place, text: names[place], value: "new", canDelete: true))
    }
    report("compared and told, 10,000 components", per: labels.count) { registry.notify(from: old, to: new) }
    let told = labels.reduce(0) { $0 + $1.count }
    if told != runs * 1_000 { print("WRONG: \(told) components were told") }
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
