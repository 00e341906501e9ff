import DriveStandIn
import Synchronization
import Testing

@testable import GoogleDrive

@Suite("An upload that goes wrong", .standIn) struct UploadFaultTests {
  private let fixture = DriveFixture.current

  /// The bytes of one piece.
  private static let piece = 262_144
  /// Three pieces, and some bytes.
  private static let large = DriveFixture.sheet(3 * piece + 100_000)

  /// Uploads a file in spite of faults, as a service account into a shared drive, and expects that it is there once and whole.
  private func succeeds(_ faults: [StandInFault]) async throws {
    let folder = fixture.addSharedFolder([DriveFixture.robot])
    fixture.fail(faults)
    let file = try await fixture.robot().create(NewSheet(name: "a.xlsx", folder: folder), from: UploadBytes(Self.large))
    #expect(fixture.file(named: "a.xlsx")?.id == file.id)
    #expect(fixture.holds(file.id, Self.large))
    #expect(fixture.standIn.with { $0.faultsToCome } == 0)
  }

  /// Uploads a file, expects that it fails and makes no file, and gives the error.
  private func fails(_ faults: [StandInFault]) async throws -> DriveError? {
    fixture.fail(faults)
    let error = await failure {
      try await fixture.client().create(NewSheet(name: "a.xlsx", folder: nil), from: UploadBytes(Self.large))
    }
    #expect(error != nil)
    #expect(fixture.standIn.with { $0.files(named: "a.xlsx").count } == 0)
    // A server that never lets a piece through must not be asked forever.
    #expect(fixture.count(.upload) < 40)
    return error
  }

  @Test(
    "goes on where Google says, whatever was lost of a piece, and makes one file", .tags(.unconfirmed),
    arguments: 0..<4,
    [
      // Before the piece arrives, after nothing of it, after its first byte, within it, with less kept than arrived, after all of it.
      StandInFault.Action.drop, .loseUpload(after: 0, stored: 0), .loseUpload(after: 1, stored: 1),
      .loseUpload(after: 100_000, stored: nil), .loseUpload(after: 100_000, stored: 99_999),
      .loseUpload(after: 200_000, stored: 70_000), .loseUpload(after: 1 << 20, stored: 1 << 20), .loseAnswer,
      // Fewer bytes arrived than were sent.
      .storeOnly(0), .storeOnly(1), .storeOnly(1000), .storeOnly(99_999),
      // Nothing is left of the upload, or the session is gone.
      .forgetBytes, .forgetSession(status: 404), .forgetSession(status: 410),
    ]) func lost(piece: Int, action: StandInFault.Action) async throws
  { try await succeeds([StandInFault(.upload, skip: piece, action)]) }

  @Test(
    "is found by its upload ID if the answer to its last byte is lost and the session is gone", .tags(.unconfirmed),
    arguments: [false, true]) func goneAfterTheEnd(isGoogleSheet: Bool) async throws
  {
    let folder = fixture.addFolder()
    // Another file of the name is not the one that was made.
    _ = fixture.addSheet("b.xlsx", folder: folder)
    fixture.fail(StandInFault(.upload, skip: 3, .loseAnswer), StandInFault(.uploadStatus, .forgetSession(status: 404)))
    let file = try await fixture.client().create(
      NewSheet(name: "a.xlsx", folder: folder, isGoogleSheet: isGoogleSheet), from: UploadBytes(Self.large))
    #expect(fixture.file(named: "a.xlsx")?.id == file.id)
    #expect(fixture.holds(file.id, Self.large))
    #expect(fixture.count(.create) == 1)
  }

  @Test(.tags(.unconfirmed), arguments: [1, 3])
  func `of what a file holds is not repeated if it has arrived, and is if it has not`(skipped: Int) async throws {
    let id = fixture.addSheet("a.xlsx", type: MIMEType.xlsx)
    let client = fixture.client()
    let seen = try await client.item(id)
    fixture.fail(
      StandInFault(.upload, skip: skipped, .loseAnswer), StandInFault(.uploadStatus, .forgetSession(status: 404)))
    #expect(try await client.replace(seen, copyName: nil, from: UploadBytes(Self.large)).file.id == id)
    #expect(fixture.holds(id, Self.large))
    #expect(fixture.count(.update) == (skipped == 3 ? 1 : 2))
  }

