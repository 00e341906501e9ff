import DriveStandIn
import Testing

@testable import GoogleDrive

@Suite("Listing spreadsheets", .standIn) struct ListingTests {
  private let fixture = DriveFixture.current

  @Test(
    "finds Google Sheets and XLSX files, whatever the size of the pages, and neither folders nor what is in the bin",
    arguments: [1, 2, 1000]) func pages(size: Int) async throws
  {
    fixture.standIn.with { $0.settings.pageLimit = size }
    for number in 0..<5 {
      _ = fixture.addSheet("Sheet \(number)", type: number == 3 ? MIMEType.xlsx : MIMEType.sheet) { file in
        file.modifiedTime = DriveTime(milliseconds: 1_700_000_000_000 + number * 1000)
      }
    }
    _ = fixture.addSheet("Old") { $0.isTrashed = true }
    _ = fixture.addSheet("Text", type: "application/vnd.google-apps.document")
    _ = fixture.addSheet("Foreign", owner: DriveFixture.stranger)
    _ = fixture.addFolder()
    let listing = try await fixture.client(scopes: [.readAll]).list()
    #expect(listing.files.map(\.name) == ["Sheet 4", "Sheet 3", "Sheet 2", "Sheet 1", "Sheet 0"])
    #expect(!listing.hasMore && !listing.isIncomplete)
    #expect(listing.files[0].owner == DriveFixture.person)
    #expect(listing.files[0].modified == "2023-11-14T22:13:24.000Z")
    let part = try await fixture.client(scopes: [.readAll]).list(limit: 2)
    #expect(part.files.map(\.name) == ["Sheet 4", "Sheet 3"])
    #expect(part.hasMore)
    #expect(size > 1 || fixture.count(.list) == 7, "\(fixture.failures)")
  }

  @Test func `by name, owner, folder and time, hard names included`() async throws {
    let folder = fixture.addFolder()
    let hard = "Bob's \\ review"
    let first = fixture.addSheet(hard, folder: folder)
    _ = fixture.addSheet("Other", owner: DriveFixture.colleague) { file in
      file.modifiedTime = DriveTime(milliseconds: 1_000_000_000)
      file.permissions = [Permission(DriveFixture.person, .reader)]
    }
    let client = fixture.client(scopes: [.readAll])
    #expect(try await client.list(DriveQuery(name: "Bob's \\")).files.map(\.id) == [first])
    #expect(try await client.list(DriveQuery(folder: folder)).files.map(\.id) == [first])
    #expect(try await client.list(DriveQuery(since: "2020-01-01T00:00:00Z")).files.map(\.id) == [first])
    #expect(try await client.spreadsheet(at: .named(hard, folder: folder)).id == first)
  }

  @Test func `of a folder has what shortcuts in it lead to, once, and tells of those that lead nowhere`() async throws {
    let folder = fixture.addFolder()
    let elsewhere = fixture.addFolder("Elsewhere")
    let here = fixture.addSheet("Here", folder: folder)
    let own = fixture.addSheet("Own", folder: elsewhere)
    let foreign = fixture.addSheet("Foreign", type: MIMEType.xlsx, owner: DriveFixture.colleague) { file in
      file.permissions = [Permission(DriveFixture.person, .reader)]
      file.modifiedTime = DriveTime(milliseconds: 1_000_000_000)
    }
    let binned = fixture.addSheet("Binned") { $0.isTrashed = true }
    for target in [here, own, foreign, binned, elsewhere] {
      _ = fixture.addSheet("To \(target)", type: MIMEType.shortcut, folder: folder) {
        ($0.content, $0.target) = (nil, target)
      }
    }
    let client = fixture.client(scopes: [.readAll])
    let listing = try await client.list(DriveQuery(folder: folder))
    #expect(listing.files.map(\.id) == [own, here, foreign])
    #expect(listing.brokenShortcuts.map(\.name) == ["To \(binned)"])
    #expect(try await client.list(of: client.item(folder)).files.map(\.id) == [own, here, foreign])
    #expect(try await client.spreadsheet(at: .named("To \(own)", folder: folder)).id == own)
    var query = DriveQuery(folder: folder, since: "2020-01-01T00:00:00Z")
    #expect(try await client.list(query).files.map(\.id) == [own, here])
    query = DriveQuery(folder: folder)
    query.isOwn = true
    #expect(try await client.list(query).files.map(\.id) == [own, here])
  }

  @Test(.tags(.unconfirmed)) func `of all files may leave out those of others`() async throws {
    let own = fixture.addSheet("Own")
    let foreign = fixture.addSheet("Foreign", owner: DriveFixture.colleague) {
      $0.permissions = [Permission(DriveFixture.person, .writer)]
    }
    let client = fixture.client(scopes: [.readAll])
    #expect(Set(try await client.list().files.map(\.id)) == [own, foreign])
    var query = DriveQuery()
    query.isOwn = true
    #expect(try await client.list(query).files.map(\.id) == [own])
  }

