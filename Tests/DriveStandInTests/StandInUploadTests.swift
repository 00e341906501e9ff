import Basics
import DriveStandIn
import Testing

@Suite("The stand-in takes uploads")
struct StandInUploadTests {
  private static let unit = 262_144
  private static let all = StandInFixture.bytes

  /// Begins an upload of a Google Sheet and gives its session.
  private static func begin(_ fixture: StandInFixture, _ token: String, size: Int = all.count) async throws -> String {
    let answer = try await fixture.send(
      "POST", "/upload/drive/v3/files?uploadType=resumable&fields=id,mimeType,size", token: token,
      headers: [
        "Content-Type": "application/json; charset=UTF-8", "X-Upload-Content-Type": StandInFixture.xlsx,
        "X-Upload-Content-Length": String(size),
      ], body: Array(#"{"name":"review","mimeType":"application/vnd.google-apps.spreadsheet"}"#.utf8))
    #expect(answer.status == 200, "\(answer.text)")
    return try #require(answer.headers["location"])
  }

  private static func put(
    _ fixture: StandInFixture, _ session: String, _ range: Range<Int>, total: Int = all.count
  ) async throws -> StandInAnswer {
    try await fixture.send(
      "PUT", session, headers: ["Content-Range": "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)"],
      body: Array(all[range]))
  }

  private static func ask(_ fixture: StandInFixture, _ session: String) async throws -> StandInAnswer {
    try await fixture.send("PUT", session, headers: ["Content-Range": "bytes */\(all.count)"], body: [])
  }

  private static func exports(_ fixture: StandInFixture, _ token: String, _ answer: StandInAnswer) async throws
    -> Bool
  {
    let id = try #require(try answer.json["id"]?.string)
    let query = StandInFixture.query(["mimeType": StandInFixture.xlsx])
    return try await fixture.send("GET", "/drive/v3/files/\(id)/export" + query, token: token).holdsBytes
  }

  @Test("chunks are answered with 308 and what arrived, the last one with the file")
  func chunks() async throws {
    try await withStandIn { fixture in
      let token = fixture.token()
      let session = try await Self.begin(fixture, token)
      let nothing = try await Self.ask(fixture, session)
      #expect(nothing.status == 308)
      #expect(nothing.headers["range"] == nil)
      let first = try await Self.put(fixture, session, 0..<Self.unit)
      #expect(first.status == 308)
      #expect(first.headers["range"] == "bytes=0-262143")
      #expect(try await Self.ask(fixture, session).headers["range"] == "bytes=0-262143")
      let last = try await Self.put(fixture, session, Self.unit..<Self.all.count)
      #expect(last.status == 200)
      #expect(try last.json["mimeType"]?.string == StandInFixture.sheet)
      #expect(try await Self.exports(fixture, token, last))
      let again = try await Self.ask(fixture, session)
      #expect(again.status == 200)
      #expect(again.body == last.body)
    }
  }

  @Test("a lost connection keeps what the fault says, and the upload goes on from there", arguments: [nil, 0, 70_000])
  func lostConnection(stored: Int?) async throws {
    try await withStandIn { fixture in
      let token = fixture.token()
      let session = try await Self.begin(fixture, token)
      fixture.server.with { $0.add(StandInFault(.upload, .loseUpload(after: 600_000, stored: stored))) }
      await #expect(throws: (any Error).self) { try await Self.put(fixture, session, 0..<Self.all.count) }
      let asked = try await Self.ask(fixture, session)
      #expect(asked.status == 308)
      let kept = stored ?? 524_288
      #expect(asked.headers["range"] == (kept == 0 ? nil : "bytes=0-\(kept - 1)"))
      let last = try await Self.put(fixture, session, kept..<Self.all.count)
      #expect(last.status == 200)
      #expect(try await Self.exports(fixture, token, last))
    }
  }

  @Test("a lost answer leaves one file, which the session gives again")
  func lostAnswer() async throws {
    try await withStandIn { fixture in
      let session = try await Self.begin(fixture, fixture.token())
      fixture.server.with { $0.add(StandInFault(.upload, .loseAnswer)) }
      await #expect(throws: (any Error).self) { try await Self.put(fixture, session, 0..<Self.all.count) }
      let answer = try await Self.ask(fixture, session)
      #expect(answer.status == 200)
      let sheets = fixture.server.with { $0.files.values.filter { $0.mimeType == StandInFixture.sheet }.map(\.id) }
      let id = try answer.json["id"]?.string
      #expect(sheets == [id])
    }
  }

  @Test("a chunk that was stored in part is answered with where to go on")
  func storedInPart() async throws {
    try await withStandIn { fixture in
      let session = try await Self.begin(fixture, fixture.token())
      fixture.server.with { $0.add(StandInFault(.upload, .storeOnly(1000))) }
      let answer = try await Self.put(fixture, session, 0..<Self.all.count)
      #expect(answer.status == 308)
      #expect(answer.headers["range"] == "bytes=0-999")
    }
  }

  @Test("chunks of other sizes, gaps and other totals are refused")
  func refusedChunks() async throws {
    try await withStandIn { fixture in
      let session = try await Self.begin(fixture, fixture.token())
      #expect(try await Self.put(fixture, session, 0..<1000).status == 400)
      #expect(try await Self.put(fixture, session, Self.unit..<Self.all.count).status == 400)
      #expect(try await Self.put(fixture, session, 0..<Self.unit, total: Self.all.count - 1).status == 400)
      let other = try await fixture.send(
        "PUT", session, headers: ["Content-Range": "bytes 0-5/\(Self.all.count)"], body: [1, 2])
      #expect(other.status == 400)
      #expect(try await Self.ask(fixture, session).headers["range"] == nil)
    }
  }

  @Test("a session that is gone answers 404 or 410", arguments: [404, 410])
  func goneSession(status: Int) async throws {
    try await withStandIn { fixture in
      let session = try await Self.begin(fixture, fixture.token())
      fixture.server.with { $0.add(StandInFault(.upload, .forgetSession(status: status))) }
      #expect(try await Self.put(fixture, session, 0..<Self.all.count).status == status)
      #expect(try await Self.ask(fixture, session).status == 404)
    }
  }

  @Test("a multipart upload has metadata and media, with either line end", arguments: ["\r\n", "\n"])
  func multipart(lineEnd: String) async throws {
    try await withStandIn { fixture in
      let token = fixture.token()
      let head = [
        "--frame", "Content-Type: application/json; charset=UTF-8", "", #"{"name":"Ængstelig"}"#, "--frame",
        "Content-Type:", " \(StandInFixture.xlsx)", "", "",
      ].joined(separator: lineEnd)
      let answer = try await fixture.send(
        "POST", "/upload/drive/v3/files?uploadType=multipart&fields=id,name,mimeType", token: token,
        headers: ["Content-Type": "multipart/related; boundary=\"frame\""],
        body: Array(head.utf8) + Self.all + Array("\(lineEnd)--frame--".utf8))
      #expect(try answer.json["name"]?.string == "Ængstelig")
      #expect(try answer.json["mimeType"]?.string == StandInFixture.xlsx)
      let id = try #require(try answer.json["id"]?.string)
      let path = "/drive/v3/files/\(id)?alt=media"
      #expect(try await fixture.send("GET", path, token: token).holdsBytes)
      let part = try await fixture.send("GET", path, token: token, headers: ["Range": "bytes=10-19"])
      #expect(part.status == 206)
      #expect(part.headers["content-range"] == "bytes 10-19/700002")
      #expect(part.body == Array(Self.all[10..<20]))
      let after = try await fixture.send("GET", path, token: token, headers: ["Range": "bytes=700002-"])
      #expect(after.status == 416)
      #expect(
        try await fixture.send("GET", "/drive/v3/files/\(id)/export?mimeType=x", token: token).reason
          == "fileNotExportable")
    }
  }

  @Test("new bytes keep id, name and sharing, and move version and time")
  func replaces() async throws {
    try await withStandIn { fixture in
      let token = fixture.token()
      let id = fixture.addSheet("review") { $0.permissions = [Permission(.user("ben@example.com"), .writer)] }
      let before = fixture.server.with { $0.files[id] }
      let answer = try await fixture.send(
        "PATCH", "/upload/drive/v3/files/\(id)?uploadType=media", token: token,
        headers: ["Content-Type": StandInFixture.xlsx], body: Array("PKnew".utf8))
      #expect(answer.status == 200)
      let after = try #require(fixture.server.with { $0.files[id] })
      #expect(after.content == Array("PKnew".utf8))
      #expect(after.mimeType == StandInFixture.sheet)
      #expect(after.name == "review")
      #expect(after.permissions == before?.permissions)
      #expect(after.version == 3)
      #expect(after.modifiedTime > (before?.modifiedTime ?? after.modifiedTime))
    }
  }
}
