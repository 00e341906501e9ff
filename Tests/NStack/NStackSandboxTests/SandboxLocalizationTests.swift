import NStackAPI
import NStackSandbox
import Testing

@Suite(.sandbox) struct SandboxLocalizationTests {
  private let sandbox = SandboxFixture.current

  @Test func `The sample texts are served in five languages`() async throws {
    let languages = try await sandbox.client.languages()
    #expect(languages.map(\.locale) == ["en-GB", "da-DK", "de-DE", "ar-SA", "ja-JP"])
    #expect(languages.map(\.isDefault) == [true, false, false, false, false])
    #expect(languages.map(\.isBestFit) == [true, false, false, false, false])
    #expect(languages[3].direction == .rightToLeft)
    #expect(try await sandbox.client.bestFitLanguage().locale == "en-GB")

    let index = try await sandbox.client.resourceIndex()
    #expect(index.map(\.language.locale) == ["en-GB", "da-DK", "de-DE", "ar-SA", "ja-JP"])
    #expect(index.allSatisfy { $0.url.hasPrefix(sandbox.server.baseURL + "/api/v2/content/localize/resources/") })
    let resources = try await sandbox.client.resources(of: index, concurrency: 3)
    #expect(
      resources[0].sections.map(\.name) == ["default", "start", "products", "basket", "pickup", "account", "errors"])
    #expect(resources[1].value("products", "ryeBread") == "Rugbrød")
    #expect(resources[1].value("account", "newsletter") == nil)
    #expect(resources[3].value("start", "closedToday") == "مغلق اليوم")
    #expect(resources.allSatisfy { $0.findings.isEmpty })
  }

  @Test(arguments: ["da": "da-DK", "fr, ja-JP;q=0.9": "ja-JP", "de-AT": "de-DE", "fr": "en-GB"])
  func `The best fit follows Accept-Language`(header: String, locale: String) async throws {
    let server = sandbox.server
    let configuration = try NStackConfiguration(
      baseURL: server.baseURL, applicationID: server.applicationID, restAPIKey: server.restAPIKey, guid: server.guid,
      acceptLanguage: header)
    let client = NStackClient(configuration: configuration, transport: sandbox.transport)
    #expect(try await client.bestFitLanguage().locale == locale)
    #expect(try await client.languages().filter(\.isBestFit).map(\.locale) == [locale])
  }

  @Test func `A resource's bytes are those that were loaded`() async throws {
    let folder = try SampleFolder()
    let bytes = #"{ "data": {"z": {"b": "1", "a": "__a", "b": "2\u0041"}, "a":{}}, "meta": {} }"#
    try folder.write(bytes, to: "resource-en.json")
    try await withSandbox(Scenario { $0.data = folder.path }) { sandbox async throws in
      let index = try await sandbox.client.resourceIndex()
      #expect(try await sandbox.send("GET", index[0].url).text == bytes)
    }
  }

  @Test func `The index tells what changed since a time`() async throws {
    let all = try await sandbox.client.resourceIndex()
    #expect(all.map(\.shouldUpdate) == [true, true, true, true, true])
    let since = try #require(all[0].lastUpdatedAt)
    #expect(since.hasSuffix("+00:00"))
    #expect(
      try await sandbox.client.wholeResourceIndex(updatedSince: since).entries.map(\.shouldUpdate) == [
        false, false, false, false, false,
      ])
    #expect(
      try await sandbox.client.wholeResourceIndex(updatedSince: "2020-01-01T00:00:00Z").entries.map(\.shouldUpdate) == [
        true, true, true, true, true,
      ])
    let error = await failure { try await sandbox.client.wholeResourceIndex(updatedSince: "yesterday").entries }
    #expect(error?.code == .rejected)
    #expect(error?.message == "last_updated: The last updated is not a valid date.")
  }

  @Test func `Flat resources hold the same texts`() async throws {
    var nested: [LocalizationResource] = []
    nested = try await sandbox.client.resources(of: sandbox.client.resourceIndex(), concurrency: 8)
    try await withSandbox([.flatResources]) { sandbox async throws in
      let index = try await sandbox.client.resourceIndex()
      #expect(index.allSatisfy { $0.url.hasSuffix("-newest-flat") })
      #expect(try await sandbox.send("GET", index[0].url).text.hasPrefix(#"{"data":{"default.title":"Crumb & Crust""#))
      let flat = try await sandbox.client.resources(of: index, concurrency: 8)
      for (nested, flat) in zip(nested, flat) {
        #expect(flat.sections.map(\.name) == nested.sections.map(\.name))
        #expect(flat.sections.map { $0.texts.map(\.key) } == nested.sections.map { $0.texts.map(\.key) })
        #expect(flat.sections.map { $0.texts.map(\.value) } == nested.sections.map { $0.texts.map(\.value) })
      }
    }
  }

  @Test func `A CDN gets no credentials and refuses requests that carry some`() async throws {
    try await withSandbox([.contentDeliveryNetwork]) { sandbox async throws in
      let index = try await sandbox.client.resourceIndex()
      #expect(index.allSatisfy { !$0.url.hasPrefix(sandbox.server.baseURL) && $0.url.hasPrefix("http://127.0.0.1:") })
      let resources = try await sandbox.client.resources(of: index, concurrency: 4)
      #expect(resources[2].value("default", "cancel") == "Abbrechen")
      let delivered = sandbox.server.requests.entries.filter { $0.target.hasPrefix("/nstack/data") }
      #expect(delivered.count == 5)
      #expect(delivered.allSatisfy { !$0.carriesCredentials && $0.status == 200 })
      #expect(try await sandbox.send("GET", index[0].url).status == 400)
      #expect(try await sandbox.send("GET", index[0].url, headers: []).status == 200)
    }
  }

  @Test func `Identifiers may be strings`() async throws {
    try await withSandbox([.stringIdentifiers]) { sandbox async throws in
      #expect(try await sandbox.client.languages().map(\.id) == [11, 6, 7, 26, 32])
      #expect(try await sandbox.client.resourceIndex().map(\.id) == [301, 302, 303, 304, 305])
      #expect(try await sandbox.pending.map(\.id) == Array(101...112))
      let answer = try await sandbox.send("GET", "/api/v2/content/localize/mobile/languages/best_fit")
      #expect(answer.text.hasPrefix(#"{"data":{"id":"11","name":"English (UK)""#))
    }
  }

  @Test(arguments: [404, 445]) func `An unknown platform or resource is not found`(status: Int) async throws {
    try await withSandbox(status == 404 ? [.notFound404] : []) { sandbox async throws in
      for path in [
        "/tv/languages", "/tv/languages/best_fit", "/resources/platforms/tv", "/resources/999", "/resources/x",
      ] {
        let answer = try await sandbox.send("GET", "/api/v2/content/localize" + path)
        #expect(answer.status == status)
        #expect(answer.text == #"{"message":"Entity not found","code":\#(status)}"#)
      }
    }
  }

  @Test func `Wrong credentials are refused everywhere`() async throws {
    let server = sandbox.server
    let configuration = try NStackConfiguration(
      baseURL: server.baseURL, applicationID: server.applicationID, restAPIKey: Secret("wrong"), guid: server.guid)
    let client = NStackClient(configuration: configuration, transport: sandbox.transport)
    let list = await failure { try await client.languages() }
    let proposals = await failure { try await client.proposals(state: .all) }
    let deletion = await failure { try await client.deleteProposal(id: 101) }
    #expect([list, proposals, deletion].map { $0?.code } == [.unauthorized, .unauthorized, .unauthorized])
    #expect(try await sandbox.send("GET", "/api/v2/content/localize/mobile/languages", headers: []).status == 401)
  }
}
