import NStackAPI
import Synchronization
import Testing

@Suite("Resources kept from run to run") struct ResourceCacheTests {
  private final class Memory: ResourceCache {
    let kept = Mutex<[String: CachedResource]>([:])

    func resource(forLocale locale: String) -> CachedResource? { kept.withLock { $0[locale] } }
    func keep(_ resource: CachedResource, forLocale locale: String) { kept.withLock { $0[locale] = resource } }
  }

  static func entry(_ url: String = "https://cdn.example/6.json") -> ResourceIndexEntry {
    let language = Language(
      id: 6, name: "Danish", locale: "da-DK", direction: .leftToRight, isDefault: true, isBestFit: true)
    return ResourceIndexEntry(
      id: 6, url: url, lastUpdatedAt: "1994-11-06T08:40:00Z", shouldUpdate: true, language: language)
  }

  private func secondReading(
    tag: String?, url: String = "https://cdn.example/6.json", answer: ScriptedTransport.Answer,
    between change: (inout CachedResource) -> Void = { _ in }
  ) async throws -> (title: String?, tags: [String?], isKept: Bool) {
    let memory = Memory()
    let first = TransportResponse(
      status: 200, headers: tag.map { [(name: "ETag", value: $0)] } ?? [],
      body: Array(#"{"data":{"login":{"title":"Velkommen"}}}"#.utf8))
    let newest = ScriptedTransport.Answer.json(#"{"data":{"login":{"title":"Hej"}}}"#)
    let transport = ScriptedTransport([.response(first), answer, newest])
    let client = try transport.client
    _ = try await client.resource(Self.entry(), cache: memory)
    memory.kept.withLock { kept in
      guard var resource = kept["da-DK"] else { return }
      change(&resource)
      kept["da-DK"] = resource
    }
    let second = try await client.resource(Self.entry(url), cache: memory)
    return (
      second.sections.first?.texts.first?.value,
      transport.requests.map { $0.headers.first { $0.name == "If-None-Match" }?.value },
      memory.kept.withLock { !$0.isEmpty }
    )
  }

  @Test(arguments: [304, 200]) func `are asked about by their tag; 304 gives what was kept`(status: Int) async throws {
    let answer = status == 304 ? .status(304) : ScriptedTransport.Answer.json(#"{"data":{"login":{"title":"Ny"}}}"#)
    let (title, tags, _) = try await secondReading(tag: #"W/"a1""#, answer: answer)
    #expect(title == (status == 304 ? "Velkommen" : "Ny"))
    #expect(tags == [nil, #"W/"a1""#])
  }

  @Test func `without a tag, or of another URL, are fetched again, and the first are not even kept`() async throws {
    let answer = ScriptedTransport.Answer.json(#"{"data":{"login":{"title":"Ny"}}}"#)
    let (title, tags, isKept) = try await secondReading(tag: nil, answer: answer)
    #expect(title == "Ny" && tags == [nil, nil] && !isKept)
    let moved = try await secondReading(tag: "\"a\"", url: "https://cdn.example/7.json", answer: answer)
    #expect(moved.title == "Ny" && moved.tags == [nil, nil])
  }

  @Test func `that cannot be read are fetched again, although the server calls them current`() async throws {
    let (title, tags, _) = try await secondReading(
      tag: "\"a\"", answer: .status(304), between: { $0.body = Array("<html>".utf8) })
    #expect(title == "Hej")
    #expect(tags == [nil, "\"a\"", nil])
  }

  @Test func `304 to a question without a tag is an error`() async throws {
    #expect(
      try await failure(.status(304)) { try await $0.resource(Self.entry(), cache: Memory()) }?.code
        == .unexpectedStatus)
  }
}
