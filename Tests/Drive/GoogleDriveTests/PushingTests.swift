import DriveStandIn
import Synchronization
import Testing

@testable import GoogleDrive

@Suite("Pushing a sheet", .standIn) struct PushingTests {
  private let fixture = DriveFixture.current

  /// Three pieces of an upload, and some bytes.
  private let large = DriveFixture.sheet(3 * 262_144 + 100_000)

  @Test(
    "creates a file in a folder, as an XLSX file or a Google Sheet, with the right to own files", .tags(.unconfirmed),
    arguments: [false, true]) func created(isGoogleSheet: Bool) async throws
  {
    let folder = fixture.addFolder(isOwn: true)
    let place = NewSheet(name: "review.xlsx", folder: folder, isGoogleSheet: isGoogleSheet)
    let steps = Mutex<[Int]>([])
    let file = try await fixture.client(scopes: [.ownFiles]).create(place, from: UploadBytes(large)) { count in
      steps.withLock { $0.append(count) }
    }
    #expect(file.name == "review.xlsx" && file.folder == folder)
    #expect(file.isGoogleSheet == isGoogleSheet && file.isXLSX == !isGoogleSheet)
    #expect(fixture.holds(file.id, large))
    #expect(steps.withLock { $0 } == [262_144, 524_288, 786_432, large.count])
  }