  @Test func `of a shared drive finds its files too`() async throws {
    let folder = fixture.addSharedFolder([DriveFixture.person])
    let id = fixture.addSheet("Shared", folder: folder, owner: nil)
    let client = fixture.client()
    let listing = try await client.list(DriveQuery(folder: folder))
    #expect(listing.files.map(\.id) == [id])
    #expect(listing.files[0].owner == nil && listing.files[0].sharedDrive != nil)
    #expect(try await client.item(id).id == id)
    #expect(await failure { try await fixture.client(DriveFixture.colleague).item(id) }?.code == .notFound)
  }

  @Test(.tags(.unconfirmed))
  func `of a folder that is shared out of a shared drive finds its files, without the drive`() async throws {
    let folder = fixture.addSharedFolder([DriveFixture.colleague])
    fixture.standIn.with { world in
      world.edit(folder, by: DriveFixture.colleague) { $0.permissions = [Permission(DriveFixture.robot, .reader)] }
    }
    let id = fixture.addSheet("Shared", folder: folder, owner: nil)
    #expect(try await fixture.robot().list(DriveQuery(folder: folder)).files.map(\.id) == [id])
  }

  @Test func `of a folder takes its name or a shortcut to it, and no other file`() async throws {
    let folder = fixture.addFolder("Spring texts")
    let id = fixture.addSheet("A", folder: folder)
    let shortcut = fixture.addSheet("To it", type: MIMEType.shortcut) { $0.target = folder }
    let client = fixture.client()
    for name in [folder, "Spring texts", shortcut] {
      #expect(try await client.list(DriveQuery(folder: name)).files.map(\.id) == [id])
    }
    #expect(await failure { try await client.list(DriveQuery(folder: id)) }?.code == .wrongType)
    for drive in [nil, "0ADrive"] {
      let query = DriveQuery(folder: "NoSuch", sharedDrive: drive)
      #expect(
        await failure { try await client.list(query) }?.message.hasPrefix("there is no folder \"NoSuch\"") == true)
    }
    let other = fixture.addFolder("Spring texts")
    let error = await failure { try await client.folder("Spring texts") }
    #expect(error?.code == .ambiguous)
    #expect([folder, other].allSatisfy { error?.message.contains($0) == true })
  }

  @Test func `tells that Google did not look everywhere`() async throws {
    _ = fixture.addSheet("A")
    _ = fixture.addSheet("B")
    fixture.standIn.with { $0.settings.pageLimit = 1 }
    fixture.fail(StandInFault(.list, .incompleteSearch))
    let listing = try await fixture.client().list()
    #expect(listing.isIncomplete && listing.files.count == 2)
  }

  @Test(.tags(.unconfirmed)) func `with a page token that Google no longer takes begins anew`() async throws {
    _ = fixture.addSheet("A")
    _ = fixture.addSheet("B")
    fixture.standIn.with { $0.settings.pageLimit = 1 }
    fixture.fail(StandInFault(.list, skip: 1, .forgetPages))
    let listing = try await fixture.client().list()
    #expect(Set(listing.files.map(\.name)) == ["A", "B"] && listing.files.count == 2)
    #expect(fixture.count(.list) == 4)
    // A server that never takes a token ends the list, and half of it is not given.
    fixture.fail(StandInFault(.list, times: 99, .forgetPages))
    #expect(await failure { try await fixture.client().list() }?.status == 400)
  }

  @Test func `waits as Google asks when it takes no more calls, and never gives half a list`() async throws {
    _ = fixture.addSheet("A")
    fixture.fail(
      StandInFault(.list, .refuse(status: 403, reason: "userRateLimitExceeded")),
      StandInFault(.list, .refuse(status: 429, reason: "rateLimitExceeded", retryAfter: 7)),
      StandInFault(.list, .html(status: 502)), StandInFault(.list, .drop))
    #expect(try await fixture.client().list().files.count == 1)
    #expect(fixture.clock.waits == [0.75, 8.5, 3, 6], "\(fixture.failures)")
    fixture.fail(StandInFault(.list, .empty(status: 504)), StandInFault(.list, .truncate(after: 5)))
    #expect(try await fixture.client().list().files.count == 1)
    fixture.fail(StandInFault(.list, times: 99, .refuse(status: 500, reason: "backendError")))
    #expect(await failure { try await fixture.client().list() }?.code == .server)
    #expect(fixture.clock.waits.count == 11, "\(fixture.failures)")
  }
}

