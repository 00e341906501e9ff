import Basics
import DriveStandIn
import Testing

@Suite("The stand-in lists files")
struct StandInListTests {
  /// The names that a list holds.
  private static func names(_ fixture: StandInFixture, _ token: String, _ q: String) async throws -> [String] {
    let query = StandInFixture.query(["q": q, "orderBy": "name", "fields": "files(name)"])
    let answer = try await fixture.send("GET", "/drive/v3/files" + query, token: token)
    #expect(answer.status == 200, "\(answer.text)")
    return try answer.json["files"]?.elements?.compactMap { $0["name"]?.string } ?? []
  }

  @Test(
    "a query selects by the fields and operators of the reference",
    arguments: [
      ("", ["Be 'quick'", "Folder", "gone", "Hello World", "plain.xlsx"]),
      ("trashed = false", ["Be 'quick'", "Folder", "Hello World", "plain.xlsx"]),
      ("mimeType='application/vnd.google-apps.spreadsheet' and trashed=false", ["Be 'quick'", "Hello World"]),
      ("name contains 'hel'", ["Hello World"]), ("name contains 'wor'", ["Hello World"]),
      ("name contains 'ello'", []), (#"name = 'Be \'quick\''"#, ["Be 'quick'"]),
      ("name = 'hello world'", ["Hello World"]),
      ("not name contains 'hello' and trashed != true and name != 'Folder'", ["Be 'quick'", "plain.xlsx"]),
      ("(name = 'gone' or name = 'Folder') and trashed = true", ["gone"]),
      ("name = 'Folder' or name = 'gone' and trashed = true", ["gone"]),
      ("modifiedTime > '2030-01-01T00:00:00'", ["plain.xlsx"]),
      ("modifiedTime >= '2031-02-03T05:05:06+01:00'", ["plain.xlsx"]),
      ("modifiedTime > '2031-02-03T04:05:06Z'", []), ("modifiedTime > '2031-02-03'", ["plain.xlsx"]),
      ("'root' in parents and name contains 'plain'", ["plain.xlsx"]),
      ("'me' in owners and name = 'gone'", ["gone"]), ("'ben@example.com' in owners", []),
      ("'ben@example.com' in readers", ["Hello World"]), ("'ben@example.com' in writers", []),
      ("mimeType contains 'application/vnd.google-apps.'", ["Be 'quick'", "Folder", "gone", "Hello World"]),
    ])
  func queries(q: String, names: [String]) async throws {
    try await withStandIn { fixture in
      _ = fixture.addSheet("Hello World") { $0.permissions = [Permission(.user("ben@example.com"), .reader)] }
      _ = fixture.addSheet("Be 'quick'")
      _ = fixture.addSheet("gone") { $0.isTrashed = true }
      fixture.server.with { world in
        _ = world.addFile("Folder", mimeType: MIMEType.folder, owner: "anna@example.com")
        _ = world.addFile("plain.xlsx", mimeType: MIMEType.xlsx, owner: "anna@example.com") { file in
          file.content = StandInFixture.bytes
          file.modifiedTime = DriveTime("2031-02-03T04:05:06Z") ?? file.modifiedTime
        }
      }
      let found = try await Self.names(fixture, fixture.token(), q)
      #expect(found == names)
    }
  }

  @Test(
    "a query that the grammar does not allow is refused",
    arguments: [
      "name", "name = ", "name = 'a", "name ~ 'a'", "title = 'a'", "name < 'a'", "trashed = 'perhaps'",
      "modifiedTime > 'yesterday'", "name = 'a' and", "(name = 'a'", "name = 'a' name = 'b'", #"name = 'a\b'"#,
      "modifiedTime contains '2026'", "'x' in name",
    ])
  func refusedQueries(q: String) async throws {
    try await withStandIn { fixture in
      let answer = try await fixture.send(
        "GET", "/drive/v3/files" + StandInFixture.query(["q": q]), token: fixture.token())
      #expect(answer.status == 400)
      #expect(answer.reason == "invalid")
    }
  }

  @Test("a page token goes on with its own query only, and every file comes once")
  func pages() async throws {
    try await withStandIn { fixture in
      let ids = ["a", "b", "c"].map { fixture.addSheet($0) }
      let token = fixture.token()
      var found: [String] = []
      var next: String?
      repeat {
        let query = StandInFixture.query(["pageSize": "1", "orderBy": "name", "pageToken": next ?? ""])
        let target = "/drive/v3/files" + (next == nil ? "?pageSize=1&orderBy=name" : query)
        let answer = try await fixture.send("GET", target, token: token)
        found += try answer.json["files"]?.elements?.compactMap { $0["id"]?.string } ?? []
        next = try answer.json["nextPageToken"]?.string
        if let next {
          let other = StandInFixture.query(["pageSize": "1", "orderBy": "name desc", "pageToken": next])
          let refused = try await fixture.send("GET", "/drive/v3/files" + other, token: token)
          #expect(refused.status == 400)
        }
      } while next != nil
      #expect(found == ids)
    }
  }

  @Test(
    "fields selects members, and names that the schema does not have are refused",
    arguments: [
      ("files(id)", 200, "files(id)"), ("files/name", 200, "files(name)"),
      ("kind,files(owners/emailAddress,name)", 200, "files(name,owners(emailAddress)),kind"),
      ("files(name),files(mimeType)", 200, "files(mimeType,name)"), ("files(nome)", 400, ""), ("files(name", 400, ""),
      ("", 400, ""), ("files(name(x))", 400, ""),
    ])
  func fields(fields: String, status: Int, shape: String) async throws {
    try await withStandIn { fixture in
      _ = fixture.addSheet("a")
      let answer = try await fixture.send(
        "GET", "/drive/v3/files" + StandInFixture.query(["fields": fields]), token: fixture.token())
      #expect(answer.status == status, "\(answer.text)")
      if status == 200 {
        #expect(try Self.shape(answer.json) == shape)
      } else {
        #expect(answer.reason == "invalidParameter")
      }
    }
  }

  /// The names of an object's members in alphabetical order, with those of the objects in it.
  private static func shape(_ value: JSONValue) -> String {
    switch value {
    case .object(let members):
      members.sorted { $0.0 < $1.0 }.map { name, value in
        let inner = shape(value)
        return inner.isEmpty ? name : "\(name)(\(inner))"
      }.joined(separator: ",")
    case .array(let values): values.first.map(shape) ?? ""
    default: ""
    }
  }

  @Test("what is not shared is not found, and shared drives show only where they are asked for")
  func access() async throws {
    try await withStandIn { fixture in
      let id = fixture.addSheet("secret")
      let (ben, anna) = (fixture.token("ben@example.com"), fixture.token())
      #expect(try await fixture.send("GET", "/drive/v3/files/\(id)", token: ben).reason == "notFound")
      let shared = fixture.server.with { world in
        let drive = world.addSharedDrive("Team", members: ["ben@example.com": .writer])
        return world.addFile("team", mimeType: MIMEType.sheet, owner: nil) { file in
          file.parents = [drive]
          file.content = StandInFixture.bytes
        }
      }
      let path = "/drive/v3/files/\(shared)"
      #expect(try await fixture.send("GET", path, token: ben).status == 404)
      #expect(try await fixture.send("GET", path + "?supportsAllDrives=true", token: ben).status == 200)
      #expect(try await fixture.send("GET", path + "?supportsAllDrives=true", token: anna).status == 404)
      #expect(try await Self.names(fixture, ben, "") == [])
      let all = "/drive/v3/files?corpora=allDrives&supportsAllDrives=true&includeItemsFromAllDrives=true&fields=*"
      let answer = try await fixture.send("GET", all, token: ben)
      let found = try answer.json["files"]?.elements ?? []
      #expect(found.map { $0["name"]?.string } == ["team"])
      #expect(found.first?["owners"] == nil)
      #expect(found.first?["driveId"]?.string != nil)
    }
  }
}
