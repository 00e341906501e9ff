import Foundation
import NStackAPI
import NStackSandbox
import Testing

/// What NStack's own clients send, call by call, and what they look for in the answer.
@Suite(.sandbox) struct SandboxClientTests {
  private let sandbox = SandboxFixture.current

  @Test func `A telephone that opens gets what its client needs`() async throws {
    let answer = try await sandbox.send(
      "POST", "/api/v2/open?test=true",
      adding: ["Accept-Language": "da-DK,en;q=0.8", "Accept": "application/vnd.nodes.v1+json"],
      body: "guid=g&version=1.2.0&old_version=1.1.0&platform=android&last_updated=2020-06-15T14:29:50%2B0000&dev=true")
    #expect(answer.status == 200)
    let start =
      #"{"data":{"count":1,"update":{},"localize":[{"id":301,"url":""# + sandbox.server.baseURL
      + #"/api/v2/content/localize/resources/301-newest","last_updated_at":""#
    #expect(answer.text.hasPrefix(start), "\(answer.text)")
    #expect(answer.text.contains(#""locale":"da-DK","direction":"LRM","is_default":false,"is_best_fit":true"#))
    #expect(answer.text.contains(#""platform":"android","created_at":""#))
    let end = #""last_updated":"2020-06-15T14:29:50+0000"},"meta":{"accept_Language":"da-DK,en;q=0.8"}}"#
    #expect(answer.text.hasSuffix(end), "\(answer.text)")
  }