@Suite("An answer that is not Drive's", .standIn) struct ForeignAnswerTests {
  private let fixture = DriveFixture.current

  @Test(arguments: [
    StandInFault.Action.html(status: 200), .empty(status: 200), .empty(status: 204), .html(status: 302),
  ]) func `is not taken for an empty list`(action: StandInFault.Action) async throws {
    _ = fixture.addSheet("A")
    fixture.fail(StandInFault(.list, action))
    #expect(await failure { try await fixture.client().list() }?.code == .badAnswer)
    #expect(fixture.count(.list) == 1)
  }

  @Test(arguments: [StandInFault.Action.html(status: 200), .empty(status: 200)])
  func `is not taken for a file that was uploaded`(action: StandInFault.Action) async throws {
    let place = NewSheet(name: "a.xlsx", folder: nil)
    // The session tells that nothing arrived, and the upload goes on.
    fixture.fail(StandInFault(.upload, action))
    let file = try await fixture.client().create(place, from: UploadBytes(DriveFixture.sheet(10)))
    #expect(fixture.holds(file.id, DriveFixture.sheet(10)))
    fixture.fail(StandInFault(.upload, action), StandInFault(.uploadStatus, action))
    let other = NewSheet(name: "b.xlsx", folder: nil)
    let error = await failure { try await fixture.client().create(other, from: UploadBytes(DriveFixture.sheet(10))) }
    #expect(error?.code == .uploadLost)
    #expect(error?.hint?.contains("it may be in Drive a little later: look there before you upload it again") == true)
  }
}

@Suite("Finding one spreadsheet", .standIn) struct FindingTests {
  private let fixture = DriveFixture.current

  @Test func `follows a shortcut, and tells of the bin, of folders and of what is not shared`() async throws {
    let sheet = fixture.addSheet("A")
    let shortcut = fixture.addSheet("To A", [], type: MIMEType.shortcut) { file in
      file.content = nil
      file.target = sheet
    }
    let binned = fixture.addSheet("Binned") { $0.isTrashed = true }
    let folder = fixture.addFolder()
    let client = fixture.client()
    #expect(try await client.spreadsheet(at: .item(shortcut)).id == sheet)
    #expect(await failure { try await client.spreadsheet(at: .item(binned)) }?.code == .trashed)
    #expect(await failure { try await client.spreadsheet(at: .item(folder)) }?.code == .wrongType)
    let robot = try fixture.robot()
    let error = await failure { try await robot.spreadsheet(at: .item(sheet)) }
    #expect(error?.code == .notFound)
    #expect(error?.hint?.hasPrefix("Check the id, and share the file with \(DriveFixture.robot).") == true)
  }

  @Test func `that is shared by a link needs the key of its address, of its folder or of a shortcut to it`()
    async throws
  {
    let folder = fixture.standIn.with { world in
      world.addFile("Shared", mimeType: MIMEType.folder, owner: DriveFixture.stranger) { $0.linkKey = "0-folder" }
    }
    let sheet = fixture.addSheet("A", DriveFixture.sheet(50), folder: folder, owner: DriveFixture.stranger) {
      $0.linkKey = "0-sheet"
    }
    let shortcut = fixture.addSheet("To A", type: MIMEType.shortcut) { ($0.content, $0.target) = (nil, sheet) }
    for address in [DriveAddress.item(sheet), .item(sheet, key: "0-other"), .named("A", folder: folder)] {
      #expect(await failure { try await fixture.client().spreadsheet(at: address) }?.code == .notFound)
    }
    for address in [DriveAddress.item(sheet, key: "0-sheet"), .item(shortcut)] {
      let (client, target) = (fixture.client(), KeptBytes())
      try await client.fetch(client.spreadsheet(at: address), into: target)
      #expect(target.holds(DriveFixture.sheet(50)))
    }
    let (client, target) = (fixture.client(), KeptBytes())
    let found = try await client.list(of: client.item(at: .folder(folder, key: "0-folder"))).files
    #expect(found.map(\.id) == [sheet])
    try await client.fetch(try #require(found.first), into: target)
    #expect(target.holds(DriveFixture.sheet(50)))
  }

  @Test func `by a name that several files have fails, with their ids`() async throws {
    let folder = fixture.addFolder()
    let ids = [fixture.addSheet("A", folder: folder), fixture.addSheet("A", folder: folder)]
    let client = fixture.client()
    let error = await failure { try await client.spreadsheet(at: .named("A", folder: folder)) }
    #expect(error?.code == .ambiguous)
    #expect(ids.allSatisfy { error?.message.contains($0) == true })
    #expect(await failure { try await client.spreadsheet(at: .named("B", folder: folder)) }?.code == .notFound)
  }
}
