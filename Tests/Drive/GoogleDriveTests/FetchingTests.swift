import DriveStandIn
import HTTPMessages
import Testing

@testable import GoogleDrive

@Suite("Fetching a spreadsheet", .standIn) struct FetchingTests {
  private let fixture = DriveFixture.current

  @Test(arguments: [MIMEType.sheet, MIMEType.xlsx]) func `exports a Google Sheet, and fetches an XLSX file as it is`(
    type: String
  ) async throws {
    let bytes = DriveFixture.sheet(300_000)
    let id = fixture.addSheet("A", bytes, type: type)
    let client = fixture.client(scopes: [.readAll])
    let target = KeptBytes()
    try await client.fetch(client.item(id), into: target)
    #expect(target.holds(bytes))
    #expect(target.pieces > 1)
    let last: StandInOperation = type == MIMEType.sheet ? .export : .media
    #expect(fixture.operations == [.get, last], "\(fixture.failures)")
  }

  /// How the bytes of a large sheet come: by the address that Google gives, by another one of Google's to which it leads, and by
  /// a download that Google prepares where the address is of no use.
  enum Way: CaseIterable { case address, moved, prepared }

  @Test(.tags(.unconfirmed), arguments: Way.allCases) func `above the limit of the export goes another way`(way: Way)
    async throws
  {
    let bytes = DriveFixture.sheet(50_000)
    let id = fixture.addSheet("Large", bytes)
    fixture.standIn.with { world in
      world.settings.exportLimit = 10_000
      if way == .moved { world.settings.exportHost = world.baseURL }
    }
    if way == .prepared { fixture.fail(StandInFault(.exportLink, .refuse(status: 403, reason: "forbidden"))) }
    let client = fixture.client()
    let target = KeptBytes()
    try await client.fetch(client.item(id), into: target)
    #expect(target.holds(bytes))
    switch way {
    case .address: #expect(fixture.operations == [.get, .export, .get, .exportLink], "\(fixture.failures)")
    case .moved: #expect(fixture.operations.suffix(2) == [.exportLink, .exportLink], "\(fixture.failures)")
    case .prepared: #expect(fixture.count(.download) == 1 && fixture.count(.operation) > 0)
    }
  }

  @Test func `asks for a prepared download by the name that Google gave it, and by none that leads elsewhere`()
    async throws
  {
    for (name, part) in [
      "drive/v3/operations/a.b": "drive%2Fv3%2Foperations%2Fa.b", "a?b": "a%3Fb", "..": nil, "": nil,
    ] {
      let transport = AnsweringTransport { request in
        switch request.url {
        case let url where url.contains("/export?"): .refusal(403, "exportSizeLimitExceeded")
        case let url where url.contains("exportLinks"): .json("{}")
        case let url where url.contains("/download?"): .json(#"{"name":"\#(name)"}"#)
        case let url where url.contains("/operations/"):
          .json(#"{"done":true,"response":{"downloadUri":"https://docs.google.com/prepared"}}"#)
        case let url where url.hasSuffix("/prepared"): TransportResponse(status: 200, body: DriveFixture.sheet(100))
        default: .json(#"{"id":"f1","name":"a","mimeType":"\#(MediaType.googleSheet)"}"#)
        }
      }
      let client = DriveFixture.client(of: transport)
      let target = KeptBytes()
      let error = await failure { try await client.fetch(client.item("f1"), into: target) }
      #expect(error?.code == (part == nil ? .badAnswer : nil), "\(name)")
      #expect(target.holds(DriveFixture.sheet(100)) == (part != nil))
      let asked = transport.requests.map(\.url).filter { $0.contains("/operations/") }
      #expect(asked == (part.map { ["https://www.googleapis.com/drive/v3/operations/\($0)"] } ?? []))
    }
  }

  @Test(
    "begins anew after a failure on the way, and keeps nothing of the first try",
    arguments: [MIMEType.sheet, MIMEType.xlsx],
    [
      StandInFault.Action.drop, .loseAnswer, .truncate(after: 500), .html(status: 502), .empty(status: 503),
      .refuse(status: 429, reason: "rateLimitExceeded", retryAfter: 2),
      .refuse(status: 403, reason: "rateLimitExceeded"),
    ]) func lost(type: String, action: StandInFault.Action) async throws
  {
    let bytes = DriveFixture.sheet(1000)
    let id = fixture.addSheet("A", bytes, type: type)
    let client = fixture.client()
    let file = try await client.item(id)
    fixture.fail(StandInFault(type == MIMEType.sheet ? .export : .media, times: 2, action))
    let target = KeptBytes()
    try await client.fetch(file, into: target)
    #expect(target.holds(bytes))
    #expect(target.restarts == 3, "\(fixture.failures)")
    #expect(fixture.standIn.with { $0.faultsToCome } == 0)
  }

  @Test(arguments: [MIMEType.sheet, MIMEType.xlsx]) func `refuses a page or nothing that came instead of a file`(
    type: String
  ) async throws {
    let id = fixture.addSheet("A", DriveFixture.sheet(1000), type: type)
    let client = fixture.client()
    let file = try await client.item(id)
    let operation: StandInOperation = type == MIMEType.sheet ? .export : .media
    for action in [StandInFault.Action.html(status: 200), .empty(status: 200)] {
      fixture.fail(StandInFault(operation, action))
      #expect(await failure { try await client.fetch(file, into: KeptBytes()) }?.code == .damaged)
    }
  }

  @Test func `ends with the error of a target that takes no more`() async throws {
    struct Full: Error {}
    struct FullTarget: FetchTarget {
      func restart() {}
      func write(_ bytes: [UInt8]) throws { throw Full() }
    }
    let id = fixture.addSheet("A")
    let client = fixture.client()
    let file = try await client.item(id)
    await #expect(throws: Full.self) { try await client.fetch(file, into: FullTarget()) }
  }
}
