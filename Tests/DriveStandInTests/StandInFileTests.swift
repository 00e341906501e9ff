import Basics
import DriveStandIn
import Testing

@Suite("The stand-in keeps files, and goes wrong as it is told")
struct StandInFileTests {
  private static let export = "/export" + StandInFixture.query(["mimeType": StandInFixture.xlsx])

  @Test("a sheet above the limit is exported through its link only, which asks for a token")
  func exportLimit() async throws {
    try await withStandIn { fixture in
      let (id, token) = (fixture.addSheet("large"), fixture.token())
      let path = "/drive/v3/files/\(id)"
      #expect(try await fixture.send("GET", path + Self.export, token: token).holdsBytes)
      #expect(try await fixture.send("GET", path + "?alt=media", token: token).reason == "fileNotDownloadable")
      fixture.server.with { $0.settings.exportLimit = 1000 }
      let refused = try await fixture.send("GET", path + Self.export, token: token)
      #expect(refused.status == 403)
      #expect(refused.reason == "exportSizeLimitExceeded")
      let links = try await fixture.send("GET", path + "?fields=exportLinks", token: token).json["exportLinks"]
      let link = try #require(links?[StandInFixture.xlsx]?.string)
      #expect(try await fixture.send("GET", link).status == 401)
      #expect(try await fixture.send("GET", link, token: token).holdsBytes)
      fixture.server.with { $0.settings.exportHost = "http://localhost:1" }
      let moved = try await fixture.send("GET", link, token: token)
      #expect(moved.status == 307)
      #expect(moved.headers["location"]?.hasPrefix("http://localhost:1/spreadsheets/export?id=\(id)") == true)
    }
  }

