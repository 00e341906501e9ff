import NStackAPI
import ReviewFixtures
import Synchronization
import Testing

@testable import TranslationReview

/// An application's texts in one language, with an index and a tag that can move.
private final class FakeTexts: TextService {
  struct State {
    var time = "t1"
    var tag: String? = "e1"
    var value = "Velkommen"
    var calls: [String] = []
  }

  let state = Mutex(State())

  func resourceIndex() async throws(NStackError) -> [ResourceIndexEntry] {
    state.withLock { state in
      state.calls.append("index")
      return [("da-DK", 2), ("en-GB", 1)].map { locale, id in
        ResourceIndexEntry(
          id: id, url: "https://x/\(id)", lastUpdatedAt: state.time, shouldUpdate: true,
          language: Fixture.language(id, locale))
      }
    }
  }

  func resource(_ entry: ResourceIndexEntry, unlessTagged entityTag: String?) async throws(NStackError)
    -> TaggedResource?
  {
    state.withLock { state in
      state.calls.append("\(entry.language.locale) \(entityTag ?? "-")")
      if let tag = state.tag, tag == entityTag { return nil }
      return TaggedResource(
        resource: Fixture.resource(
          entry.language,
          [(section: "login", key: "title", value: state.value), (section: "login", key: "other", value: "x")]),
        entityTag: state.tag)
    }
  }
}

struct ServedTextsTests {
  @Test("one call as long as the index stays, a language again where its time moved, all by their tags once a minute")
  func calls() async throws {
    let service = FakeTexts()
    let planned = try await service.resourceIndex()
    let reader = TextReader(
      service: service, watched: ["da-dk": [TextKey(Fixture.text("title"))]], planned: planned, plannedAt: .zero)
    let text = Fixture.text("title")
    func read(_ previous: ServedTexts?, at time: Double) async throws -> (ServedTexts, [String]) {
      service.state.withLock { $0.calls = [] }
      let texts = try await reader.read(after: previous, begun: .seconds(time)).get()
      return (texts, service.state.withLock(\.calls))
    }
    var (texts, calls) = try await read(nil, at: 3)
    #expect(calls == ["index"])
    #expect(texts.value(of: text) == .asPlanned)

    service.state.withLock { ($0.time, $0.value) = ("t2", "Hej") }
    (texts, calls) = try await read(texts, at: 6)
    #expect(calls == ["index", "da-DK -"])
    #expect(texts.value(of: text) == .value("Hej"))
    #expect(texts.value(of: Fixture.text("hint")) == .missing)
    (texts, calls) = try await read(texts, at: 9)
    #expect(calls == ["index"])

    // The time in the index need not move.
    service.state.withLock { ($0.tag, $0.value) = ("e2", "Halløj") }
    (texts, calls) = try await read(texts, at: 61)
    #expect(calls == ["index", "da-DK e1"])
    #expect(texts.value(of: text) == .value("Halløj"))
    (texts, calls) = try await read(texts, at: 122)
    #expect(calls == ["index", "da-DK e2"])
    #expect(texts.value(of: text) == .value("Halløj"))
  }

  @Test func `without the plan's index the languages to watch are read at once, and no other`() async throws {
    let service = FakeTexts()
    let reader = TextReader(
      service: service, watched: ["da-dk": [TextKey(Fixture.text("title"))]], planned: [], plannedAt: nil)
    let texts = try await reader.read(after: nil, begun: .seconds(3)).get()
    #expect(texts.value(of: Fixture.text("title")) == .value("Velkommen"))
    #expect(service.state.withLock(\.calls) == ["index", "da-DK -"])
  }

  @Test(arguments: [false, true]) func `a call whose text moved meanwhile is not sent, and the others are`(
    proposesInConflict: Bool
  ) async throws {
    let catalog = Fixture.catalog()
    let row = try Fixture.row("title", of: catalog) { $0.proposal = "Hej" }
    let texts = FakeTexts()
    texts.state.withLock { $0.value = "Goddag" }
    let service = FakeService()
    var options = SubmissionOptions()
    options.texts = texts
    options.proposesInConflict = proposesInConflict
    var plan = Fixture.plan([row], against: catalog)
    plan.reading = nil
    let report = try await Submission.submit(plan, to: service, options: options)
    #expect(report.outcomes.map(\.name) == [proposesInConflict ? "applied" : "conflict"])
    #expect(service.values == (proposesInConflict ? ["Hej"] : []))
  }
}
