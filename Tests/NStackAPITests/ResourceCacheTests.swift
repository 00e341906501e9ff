import NStackAPI
import Synchronization
import Testing

@Suite("Resources kept from run to run")
struct ResourceCacheTests {
  private final class Memory: ResourceCache {
    let kept = Mutex<[String: CachedResource]>([:])

    func resource(forLocale locale: String) -> CachedResource? { kept.withLock { $0[locale] } }
    func keep(_ resource: CachedResource, forLocale locale: String) { kept.withLock { $0[locale] = resource } }
  }

  static let body = #"{"data":{"login":{"title":"Velkommen"}}}"#
  static let newer = #"{"data":{"login":{"title":"Hej"}}}"#
  static let language = Language(
    id: 6, name: "Danish", locale: "da-DK", direction: .leftToRight, isDefault: true, isBestFit: true)

  static func entry(_ time: String?, url: String = "https://cdn.example/6.json") -> ResourceIndexEntry {
    ResourceIndexEntry(id: 6, url: url, lastUpdatedAt: time, shouldUpdate: true, language: language)
  }

  /// The title that each of two readings gives, and the requests of both.
  private func readings(
    _ first: ResourceIndexEntry, _ second: ResourceIndexEntry, headers: [(name: String, value: String)],
    then answer: ScriptedTransport.Answer? = .json(newer), trustsIndex: Bool = true,
    between change: (inout CachedResource) -> Void = { _ in }
  ) async throws -> (titles: [String?], requests: [TransportRequest]) {
    let memory = Memory()
    let given = TransportResponse(status: 200, headers: headers, body: Array(Self.body.utf8))
    let transport = ScriptedTransport([.response(given)] + (answer.map { [$0] } ?? []))
    let client = try NStackClient.scripted(transport)
    let caching = ResourceCaching(memory, trustsIndex: trustsIndex)
    let one = try await client.resource(first, caching: caching)
    memory.kept.withLock { kept in
      guard var resource = kept["da-DK"] else { return }
      change(&resource)
      kept["da-DK"] = resource
    }
    let two = try await client.resource(second, caching: caching)
    return ([one, two].map { $0.sections.first?.texts.first?.value }, transport.requests)
  }

  @Test("where only the server can tell, what has no ETag is not even read", arguments: [true, false])
  func readNeedlessly(trustsIndex: Bool) async throws {
    final class Counting: ResourceCache {
      let readings = Mutex(0)

      func resource(forLocale locale: String) -> CachedResource? {
        readings.withLock { $0 += 1 }
        return nil
      }

      func hasEntityTag(forLocale locale: String) -> Bool { false }
      func keep(_ resource: CachedResource, forLocale locale: String) {}
    }
    let cache = Counting()
    let client = try NStackClient.scripted(ScriptedTransport([.json(Self.body)]))
    _ = try await client.resource(
      Self.entry("1994-11-06T08:49:00Z"), caching: ResourceCaching(cache, trustsIndex: trustsIndex))
    #expect(cache.readings.withLock { $0 } == (trustsIndex ? 1 : 0))
  }

  static let late = [(name: "Date", value: "Sun, 06 Nov 1994 08:49:37 GMT")]

  @Test(
    "what the index says is unchanged is not fetched again",
    arguments: ["1994-11-06T08:49:00+00:00", "1994-11-06T08:49:35Z", "1994-11-06T09:49:00+01:00"])
  func unchanged(time: String) async throws {
    let (titles, requests) = try await readings(Self.entry(time), Self.entry(time), headers: Self.late)
    #expect(titles == ["Velkommen", "Velkommen"])
    #expect(requests.count == 1)
  }

  @Test("what may have changed is fetched again")
  func changed() async throws {
    let old = Self.entry("1994-11-06T08:40:00Z")
    let pairs: [(ResourceIndexEntry, ResourceIndexEntry)] = [
      (old, Self.entry("1994-11-06T08:40:01Z")), (old, Self.entry("1994-11-06T08:30:00Z")),
      (old, Self.entry("1994-11-06T08:40:00Z", url: "https://cdn.example/7.json")), (old, Self.entry(nil)),
      (Self.entry(nil), Self.entry(nil)), (Self.entry("yesterday"), Self.entry("yesterday")),
      // The second in which the texts changed was not over when they were fetched, so more may have changed in it.
      (Self.entry("1994-11-06T08:49:36Z"), Self.entry("1994-11-06T08:49:36Z")),
      (Self.entry("2094-11-06T08:49:36Z"), Self.entry("2094-11-06T08:49:36Z")),
    ]
    for (first, second) in pairs {
      let (titles, requests) = try await readings(first, second, headers: Self.late)
      #expect(titles == ["Velkommen", "Hej"], "\(first.lastUpdatedAt ?? "-") \(second.lastUpdatedAt ?? "-")")
      #expect(requests.count == 2)
    }
  }

  @Test("without the server's clock five minutes have to lie between")
  func ownClock() async throws {
    // The script's calendar stands at 08:49:37.
    for (time, count) in [("1994-11-06T08:44:37Z", 1), ("1994-11-06T08:44:38Z", 2)] {
      let (_, requests) = try await readings(Self.entry(time), Self.entry(time), headers: [])
      #expect(requests.count == count)
    }
  }

  @Test("with a tag the server is asked, whatever the index says; 304 gives what was kept", arguments: [304, 200])
  func tagged(status: Int) async throws {
    let entry = Self.entry("1994-11-06T08:40:00Z")
    let (titles, requests) = try await readings(
      entry, entry, headers: Self.late + [(name: "ETag", value: #"W/"a1""#)],
      then: status == 304 ? .status(304) : .json(Self.newer), trustsIndex: false)
    #expect(titles == ["Velkommen", status == 304 ? "Velkommen" : "Hej"])
    #expect(requests.map { $0.headers.first { $0.name == "If-None-Match" }?.value } == [nil, #"W/"a1""#])
  }

  @Test("304 to a question without a tag is an error")
  func unasked() async throws {
    let transport = ScriptedTransport([.status(304)])
    let client = try NStackClient.scripted(transport)
    let error = await failure { () async throws(NStackError) in
      try await client.resource(Self.entry(nil), caching: ResourceCaching(Memory(), trustsIndex: true))
    }
    #expect(error?.code == .unexpectedStatus)
  }

  @Test("what was kept and cannot be read is fetched again", arguments: [true, false])
  func damaged(trustsIndex: Bool) async throws {
    let entry = Self.entry("1994-11-06T08:40:00Z")
    let (titles, requests) = try await readings(
      entry, entry, headers: Self.late, trustsIndex: trustsIndex, between: { $0.body = Array("<html>".utf8) })
    #expect(titles == ["Velkommen", "Hej"])
    #expect(requests.count == 2)
  }
}
