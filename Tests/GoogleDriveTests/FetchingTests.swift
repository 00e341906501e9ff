import DriveStandIn
import HTTPMessages
import Testing

@testable import GoogleDrive

@Suite("Fetching a spreadsheet")
struct FetchingTests {
  @Test("exports a Google Sheet, and fetches an XLSX file as it is", arguments: [MIMEType.sheet, MIMEType.xlsx])
  func fetched(type: String) async throws {
    try await DriveFixture.with { fixture in
      let bytes = DriveFixture.sheet(300_000)
      let id = fixture.addSheet("A", bytes, type: type)
      let client = fixture.client(scopes: [.readAll])
      let target = KeptBytes()
      try await client.fetch(try await client.item(id), into: target)
      #expect(target.holds(bytes))
      #expect(target.pieces > 1)
      let last: StandInOperation = type == MIMEType.sheet ? .export : .media
      #expect(fixture.operations == [.get, last], "\(fixture.failures)")
    }
  }

  @Test("above the limit of the export goes by the address that Google gives", .tags(.unconfirmed))
  func large() async throws {
    try await DriveFixture.with { fixture in
      let bytes = DriveFixture.sheet(50_000)
      let id = fixture.addSheet("Large", bytes)
      fixture.standIn.with { $0.settings.exportLimit = 10_000 }
      let client = fixture.client()
      let target = KeptBytes()
      try await client.fetch(try await client.item(id), into: target)
      #expect(target.holds(bytes))
      #expect(fixture.operations == [.get, .export, .get, .exportLink], "\(fixture.failures)")
    }
  }

  @Test(
    "above the limit of the export is a download that Google prepares, if the address is of no use",
    .tags(.unconfirmed))
  func prepared() async throws {
    try await DriveFixture.with { fixture in
      let bytes = DriveFixture.sheet(50_000)
      let id = fixture.addSheet("Large", bytes)
      fixture.standIn.with { $0.settings.exportLimit = 10_000 }
      fixture.fail(StandInFault(.exportLink, .refuse(status: 403, reason: "forbidden", retryAfter: nil)))
      let client = fixture.client()
      let target = KeptBytes()
      try await client.fetch(try await client.item(id), into: target)
      #expect(target.holds(bytes))
      #expect(fixture.count(.download) == 1 && fixture.count(.operation) > 0)
    }
  }

  @Test("above the limit of the export follows the address to another one of Google's", .tags(.unconfirmed))
  func moved() async throws {
    try await DriveFixture.with { fixture in
      let bytes = DriveFixture.sheet(50_000)
      let id = fixture.addSheet("Large", bytes)
      fixture.standIn.with { world in
        world.settings.exportLimit = 10_000
        world.settings.exportHost = world.baseURL
      }
      let client = fixture.client()
      let target = KeptBytes()
      try await client.fetch(try await client.item(id), into: target)
      #expect(target.holds(bytes))
      #expect(fixture.operations.suffix(2) == [.exportLink, .exportLink], "\(fixture.failures)")
    }
  }

  @Test(
    "begins anew after a failure on the way, and keeps nothing of the first try",
    arguments: [MIMEType.sheet, MIMEType.xlsx],
    [
      StandInFault.Action.drop, .loseAnswer, .truncate(after: 500), .html(status: 502), .empty(status: 503),
      .refuse(status: 429, reason: "rateLimitExceeded", retryAfter: 2),
      .refuse(status: 403, reason: "rateLimitExceeded", retryAfter: nil),
    ])
  func lost(type: String, action: StandInFault.Action) async throws {
    try await DriveFixture.with { fixture in
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
  }

  @Test("refuses a page or nothing that came instead of a file", arguments: [MIMEType.sheet, MIMEType.xlsx])
  func page(type: String) async throws {
    try await DriveFixture.with { fixture in
      let id = fixture.addSheet("A", DriveFixture.sheet(1000), type: type)
      let client = fixture.client()
      let file = try await client.item(id)
      let operation: StandInOperation = type == MIMEType.sheet ? .export : .media
      for action in [StandInFault.Action.html(status: 200), .empty(status: 200)] {
        fixture.fail(StandInFault(operation, action))
        let error = await failure { try await client.fetch(file, into: KeptBytes()) }
        #expect(error?.code == .damaged)
      }
    }
  }

  @Test("ends with the error of a target that takes no more")
  func full() async throws {
    struct Full: Error {}
    struct FullTarget: FetchTarget {
      func restart() {}
      func write(_ bytes: [UInt8]) throws { throw Full() }
    }
    try await DriveFixture.with { fixture in
      let id = fixture.addSheet("A")
      let client = fixture.client()
      let file = try await client.item(id)
      await #expect(throws: Full.self) { try await client.fetch(file, into: FullTarget()) }
    }
  }

  @Test("without the right to read says which right is missing")
  func scope() async throws {
    try await DriveFixture.with { fixture in
      let id = fixture.addSheet("A")
      let error = await failure { try await fixture.client(scopes: []).item(id) }
      #expect(error?.code == .scope)
      #expect(error?.message.hasSuffix("needs: https://www.googleapis.com/auth/drive.readonly.") == true)
    }
  }
}