  @Test func `keeps a page as it is, which is found in its folder and by its name, and not among all files`()
    async throws
  {
    let (folder, client) = (fixture.addFolder(), fixture.client())
    let page = Array("<html></html>".utf8)
    let file = try await client.create(NewSheet(name: "review.HTML", folder: folder), from: UploadBytes(page))
    #expect(file.mimeType == "text/html" && file.isPage && fixture.holds(file.id, page))
    let replaced = try await client.replace(file, copyName: "before.html", from: UploadBytes(large)).file
    #expect(replaced.mimeType == "text/html" && fixture.holds(file.id, large))
    #expect(try await client.spreadsheet(at: .named("review.HTML", folder: folder)).id == file.id)
    #expect(try await client.list(DriveQuery(folder: folder)).files.count { !$0.isKeptCopy } == 1)
    #expect(try await client.list().files.isEmpty)
    await #expect(throws: DriveError.self) {
      try await client.create(NewSheet(name: "review.HTML", folder: folder), from: UploadBytes(page))
    }
  }

  @Test(.tags(.unconfirmed)) func `into a folder that the program did not make needs the right to all files`()
    async throws
  {
    let place = NewSheet(name: "review.xlsx", folder: fixture.addFolder())
    let bytes = UploadBytes(DriveFixture.sheet(10))
    #expect(
      await failure { try await fixture.client(scopes: [.ownFiles]).create(place, from: bytes) }?.code == .notFound)
    let file = try await fixture.client(scopes: [.all]).create(place, from: bytes)
    #expect(file.name == "review.xlsx" && file.folder == place.folder)
  }

  @Test func `never makes a second file of the same name`() async throws {
    let folder = fixture.addFolder()
    let client = fixture.client()
    let place = NewSheet(name: "a.xlsx", folder: folder)
    let first = try await client.create(place, from: UploadBytes(DriveFixture.sheet(10)))
    let error = await failure { try await client.create(place, from: UploadBytes(DriveFixture.sheet(20))) }
    #expect(error?.code == .exists)
    #expect(error?.message.contains(first.id) == true)
    #expect(fixture.file(named: "a.xlsx")?.id == first.id)
  }

  @Test func `finds the files that others gave the same name at the same moment`() async throws {
    let place = NewSheet(name: "a.xlsx", folder: fixture.addFolder())
    let client = fixture.client()
    // Each looked for the name before any of them had made its file.
    let others = Mutex<[String]>([])
    let file = try await client.create(place, from: UploadBytes(DriveFixture.sheet(600_000))) { _ in
      others.withLock { $0.append(fixture.addSheet("a.xlsx", type: MIMEType.xlsx, folder: place.folder)) }
    }
    let found = try await client.namesakes(of: file, at: place).map(\.id)
    #expect(Set(found) == Set(others.withLock { $0 }) && !found.isEmpty)
    let alone = NewSheet(name: "b.xlsx", folder: place.folder)
    let other = try await client.create(alone, from: UploadBytes(DriveFixture.sheet(10)))
    #expect(try await client.namesakes(of: other, at: alone).isEmpty)
  }

  @Test("as a service account into a person's folder is refused before a byte is sent, with what works instead")
  func noStorage() async throws {
    let folder = fixture.addFolder(sharedWith: [DriveFixture.robot])
    let client = try fixture.robot()
    for folder in [folder, nil] {
      let error = await failure {
        try await client.create(NewSheet(name: "a.xlsx", folder: folder), from: UploadBytes(DriveFixture.sheet(10)))
      }
      #expect(error?.code == .noStorage)
      #expect(error?.hint?.contains("share it with \(DriveFixture.robot)") == true)
    }
    #expect(fixture.count(.create) == 0)
  }

  @Test(.tags(.unconfirmed))
  func `in place of a file keeps its id and whom it is shared with, after a copy of what it was`() async throws {
    let readers = [Permission(DriveFixture.colleague, .reader)]
    let id = fixture.addSheet("review", DriveFixture.sheet(50, 1)) {
      ($0.permissions, $0.comments) = (readers, ["Too long for the button"])
    }
    let client = fixture.client()
    let seen = try await client.item(id)
    let result = try await client.replace(
      seen, copyName: "review (before)", from: UploadBytes(DriveFixture.sheet(60, 2)))
    #expect(result.file.id == id && result.file.isGoogleSheet)
    let (before, after) = (try #require(seen.version), try #require(result.file.version))
    #expect(after > before)
    #expect(fixture.holds(id, DriveFixture.sheet(60, 2)))
    #expect(fixture.standIn.with { $0.files[id]?.permissions } == readers)
    #expect(fixture.holds(result.copy?.id, DriveFixture.sheet(50, 1)))
    let copy = fixture.file(named: "review (before)")
    #expect(copy?.id == result.copy?.id)
    #expect(copy?.comments == ["Too long for the button"])
    #expect(fixture.standIn.with { $0.files[id]?.comments } == [])
    #expect(result.copy?.isKeptCopy == true && !result.file.isKeptCopy)
  }

  @Test func `in place of a file that somebody changed is refused, and nothing is copied or sent`() async throws {
    let id = fixture.addSheet("review")
    let client = fixture.client()
    let seen = try await client.item(id)
    fixture.standIn.with { $0.edit(id, by: DriveFixture.colleague) { $0.name = "review" } }
    let error = await failure {
      try await client.replace(seen, copyName: "x", from: UploadBytes(DriveFixture.sheet(60)))
    }
    #expect(error?.code == .changed)
    #expect(error?.message.contains("by \(DriveFixture.colleague)") == true)
    #expect(Set(fixture.operations) == [.get])
  }

  @Test(.tags(.unconfirmed), arguments: [MIMEType.sheet, MIMEType.xlsx])
  func `in place of a file that somebody only looked at or, of an XLSX file, renamed is sent`(type: String) async throws
  {
    let id = fixture.addSheet("review", type: type)
    let client = fixture.client()
    let seen = try await client.item(id)
    fixture.standIn.with { world in
      world.touch(id)
      if type == MIMEType.xlsx { world.edit(id, by: DriveFixture.colleague) { $0.name = "renamed" } }
    }
    let result = try await client.replace(seen, copyName: nil, from: UploadBytes(DriveFixture.sheet(600_000))) { _ in
      fixture.standIn.with { $0.touch(id) }
    }
    let (before, after) = (try #require(seen.version), try #require(result.file.version))
    #expect(after > before + 1)
    #expect(fixture.holds(id, DriveFixture.sheet(600_000)))
  }

  @Test("in place of a file that somebody edits meanwhile is refused before its last piece, and the copy is named")
  func changedMeanwhile() async throws {
    let id = fixture.addSheet("review")
    let client = fixture.client()
    let seen = try await client.item(id)
    let error = await failure {
      try await client.replace(seen, copyName: "before", from: UploadBytes(DriveFixture.sheet(600_000))) { _ in
        _ = fixture.standIn.with { $0.edit(id, by: DriveFixture.colleague) { $0.content = DriveFixture.sheet(70) } }
      }
    }
    #expect(error?.code == .changed)
    let copy = try #require(fixture.file(named: "before"))
    #expect(error?.message.hasSuffix("Its copy \"before\" (\(copy.id)) stays in Drive.") == true)
    #expect(fixture.standIn.with { $0.files[id]?.content } == DriveFixture.sheet(70))
  }

  @Test func `as a service account makes no copy outside a shared drive, because it owns no storage`() async throws {
    let writer = Permission(DriveFixture.robot, .writer)
    let id = fixture.addSheet("review") { $0.permissions = [writer] }
    let robot = try fixture.robot()
    let seen = try await robot.item(id)
    #expect(!robot.canCopy(seen) && fixture.client().canCopy(seen))
    let shared = fixture.addSheet("shared", folder: fixture.addSharedFolder([DriveFixture.robot]), owner: nil)
    #expect(robot.canCopy(try await robot.item(shared)))
    _ = try await robot.replace(seen, copyName: nil, from: UploadBytes(DriveFixture.sheet(60)))
    #expect(fixture.standIn.with { $0.files[id]?.content } == DriveFixture.sheet(60))
    let refused = await failure {
      try await robot.replace(robot.item(id), copyName: "x", from: UploadBytes(DriveFixture.sheet(70)))
    }
    #expect(refused?.code == .noStorage)
  }

  @Test func `in place of a file that one may only read is refused`() async throws {
    let id = fixture.addSheet("review") { $0.permissions = [Permission(DriveFixture.robot, .reader)] }
    let client = try fixture.robot()
    let seen = try await client.item(id)
    #expect(
      await failure { try await client.replace(seen, copyName: nil, from: UploadBytes(DriveFixture.sheet(60))) }?.code
        == .notAllowed)
  }
}