  @Test(.tags(.unconfirmed)) func `in place of a sheet that changed meanwhile does not begin anew`() async throws {
    let id = fixture.addSheet("a")
    let client = fixture.client()
    let seen = try await client.item(id)
    fixture.fail(StandInFault(.upload, skip: 3, .loseAnswer), StandInFault(.uploadStatus, .forgetSession(status: 404)))
    #expect(
      await failure { try await client.replace(seen, copyName: nil, from: UploadBytes(Self.large)) }?.code == .changed)
    #expect(fixture.count(.update) == 1)
  }

  @Test(.tags(.unconfirmed)) func `in place of a sheet that is edited before its last piece goes out again is refused`()
    async throws
  {
    let id = fixture.addSheet("a")
    let client = fixture.client()
    let seen = try await client.item(id)
    fixture.fail(StandInFault(.upload, .loseUpload(after: 1000, stored: 1000)))
    let error = await failure {
      try await client.replace(seen, copyName: nil, from: UploadBytes(DriveFixture.sheet(5000))) { _ in
        _ = fixture.standIn.with { $0.edit(id, by: DriveFixture.colleague) { $0.content = DriveFixture.sheet(70) } }
      }
    }
    #expect(error?.code == .changed)
    #expect(fixture.standIn.with { $0.files[id]?.content } == DriveFixture.sheet(70))
  }

  @Test(
    "makes one copy, even if the answer to it is lost or Google fails first",
    arguments: [
      (StandInFault.Action.loseAnswer, 1), (.html(status: 502), 2), (.refuse(status: 500, reason: "internalError"), 2),
    ]) func copiedOnce(action: StandInFault.Action, calls: Int) async throws
  {
    let folder = fixture.addFolder()
    let id = fixture.addSheet("a", folder: folder)
    let client = fixture.client()
    let seen = try await client.item(id)
    fixture.fail(StandInFault(.copy, action))
    let bytes = UploadBytes(DriveFixture.sheet(100, 2))
    let result = try await client.replace(seen, copyName: "a (before)", from: bytes)
    #expect(fixture.count(.copy) == calls)
    #expect(result.copy?.id == fixture.file(named: "a (before)")?.id)
    #expect(fixture.standIn.with { $0.files(named: "a (before)").count } == 1)
  }

  @Test func `whose copy fails again and again is given up before anything is replaced`() async throws {
    let id = fixture.addSheet("a", folder: fixture.addFolder())
    let seen = try await fixture.client().item(id)
    fixture.fail(StandInFault(.copy, times: 99, .refuse(status: 500, reason: "internalError")))
    #expect(
      await failure {
        try await fixture.client().replace(seen, copyName: "b", from: UploadBytes(DriveFixture.sheet(100, 2)))
      }?.code == .server)
    #expect(fixture.count(.copy) == 6 && fixture.count(.update) == 0)
  }

  @Test func `of a file that is changed meanwhile is found out by its checksum`() async throws {
    final class Changing: UploadSource {
      let size = 300_000
      private let reads = Mutex(0)

      func bytes(_ range: Range<Int>) throws -> [UInt8] {
        let number = reads.withLock { reads in
          reads += 1
          return reads
        }
        return Array(DriveFixture.sheet(size, number < 2 ? 1 : 2)[range])
      }
    }
    let error = await failure {
      try await fixture.client().create(NewSheet(name: "a.xlsx", folder: nil), from: Changing())
    }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("it was changed while it was uploaded") == true)
  }

  @Test(arguments: [262_145, 500_000, 886_432, 886_433, .max / 2])
  func `is given up if Google says that more arrived than was sent`(count: Int) async throws {
    let error = try await fails([StandInFault(.upload, times: 99, .claim(count))])
    #expect(error?.code == .uploadLost)
    #expect(error?.message.contains("more bytes arrived than were sent") == true)
  }

  @Test(
    .tags(.unconfirmed), arguments: [StandInOperation.create, .upload, .uploadStatus],
    [
      StandInFault.Action.refuse(status: 503, reason: "backendError"), .refuse(status: 500, reason: "internalError"),
      .refuse(status: 429, reason: "rateLimitExceeded", retryAfter: 3),
      .refuse(status: 403, reason: "userRateLimitExceeded"), .html(status: 502), .empty(status: 504), .expireToken,
      .drop, .loseAnswer,
    ]) func `goes on after a failure that passes`(operation: StandInOperation, action: StandInFault.Action) async throws
  {
    // Google is asked what arrived only after a piece was lost.
    let lost = operation == .uploadStatus ? [StandInFault(.upload, skip: 1, .loseAnswer)] : []
    try await succeeds(lost + [StandInFault(operation, action)])
  }

  @Test(arguments: [
    [StandInFault(.upload, times: 1000, .loseUpload(after: 10, stored: 0))],
    [StandInFault(.upload, times: 1000, .forgetSession(status: 404))],
    // Every second piece takes away the one before it.
    (1...100).map { _ in StandInFault(.upload, skip: 1, .forgetBytes) },
  ]) func `that loses what it had again and again is given up, and makes no file`(faults: [StandInFault]) async throws {
    #expect(try await fails(faults)?.code == .uploadLost)
  }
}