  @Test("a copy is beside its source, belongs to who made it, and is not shared")
  func copies() async throws {
    try await withStandIn { fixture in
      let folder = fixture.server.with { $0.addFile("Folder", mimeType: MIMEType.folder, owner: "anna@example.com") }
      let id = fixture.addSheet("review") { file in
        file.parents = [folder]
        file.permissions = [Permission(.user("ben@example.com"), .writer)]
      }
      let copy = try await fixture.send(
        "POST", "/drive/v3/files/\(id)/copy?fields=id,name,parents,shared", token: fixture.token(),
        body: Array(#"{"name":"before"}"#.utf8))
      #expect(try copy.json["name"]?.string == "before")
      #expect(try copy.json["parents"]?.elements?.map(\.string) == [folder])
      let made = try #require(try copy.json["id"]?.string)
      #expect(made != id)
      let file = fixture.server.with { $0.files[made] }
      let isWhole = file?.content == StandInFixture.bytes
      #expect(isWhole)
      #expect(file?.permissions == [])
      // Ben may not write into the folder, so that his copy goes to his own Drive.
      let bens = try await fixture.send(
        "POST", "/drive/v3/files/\(id)/copy?fields=name,owners", token: fixture.token("ben@example.com"))
      #expect(try bens.json["name"]?.string == "Copy of review")
      #expect(try bens.json["owners"]?.elements?.first?["emailAddress"]?.string == "ben@example.com")
    }
  }

  @Test("parents change through parameters, and what cannot be written is refused")
  func updates() async throws {
    try await withStandIn { fixture in
      let folder = fixture.server.with { $0.addFile("Folder", mimeType: MIMEType.folder, owner: "anna@example.com") }
      let id = fixture.addSheet("review") { $0.permissions = [Permission(.user("ben@example.com"), .reader)] }
      let token = fixture.token()
      let path = "/drive/v3/files/\(id)"
      func patch(_ target: String, _ body: String, _ token: String) async throws -> StandInAnswer {
        try await fixture.send("PATCH", target, token: token, body: Array(body.utf8))
      }
      #expect(try await patch(path, #"{"parents":["\#(folder)"]}"#, token).reason == "fieldNotWritable")
      #expect(try await patch(path, #"{"version":"9"}"#, token).reason == "fieldNotWritable")
      #expect(try await patch(path + "?addParents=\(folder)", "{}", token).reason == "cannotAddParent")
      let root = DriveWorld.root(of: "anna@example.com")
      let moved = try await patch(
        path + "?addParents=\(folder)&removeParents=\(root)&fields=parents,version", "{}", token)
      #expect(try moved.json["parents"]?.elements?.map(\.string) == [folder])
      #expect(try moved.json["version"]?.string == "2")
      let ben = fixture.token("ben@example.com")
      #expect(try await patch(path, #"{"name":"x"}"#, ben).reason == "insufficientFilePermissions")
      #expect(try await patch(path, #"{"trashed":true}"#, token).status == 200)
      #expect(fixture.server.with { $0.files[id]?.isTrashed } == true)
    }
  }

  @Test("a generated id makes one file, and no Google Sheet")
  func generatedIDs() async throws {
    try await withStandIn { fixture in
      let token = fixture.token()
      let ids = try await fixture.send("GET", "/drive/v3/files/generateIds?count=2", token: token).json["ids"]
      let id = try #require(ids?.elements?.first?.string)
      func create(_ id: String, _ type: String) async throws -> StandInAnswer {
        try await fixture.send(
          "POST", "/drive/v3/files", token: token, body: Array(#"{"id":"\#(id)","mimeType":"\#(type)"}"#.utf8))
      }
      #expect(try await create(id, MIMEType.sheet).status == 400)
      #expect(try await create("made-up", "text/plain").status == 400)
      #expect(try await create(id, "text/plain").json["id"]?.string == id)
      #expect(try await create(id, "text/plain").status == 409)
    }
  }

  @Test(
    "a fault is answered as Google documents it, and only as often as it was set",
    arguments: [
      (403, "rateLimitExceeded"), (403, "userRateLimitExceeded"), (429, "rateLimitExceeded"), (500, "internalError"),
      (503, "backendError"), (403, "accessNotConfigured"),
    ])
  func refusals(status: Int, reason: String) async throws {
    try await withStandIn { fixture in
      let token = fixture.token()
      fixture.server.with { world in
        world.add(StandInFault(.list, skip: 1, times: 1, .refuse(status: status, reason: reason, retryAfter: 3)))
      }
      var answers: [StandInAnswer] = []
      for _ in 0..<3 { answers.append(try await fixture.send("GET", "/drive/v3/files", token: token)) }
      #expect(answers.map(\.status) == [200, status, 200])
      #expect(answers[1].reason == reason)
      #expect(answers[1].headers["retry-after"] == "3")
    }
  }

  @Test("tokens expire in the middle, downloads break off, and proxies answer with HTML")
  func otherFaults() async throws {
    try await withStandIn { fixture in
      let (id, token) = (fixture.addSheet("a"), fixture.token())
      let path = "/drive/v3/files/\(id)" + Self.export
      fixture.server.with { $0.add(StandInFault(.export, .truncate(after: 5000))) }
      await #expect(throws: (any Error).self) { try await fixture.send("GET", path, token: token) }
      fixture.server.with { $0.add(StandInFault(.export, .html(status: 502))) }
      let page = try await fixture.send("GET", path, token: token)
      #expect(page.status == 502)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      fixture.server.with { $0.add(StandInFault(.list, .incompleteSearch)) }
      let list = try await fixture.send("GET", "/drive/v3/files?fields=incompleteSearch", token: token)
      #expect(list.text.contains("true"))
      fixture.server.with { $0.add(StandInFault(nil, .expireToken)) }
      #expect(try await fixture.send("GET", path, token: token).reason == "authError")
      #expect(try await fixture.send("GET", path, token: token).reason == "authError")
      #expect(try await fixture.send("GET", path).reason == "required")
      fixture.server.with {
        $0.add(StandInFault(.token, .refuse(status: 503, reason: "internal_failure", retryAfter: 1)))
      }
      let failure = try await fixture.form("/token", ["grant_type": "refresh_token"])
      #expect(failure.status == 503)
      #expect(try failure.json["error"]?.string == "internal_failure")
    }
  }

  @Test("an upload is answered with a range that is not true, or with none, as a fault says")
  func wrongRanges() async throws {
    try await withStandIn { fixture in
      let token = fixture.token()
      let begun = try await fixture.send(
        "POST", "/upload/drive/v3/files?uploadType=resumable", token: token,
        headers: ["X-Upload-Content-Length": "700002"])
      let session = try #require(begun.headers["location"])
      func put(_ action: StandInFault.Action?) async throws -> StandInAnswer {
        if let action { fixture.server.with { $0.add(StandInFault(.upload, action)) } }
        return try await fixture.send(
          "PUT", session, headers: ["Content-Range": "bytes 0-262143/700002"],
          body: Array(StandInFixture.bytes[..<262_144]))
      }
      let claimed = try await put(.claim(500_000))
      #expect(claimed.status == 308 && claimed.headers["range"] == "bytes=0-499999")
      let own = try await put(nil)
      #expect(own.status == 308 && own.headers["range"] == "bytes=0-262143")
      let forgotten = try await put(.forgetBytes)
      #expect(forgotten.status == 308 && forgotten.headers["range"] == nil)
    }
  }

  @Test("a list whose page token was forgotten refuses it, and proxies redirect or answer with nothing")
  func lists() async throws {
    try await withStandIn { fixture in
      _ = (fixture.addSheet("a"), fixture.addSheet("b"))
      let token = fixture.token()
      let first = try await fixture.send("GET", "/drive/v3/files?pageSize=1", token: token)
      let mark = try #require(try first.json["nextPageToken"]?.string)
      let next = "/drive/v3/files" + StandInFixture.query(["pageSize": "1", "pageToken": mark])
      #expect(try await fixture.send("GET", next, token: token).status == 200)
      fixture.server.with { $0.add(StandInFault(.list, .forgetPages)) }
      #expect(try await fixture.send("GET", next, token: token).reason == "invalid")
      fixture.server.with { $0.add(StandInFault(.list, .redirect(to: "https://example.com/x"))) }
      let moved = try await fixture.send("GET", next, token: token)
      #expect(moved.status == 307 && moved.headers["location"] == "https://example.com/x")
      fixture.server.with { $0.add(StandInFault(.list, .empty(status: 502))) }
      let empty = try await fixture.send("GET", next, token: token)
      #expect(empty.status == 502 && empty.body.isEmpty)
    }
  }

  @Test("scripts set up files, settings and faults by requests, and read what arrived")
  func control() async throws {
    try await withStandIn { fixture in
      func post(_ path: String, _ body: String) async throws -> StandInAnswer {
        try await fixture.send("POST", "/stand-in/\(path)", body: Array(body.utf8))
      }
      let file = try await post(
        "files",
        #"{"name":"a","mimeType":"\#(StandInFixture.sheet)","owner":"anna@example.com","content":"UEs=","#
          + #""sharedWith":[{"email":"ben@example.com","role":"writer"}]}"#)
      let id = try #require(try file.json["id"]?.string)
      let token = try #require(
        try await post("tokens", #"{"email":"ben@example.com","scopes":["drive.readonly"]}"#).json["accessToken"]?
          .string)
      #expect(try await post("faults", #"{"operation":"files.export","action":"html","status":502}"#).status == 200)
      let path = "/drive/v3/files/\(id)" + Self.export
      #expect(try await fixture.send("GET", path, token: token).status == 502)
      #expect(try await fixture.send("GET", path, token: token).text == "PK")
      #expect(try await post("faults", #"{"operation":"files.lost","action":"drop"}"#).status == 400)
      #expect(try await post("settings", #"{"pageLimit":1}"#).status == 200)
      #expect(try await post("settings", #"{"colour":1}"#).status == 400)
      #expect(fixture.server.with { $0.settings.pageLimit } == 1)
      let log = try await fixture.send("GET", "/stand-in/requests").json["requests"]?.elements ?? []
      #expect(log.last?["operation"]?.string == "files.export")
      #expect(log.last?["status"]?.integer == 200)
      let facts = try await fixture.send("GET", "/stand-in/facts").json.elements ?? []
      #expect(Set(facts.compactMap { $0["source"]?.string }) == ["discovery", "reference", "unconfirmed"])
    }
  }
}
