import DriveStandIn
import Testing

@testable import GoogleDrive

@Suite("A redirect to another host", .standIn) struct RedirectTests {
  private let fixture = DriveFixture.current

  @Test(arguments: [
    StandInOperation.list, .get, .export, .media, .exportLink, .create, .upload, .uploadStatus, .update, .copy, .about,
    .token,
  ]) func `is not followed, so that no token leaves Google's hosts`(operation: StandInOperation) async throws {
    let elsewhere = try await StandInServer()
    let sheet = fixture.addSheet("A", DriveFixture.sheet(2000))
    let plain = fixture.addSheet("B", type: MIMEType.xlsx)
    let folder = fixture.addSharedFolder([DriveFixture.robot, DriveFixture.person])
    let client = fixture.client()
    let (file, other) = (try await client.item(sheet), try await client.item(plain))
    fixture.fail(StandInFault(operation, times: 99, .redirect(to: elsewhere.baseURL + "/drive/v3/files?q=")))
    if operation == .exportLink { fixture.standIn.with { $0.settings.exportLimit = 1000 } }
    if operation == .uploadStatus { fixture.fail(StandInFault(.upload, .loseAnswer)) }
    let new = NewSheet(name: "new.xlsx", folder: folder)
    let bytes = UploadBytes(DriveFixture.sheet(100))
    let error = await failure {
      switch operation {
      case .list: _ = try await client.list()
      case .get: _ = try await client.item(sheet)
      case .export, .exportLink: try await client.fetch(file, into: KeptBytes())
      case .media: try await client.fetch(other, into: KeptBytes())
      case .update: _ = try await client.replace(file, copyName: nil, from: bytes)
      case .copy: _ = try await client.replace(file, copyName: "copy", from: bytes)
      case .token: _ = try await fixture.robot().about()
      case .about: _ = try await client.about()
      default: _ = try await client.create(new, from: bytes)
      }
    }
    #expect(error != nil)
    #expect(fixture.count(operation) > 0)
    #expect(elsewhere.with { $0.requests.entries.count } == 0)
    await elsewhere.stop()
  }
}
