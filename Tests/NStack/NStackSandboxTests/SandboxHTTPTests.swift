import NStackAPI
import NStackSandbox
import Testing

/// What HTTP itself asks of a server.
@Suite(.sandbox) struct SandboxHTTPTests {
  private let sandbox = SandboxFixture.current

  static let resource = "/api/v2/content/localize/resources/302"

  @Test(arguments: [
    ("PUT", "/api/v2/content/localize/proposals", "GET, HEAD, OPTIONS, POST"),
    ("GET", "/api/v2/localize/proposals/101", "DELETE, OPTIONS"), ("GET", "/api/v2/open", "OPTIONS, POST"),
    ("DELETE", resource, "GET, HEAD, OPTIONS"), ("PATCH", "/sandbox/publish", "OPTIONS, POST"),
    ("QUERY", "/api/v2/content/localize/mobile/languages", "GET, HEAD, OPTIONS"),
  ]) func `A method that a path does not take is answered with those that it takes`(
    method: String, path: String, allowed: String
  ) async throws {
    let answer = try await sandbox.send(method, path)
    #expect(answer.status == 405)
    #expect(answer.header("Allow") == allowed)
    #expect(answer.text == #"{"message":"The \#(method) method is not allowed here.","code":405}"#)
    let options = try await sandbox.send("OPTIONS", path, headers: [])
    #expect(options.status == 204)
    #expect(options.header("Allow") == allowed)
  }

  @Test func `A path that there is not is not found, and is in the log`() async throws {
    let answer = try await sandbox.send("GET", "/api/v2/content/localise/mobile/languages?x=1")
    #expect(answer.status == 404)
    #expect(answer.text == #"{"message":"Not Found","code":404}"#)
    #expect(try await sandbox.send("DELETE", "/api/v2/open").status == 405)
    let entries = sandbox.server.requests.entries
    #expect(entries.map(\.status) == [404, 405])
    #expect(entries[0].target == "/api/v2/content/localise/mobile/languages?x=1")
    #expect(sandbox.server.requests.counts == ["GET": 1, "DELETE": 1])
  }

  @Test func `HEAD is answered as GET is, without the body`() async throws {
    let get = try await sandbox.send("GET", Self.resource, headers: sandbox.credentials)
    let head = try await sandbox.send("HEAD", Self.resource)
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    #expect(head.header("Content-Encoding") == nil)
    #expect(head.header("Content-Length") == "2318")
    #expect(get.body.count == 2318)
    let tag = try #require(head.header("ETag"))
    #expect(get.header("ETag") == "W/" + tag)
  }

  @Test func `A reader who has the bytes is told so`() async throws {
    let tag = try #require(try await sandbox.send("HEAD", Self.resource).header("ETag"))
    for known in [tag, "W/" + tag, "\"other\", \(tag)", "*", "\"a\" ,W/\(tag) , \"b\""] {
      let answer = try await sandbox.send("GET", Self.resource, adding: ["If-None-Match": known])
      #expect(answer.status == 304, "\(known)")
      #expect(answer.body.isEmpty)
      #expect(answer.header("ETag") == tag)
    }
    for known in ["\"other\"", String(tag.dropLast(2)) + "\"", "W/\"*\""] {
      #expect(try await sandbox.send("GET", Self.resource, adding: ["If-None-Match": known]).status == 200, "\(known)")
    }
    _ = try sandbox.server.acceptProposal(id: 102)
    let newest = "/api/v2/content/localize/resources/302-newest"
    #expect(try await sandbox.send("HEAD", newest).header("ETag") != tag)
  }

  @Test func `An answer keeps its tag from one start to the next`() async throws {
    var tags: [String?] = []
    for _ in 0..<2 {
      try await withSandbox { sandbox async throws in
        tags.append(try await sandbox.send("HEAD", Self.resource).header("ETag"))
      }
    }
    #expect(tags[0] != nil)
    #expect(tags[0] == tags[1])
  }

  @Test func `Answers are compressed unless that is switched off`() async throws {
    for compresses in [true, false] {
      try await withSandbox(Scenario { $0.compression = compresses }) { sandbox async throws in
        let answer = try await sandbox.send("GET", Self.resource)
        #expect(answer.header("Content-Encoding") == (compresses ? "gzip" : nil))
        #expect(answer.header("ETag")?.hasPrefix("W/") == compresses)
        #expect(answer.header("Vary") == (compresses ? "Accept-Encoding" : nil))
        #expect(answer.text.hasPrefix("{\n  \"data\": {\n    \"default\""))
      }
    }
  }

  @Test func `A page of any origin may call`() async throws {
    let preflight = try await sandbox.send(
      "OPTIONS", "/api/v2/open",
      headers: [
        (name: "Origin", value: "https://app.example"), (name: "Access-Control-Request-Method", value: "POST"),
        (name: "Access-Control-Request-Headers", value: "n-meta,x-application-id"),
      ])
    #expect(preflight.status == 204)
    #expect(preflight.header("Access-Control-Allow-Origin") == "*")
    #expect(preflight.header("Access-Control-Allow-Methods") == "OPTIONS, POST")
    #expect(preflight.header("Access-Control-Allow-Headers") == "n-meta,x-application-id")
    // An error has to be readable, too.
    for path in ["/api/v2/open", "/nowhere", Self.resource] {
      let answer = try await sandbox.send("GET", path, headers: [(name: "Origin", value: "null")])
      #expect(answer.header("Access-Control-Allow-Origin") == "*")
      #expect(answer.header("Access-Control-Expose-Headers") == "ETag, Link, Retry-After")
    }
    #expect(try await sandbox.send("GET", Self.resource).header("Access-Control-Allow-Origin") == nil)
  }
}
