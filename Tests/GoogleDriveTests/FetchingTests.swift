import DriveStandIn
import Foundation
import HTTPMessages
import Testing

@testable import GoogleDrive

@Suite("Fetching a spreadsheet")
struct FetchingTests {
  @Test("exports a Google Sheet, and fetches an XLSX file as it is", arguments: [StandInFile.sheet, StandInFile.xlsx])
  func fetched(type: String) async throws {
    try await DriveFixture.with { fixture in
      let bytes = DriveFixture.sheet(300_000)
      let id = fixture.standIn.with {
        $0.add(StandInFile("A", type: type, owner: DriveFixture.person, content: Data(bytes)))
      }
      let client = fixture.client(scopes: [.readAll])
      let target = KeptBytes()
      try await client.fetch(try await client.item(id), into: target)
      #expect(target.bytes == bytes)
      #expect(target.pieces > 1)
      #expect(
        fixture.requests.last
          == (type == StandInFile.sheet ? "GET /drive/v3/files/\(id)/export" : "GET /drive/v3/files/\(id)"))
    }
  }

  @Test("above the limit of the export goes by the address that Google gives", .tags(.unconfirmed))
  func large() async throws {
    try await DriveFixture.with { fixture in
      let bytes = DriveFixture.sheet(50_000)
      let id = fixture.addSheet("Large", bytes)
      fixture.standIn.with { $0.exportLimit = 10_000 }
      let client = fixture.client()
      let target = KeptBytes()
      try await client.fetch(try await client.item(id), into: target)
      #expect(target.bytes == bytes)
      #expect(fixture.requests.suffix(2) == ["GET /spreadsheets/export", "GET /stand-in/large/\(id)"])
    }
  }

  @Test("begins anew after a lost connection, and keeps nothing of the first try")
  func lost() async throws {
    try await DriveFixture.with { fixture in
      let bytes = DriveFixture.sheet(1000)
      let id = fixture.addSheet("A", bytes)
      let client = fixture.client()
      let file = try await client.item(id)
      fixture.standIn.with { $0.faults = [StandInFault("GET", "/export", times: 2, .lose)] }
      let target = KeptBytes()
      try await client.fetch(file, into: target)
      #expect(target.bytes == bytes)
      #expect(target.restarts == 3)
    }
  }

  @Test("refuses a page that came instead of a file")
  func page() async throws {
    try await DriveFixture.with { fixture in
      let id = fixture.addSheet("A", Array("<html>log in to the hotel".utf8))
      let client = fixture.client()
      let file = try await client.item(id)
      let error = await failure { try await client.fetch(file, into: KeptBytes()) }
      #expect(error?.code == .damaged)
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
      #expect(error?.hint == "Sign in again: nstack-review drive login.")
    }
  }
}
