import HTTPMessages
import Synchronization
import Testing

@testable import GoogleDrive

@Suite("An answer that is not what was asked for") struct OddAnswerTests {
  private static let file = #"{"id":"f1","name":"a","mimeType":"\#(MediaType.googleSheet)","version":"1"}"#
  private let upload = "https://www.googleapis.com/upload/drive/v3/files?upload_id=u1"

  private func sheet(of client: DriveClient) async throws -> DriveFile { try await client.item("f1") }

  @Test(arguments: [201, 203, 204, 206]) func `is not fetched as a file, even if its status means success`(status: Int)
    async throws
  {
    let transport = AnsweringTransport { request in
      request.url.contains("/export?")
        ? TransportResponse(status: status, body: status == 204 ? [] : DriveFixture.sheet(100)) : .json(Self.file)
    }
    let client = DriveFixture.client(of: transport)
    let file = try await sheet(of: client)
    let error = await failure { try await client.fetch(file, into: KeptBytes()) }
    #expect(error?.code == .damaged)
    #expect(error?.status == status)
  }

  @Test func `with other bytes than Drive's checksum is not fetched`() async throws {
    // It is the one of other bytes.
    let file =
      #"{"id":"f1","name":"a","mimeType":"\#(MediaType.xlsx)","md5Checksum":"f2ef4df9c0bb4cca5e8d9d0b7ae8d4a2"}"#
    let transport = AnsweringTransport { request in
      request.url.contains("alt=media") ? TransportResponse(status: 200, body: Array("PK".utf8)) : .json(file)
    }
    let client = DriveFixture.client(of: transport)
    let found = try await sheet(of: client)
    let error = await failure { try await client.fetch(found, into: KeptBytes()) }
    #expect(error?.code == .damaged)
    #expect(error?.message.hasSuffix("is not what Drive has: the checksums differ.") == true)
  }

  @Test func `leads a large export to Google's hosts without the token, and to no others`() async throws {
    for (target, isFollowed) in [
      "https://doc-0s.googleusercontent.com/export/x": true, "https://attacker.example/x": false,
      "http://doc-0s.googleusercontent.com/x": false,
    ] {
      let transport = AnsweringTransport { request in
        switch HTTPURL(request.url)?.origin.host {
        case "docs.google.com": TransportResponse(status: 307, headers: [(name: "Location", value: target)])
        case "www.googleapis.com" where request.url.contains("/export?"): .refusal(403, "exportSizeLimitExceeded")
        case "www.googleapis.com" where request.url.contains("exportLinks"):
          .json(#"{"exportLinks":{"\#(MediaType.xlsx)":"https://docs.google.com/spreadsheets/export?id=f1"}}"#)
        case "www.googleapis.com": .json(Self.file)
        default: TransportResponse(status: 200, body: DriveFixture.sheet(100))
        }
      }
      let client = DriveFixture.client(of: transport)
      let file = try await sheet(of: client)
      let target = KeptBytes()
      let error = await failure { try await client.fetch(file, into: target) }
      #expect((error == nil) == isFollowed)
      #expect(error?.code == (isFollowed ? nil : .credentials))
      #expect(target.holds(DriveFixture.sheet(100)) == isFollowed)
      #expect(transport.header("Authorization", toHost: "docs.google.com") == ["Bearer token"])
      #expect(transport.header("Authorization", toHost: "doc-0s.googleusercontent.com") == (isFollowed ? [nil] : []))
      #expect(transport.header("Authorization", toHost: "attacker.example") == [])
    }
  }

  @Test func `about the bytes that arrived may be beyond all numbers`() async throws {
    for range in ["bytes=0-9223372036854775807", "bytes=0-99999999999999999999", "bytes=0-9223372036854775806"] {
      let transport = AnsweringTransport { request in
        switch request.method {
        case "PUT": TransportResponse(status: 308, headers: [(name: "Range", value: range)])
        case "POST": TransportResponse(status: 200, headers: [(name: "Location", value: upload)])
        default: .json(#"{"files":[]}"#)
        }
      }
      let client = DriveFixture.client(of: transport)
      let error = await failure {
        try await client.create(NewSheet(name: "a", folder: nil), from: UploadBytes(DriveFixture.sheet(100)))
      }
      #expect([.badAnswer, .uploadLost].contains(error?.code))
    }
  }

  /// Uploads a file whose session says for some time that all bytes have arrived.
  private func uploadConverted(after waits: Int, clock: TestClock) async throws -> DriveFile {
    let left = Mutex(waits)
    let transport = AnsweringTransport { request in
      switch request.method {
      case "POST": TransportResponse(status: 200, headers: [(name: "Location", value: upload)])
      case "PUT":
        left.withLock { left in
          left -= 1
          return left >= 0
            ? TransportResponse(status: 308, headers: [(name: "Range", value: "bytes=0-99")]) : .json(Self.file)
        }
      default: .json(#"{"files":[]}"#)
      }
    }
    return try await DriveFixture.client(of: transport, clock: clock).create(
      NewSheet(name: "a", folder: nil, isGoogleSheet: true), from: UploadBytes(DriveFixture.sheet(100)))
  }

  @Test(.tags(.unconfirmed)) func `that all bytes have arrived is waited for while Google converts them`() async throws
  {
    let clock = TestClock()
    #expect(try await uploadConverted(after: 15, clock: clock).id == "f1")
    #expect(clock.waits.reduce(0, +) > 120)
    let error = await failure { try await uploadConverted(after: 100, clock: TestClock()) }
    #expect(error?.code == .uploadLost)
    #expect(error?.hint?.contains("it may be in Drive a little later: look there before you upload it again") == true)
  }

  @Test func `a project for the quota is named with each token`() async throws {
    let transport = AnsweringTransport { _ in .json(Self.file) }
    _ = try await sheet(of: DriveFixture.client(of: transport, quotaProject: "my-project"))
    #expect(transport.header("x-goog-user-project", toHost: "www.googleapis.com") == ["my-project"])
    _ = try await sheet(of: DriveFixture.client(of: transport))
    #expect(transport.header("x-goog-user-project", toHost: "www.googleapis.com") == ["my-project", nil])
    let login = try StoredLogin(
      text: #"{"type":"authorized_user","client_id":"c","refresh_token":"t","quota_project_id":"from-gcloud"}"#)
    let calls = GoogleCalls(hosts: .google, transport: transport)
    #expect(GoogleCredentials.login(login).tokens(scopes: [], calls: calls).quotaProject == "from-gcloud")
  }
}