  @Test func `A page that opens sends JSON, and reads the resource by its id`() async throws {
    let answer = try await sandbox.send(
      "POST", "/api/v2/open", adding: ["Content-Type": "application/json"],
      body: #"{"platform":"web","dev":false,"test":false,"guid":"g","last_updated":"2036-01-31T10:00:00.123Z"}"#)
    #expect(answer.status == 200)
    #expect(answer.text.contains(#""should_update":false"#))
    #expect(!answer.text.contains(#""should_update":true"#))
    #expect(
      try await sandbox.send("GET", "/api/v2/content/localize/resources/302").text.contains(#""ryeBread": "Rugbrød""#))
  }

  @Test(arguments: [
    "platform=tv&guid=g&version=1": "The selected platform is invalid.",
    "platform=ios&guid=g": "The version field is required.", "platform=web": "The guid field is required.",
    "guid=g": "The platform field is required.",
    "platform=web&guid=g&last_updated=yesterday": "The last updated is not a valid date.",
  ]) func `An app that opens has to say what it is`(form: String, words: String) async throws {
    let answer = try await sandbox.send("POST", "/api/v2/open", body: form)
    #expect(answer.status == 412)
    #expect(answer.text.contains("\"message\":\"\(words)\""), "\(answer.text)")
  }

  @Test(arguments: ["/api/v2/content/localize", "/api/v2/localize"])
  func `Every call is there with and without content in its path`(base: String) async throws {
    let form = "section=products&key=soldOut&value=v&locale=da-DK&platform=mobile&guid=g"
    for path in [
      "/mobile/languages", "/mobile/languages/best_fit", "/resources/platforms/mobile", "/resources/301",
      "/resources/301-newest", "/resources/301-flat", "/resources/301-newest-flat", "/proposals",
    ] { #expect(try await sandbox.send("GET", base + path).status == 200, "\(path)") }
    #expect(try await sandbox.send("POST", base + "/proposals", body: form).status == 201)
    #expect(
      try await sandbox.send("DELETE", base + "/proposals/113?guid=g").text
        == #"{"data":{"message":"Proposal deleted"}}"#)
    for path in ["/resources/301-flat-newest", "/resources/301-", "/resources/-1", "/resources/301-new"] {
      #expect(try await sandbox.send("GET", base + path).status == 445, "\(path)")
    }
  }

  @Test(arguments: [true, false], ["dev=true", "flat=true", "dev=true&flat=true", "dev=false"])
  func `An address takes a query that a client puts after it`(isOnCDN: Bool, question: String) async throws {
    try await withSandbox(isOnCDN ? [.contentDeliveryNetwork] : []) { sandbox async throws in
      let server = sandbox.server
      #expect(try server.acceptProposal(id: 101))
      let index = try await sandbox.send(
        "GET", "/api/v2/content/localize/resources/platforms/mobile?last_updated=&guid=g&" + question)
      let urls = index.text.components(separatedBy: "\"url\":\"").dropFirst().map { $0.prefix { $0 != "\"" } }
      #expect(urls.count == 5)
      let headers = isOnCDN ? [] : sandbox.credentials
      let plain = try await sandbox.send("GET", String(urls[1]), headers: headers)
      let answer = try await sandbox.send("GET", urls[1] + "?guid=g&platform=ios", headers: headers)
      #expect(!urls[1].contains("?"))
      #expect(answer.status == 200)
      #expect(answer.body == plain.body)
      #expect(answer.text.contains("Kardemommesnegl") == question.contains("dev=true"))
      #expect(answer.text.contains("\"default.title\"") == question.contains("flat=true"))
    }
  }

  @Test func `Addresses may have a query`() async throws {
    try await withSandbox([.queriedAddresses]) { sandbox async throws in
      #expect(try await sandbox.client.resourceIndex()[0].url.hasSuffix("/resources/301?dev=true"))
      #expect(try await sandbox.resource("da-DK").value("products", "ryeBread") == "Rugbrød")
    }
  }

  @Test func `Answers repeat which languages were accepted`() async throws {
    for path in ["/mobile/languages/best_fit", "/resources/platforms/mobile"] {
      #expect(
        try await sandbox.send("GET", "/api/v2/content/localize" + path, adding: ["Accept-Language": "ja"]).text
          .hasSuffix(#""meta":{"Accept-Language":"ja"}}"#))
      #expect(
        try await sandbox.send("GET", "/api/v2/content/localize" + path).text.hasSuffix(
          #""meta":{"Accept-Language":null}}"#))
    }
  }

  @Test(arguments: [
    "web;production;1.0.0;6.1;nstack-review": nil, "web;production": nil, "android;staging;1.2;14;Pixel 8": nil,
    "ios;development;1.2.0;;": nil, "windows;local;1": nil,
    "linux;production;1.0;6.1;nstack-review": "the platform is not supported, should be: ios,android,windows,web",
    "": "the platform is not supported, should be: ios,android,windows,web",
    "Web;production;1": "the platform is not supported, should be: ios,android,windows,web",
    "web;default;1": "the environment is not supported, should be: local,development,staging,production",
    "web": "the environment is not supported, should be: local,development,staging,production",
    "ios;production": "the version is missing", "ios;production;;17;iPhone": "the version is missing",
  ]) func `A header N-Meta is checked as the framework checks it`(header: String, words: String?) async throws {
    for path in ["/api/v2/localize/mobile/languages", "/api/v2/content/localize/resources/301"] {
      let answer = try await sandbox.send("GET", path, adding: ["N-Meta": header])
      #expect(answer.status == (words == nil ? 200 : 400))
      if let words { #expect(answer.text == "{\"message\":\"N-Meta header: \(words)\",\"code\":400}") }
    }
    #expect(try await sandbox.send("GET", "/api/v2/localize/mobile/languages").status == 200)
  }

  @Test func `State and guid may be headers, as the description has them`() async throws {
    #expect(try sandbox.server.acceptProposal(id: 101))
    let answer = try await sandbox.send(
      "GET", "/api/v2/content/localize/proposals", adding: ["state": "accepted", "guid": sandbox.server.guid])
    #expect(answer.text.hasPrefix(#"{"data":[{"id":101,"#))
    #expect(answer.text.contains(#""can_delete":true"#))
  }

  @Test func `The published description can be followed`() async throws {
    try await withSandbox([.publishedDescription]) { sandbox async throws in
      let guid = sandbox.server.guid
      let deletion = try await sandbox.send("DELETE", "/api/v2/content/localize/proposals/101?guid=" + guid)
      #expect(deletion.text.hasPrefix(#"{"id":101,"application_id":1,"key":"cardamomBun","section":"products","#))
      #expect(deletion.text.hasSuffix(#""platform":"mobile","guid":"\#(guid)"}"#))
      let open = try await sandbox.send("POST", "/api/v2/open", body: "platform=web&guid=g")
      #expect(open.text.contains(#""update":{"newer_version":{"state":"no","last_id":0,"#))
      #expect(open.text.contains(#""rate_reminder":{"title":"","#))
      #expect(open.text.components(separatedBy: #""link":"https://nstack.io""#).count == 3)
      #expect(open.text.hasSuffix(#""meta":{"accept_Language":""}}"#))
      #expect(try await sandbox.pending.map(\.id) == Array(102...112))
    }
  }
}
