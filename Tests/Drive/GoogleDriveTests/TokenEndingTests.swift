import DriveStandIn
import Testing

@testable import GoogleDrive

@Suite("A token that ends in the middle of a run", .standIn) struct TokenEndingTests {
  private let fixture = DriveFixture.current

  @Test(arguments: [StandInOperation.list, .get, .export, .copy, .upload])
  func `is replaced, and the run goes on where it was`(operation: StandInOperation) async throws {
    let folder = fixture.addSharedFolder([DriveFixture.robot])
    let old = DriveFixture.sheet(1000)
    let id = fixture.addSheet("A", old, folder: folder, owner: nil)
    _ = fixture.addSheet("B", folder: folder, owner: nil)
    fixture.standIn.with { $0.settings.pageLimit = 1 }
    let client = try fixture.robot()
    _ = try await client.about()
    fixture.fail(StandInFault(operation, skip: operation == .list || operation == .upload ? 1 : 0, .expireToken))
    #expect(try await client.list(DriveQuery(folder: folder)).files.count == 2)
    let file = try await client.item(id)
    let target = KeptBytes()
    try await client.fetch(file, into: target)
    #expect(target.holds(old))
    let new = DriveFixture.sheet(600_000, 7)
    let result = try await client.replace(file, copyName: "before", from: UploadBytes(new))
    #expect(fixture.holds(id, new))
    #expect(fixture.holds(result.copy?.id, old))
    #expect(fixture.count(.token) == 2)
    #expect(fixture.standIn.with { $0.requests.entries.count { $0.status == 401 } } == 1)
  }

  @Test func `and that was given from outside ends the run, with what to do`() async throws {
    _ = fixture.addSheet("A")
    let client = fixture.client()
    fixture.standIn.with { $0.expireAccessTokens() }
    let error = await failure { try await client.list() }
    #expect(error?.code == .loginEnded)
    #expect(error?.hint == "Get a new access token.")
    #expect(fixture.count(.list) == 1)
  }
}
