import NStackAPI
import Testing

struct LocalizationTests {
  static let english =
    #"{"id":11,"name":"English (UK)","locale":"en-GB","direction":"LRM","is_default":true,"is_best_fit":true}"#
  let arabic = #"{"id":"26","name":"Arabic","locale":"ar_SA","direction":"rml"}"#

  @Test func `Languages come in order, with numbers as strings and directions in any case`() async throws {
    let transport = ScriptedTransport([.json(#"{"data":[\#(Self.english),\#(arabic)],"meta":[]}"#)])
    #expect(
      try await transport.client.languages() == [
        Language(
          id: 11, name: "English (UK)", locale: "en-GB", direction: .leftToRight, isDefault: true, isBestFit: true),
        Language(id: 26, name: "Arabic", locale: "ar_SA", direction: .rightToLeft, isDefault: false, isBestFit: false),
      ])
    #expect(transport.requests[0].method == "GET")
    #expect(transport.requests[0].url == "https://nstack.example/api/v2/content/localize/mobile/languages")
  }

  @Test func `Every call to the API carries the credentials and says who asks`() async throws {
    let transport = ScriptedTransport([.json(#"{"data":[]}"#)])
    _ = try await transport.client.languages()
    let headers = transport.requests[0].headers.map { "\($0.name): \($0.value)" }
    #expect(
      headers == [
        "Accept: application/json", "User-Agent: nstack-review/1.2.3", "X-Application-Id: application-1",
        "X-Rest-Api-Key: key-1", "N-Meta: web;production;1.2.3;12;nstack-review", "Accept-Language: da-DK, en;q=0.5",
      ])
  }

  @Test(arguments: [
    (NStackConfiguration.Texts.newest, nil, "dev=true&last_updated=1970-01-01T00%3A00%3A00Z"),
    (.published, "2026-01-31T10:00:00+00:00", "dev=false&last_updated=2026-01-31T10%3A00%3A00%2B00%3A00"),
  ]) func `The index is asked for the newest or the published texts`(
    texts: NStackConfiguration.Texts, since: String?, query: String
  ) async throws {
    let answer =
      #"{"data":[{"id":"307","url":"https://cdn.example/a.json","last_updated_at":null,"should_update":0,"language":\#(Self.english)}]}"#
    let transport = ScriptedTransport([.json(answer)])
    let entries = try await NStackClient.scripted(transport, texts: texts).wholeResourceIndex(updatedSince: since)
      .entries
    #expect(
      transport.requests[0].url == "https://nstack.example/api/v2/content/localize/resources/platforms/mobile?" + query)
    #expect(entries.map(\.id) == [307])
    #expect(entries[0].lastUpdatedAt == nil)
    #expect(!entries[0].shouldUpdate)
    #expect(entries[0].language.locale == "en-GB")
  }

  @Test(arguments: [
    "https://nstack.example/api/v2/content/localize/resources/307": true,
    "https://NSTACK.example:443/api/v2/content/localize/resources/307": true,
    "http://nstack.example/api/v2/content/localize/resources/307": false, "https://nstack.example:8443/r": false,
    "https://nstack.example.evil.example/r": false,
    "http://nodes.imgix.example/nstack/data/localize-publishes/publish-16-x.json": false,
  ]) func `Credentials go to the API's own origin and to no other`(url: String, isOwn: Bool) async throws {
    let transport = ScriptedTransport([.json(#"{"data":{"a":{"b":"c"}}}"#)])
    let resource = try await transport.client.resource(.of(url))
    let names = transport.requests[0].headers.map(\.name)
    #expect(transport.requests[0].url == url)
    #expect(names.contains("X-Rest-Api-Key") == isOwn)
    #expect(names.contains("X-Application-Id") == isOwn)
    #expect(names.contains("N-Meta") == isOwn)
    #expect(resource.sections[0].texts[0].value == "c")
  }

  @Test(arguments: [
    "http://cdn.example/a.json": true, "https://cdn.example/a.json": false, "http://127.0.0.1:9/a.json": false,
  ]) func `An entry tells whether its texts travel unprotected`(url: String, isPlain: Bool) {
    #expect((ResourceIndexEntry.of(url).unprotectedHost != nil) == isPlain)
  }

  @Test(arguments: ["file:///etc/passwd", "//nstack.example/a", "/api/v2/x", "https://user@nstack.example/x", ""])
  func `A resource's URL that is none is refused before anything is sent`(url: String) async throws {
    let transport = ScriptedTransport([])
    #expect(await failure { try await transport.client.resource(.of(url)) }?.code == .badBody)
    #expect(transport.requests.isEmpty)
  }

  @Test func `A resource of another language than the index promised is refused`() async throws {
    let transport = ScriptedTransport([.json(#"{"data":{},"meta":{"language":\#(arabic)}}"#)])
    let error = await failure { try await transport.client.resource(.of()) }
    #expect(error?.code == .badBody)
    #expect(error?.message.contains("the index says en-GB, but the answer is ar_SA") == true)
  }

  @Test func `Resources come in the order of the entries, and the first failure ends all`() async throws {
    let answers = (0..<6).map { _ in ScriptedTransport.Answer.json(#"{"data":{"s":{"k":"v"}}}"#) }
    let entries = (0..<6).map { ResourceIndexEntry.of("https://nstack.example/r/\($0)", locale: "l\($0)") }
    let resources = try await ScriptedTransport(answers).client.resources(of: entries, concurrency: 2)
    #expect(resources.map(\.language.locale) == ["l0", "l1", "l2", "l3", "l4", "l5"])

    let broken = ScriptedTransport([.json(#"{"data":{}}"#), .status(404)])
    #expect(await failure { try await broken.client.resources(of: entries, concurrency: 1) }?.code == .notFound)
    #expect(broken.requests.count <= 3)
  }
}
