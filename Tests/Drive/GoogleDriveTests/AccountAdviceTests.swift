import DriveStandIn
import HTTPMessages
import Testing

@testable import GoogleDrive

@Suite("What an account is told to do", .standIn) struct AccountAdviceTests {
  private let fixture = DriveFixture.current

  private static let robot = DriveAccount.serviceAccount("r@p.iam.gserviceaccount.com")
  private let narrow = DriveAccount.person("a@b.example", login: DriveLogin(rights: [.ownFiles]))
  private static let wide = DriveAccount.person("a@b.example", login: DriveLogin(rights: [.ownFiles, .readAll]))

  private func error(_ status: Int, _ reason: String, _ account: DriveAccount, _ request: String = "GET /x")
    -> DriveError
  {
    DriveError(
      GoogleRefusal(.refusal(status, reason), now: 0), request: request, account: account, subject: "\"review\" (1)")
  }

  @Test(arguments: [
    ("storageQuotaExceeded", robot, DriveError.Code.noStorage), ("storageQuotaExceeded", wide, .storageFull),
    ("exportSizeLimitExceeded", robot, .tooLarge), ("insufficientPermissions", robot, .scope),
    ("accessNotConfigured", robot, .apiDisabled), ("rateLimitExceeded", robot, .rateLimited),
  ]) func `depends on the reason that Google names`(reason: String, account: DriveAccount, code: DriveError.Code) {
    #expect(error(403, reason, account).code == code)
  }

  @Test func `as a service account names its address, and what it can do instead`() {
    #expect(error(403, "storageQuotaExceeded", Self.robot).hint?.contains("shared drive") == true)
    #expect(
      error(404, "notFound", Self.robot).description
        == "\"review\" (1) does not exist, or is not shared with this account. Check the id, and share the file with "
        + "r@p.iam.gserviceaccount.com. (GET /x, status 404, notFound, m)")
  }

  @Test func `about a file that it cannot see depends on what its login opens`() {
    let missing = error(404, "notFound", narrow)
    #expect(missing.message.hasSuffix("or nstack-review did not create it: this login sees no other files."))
    #expect(
      missing.hint == "Sign in with more permissions: nstack-review drive login --read-all, or --all to write as well.")
    let shared = error(404, "notFound", Self.wide)
    #expect(shared.message == "\"review\" (1) does not exist, or is not shared with this account.")
    #expect(shared.hint == "Check the id, and ask its owner to share it with a@b.example.")
    #expect(
      error(404, "notFound", .delegate("a@b.example", by: "r@p")).hint
        == "Check the id, and ask its owner to share it with a@b.example.")
  }

  @Test func `about a file that the program did not create is to sign in with more permissions`() {
    let error = error(403, "appNotAuthorizedToFile", narrow, "PATCH /x")
    #expect(error.code == .notAllowed)
    #expect(
      error.message == "this login may only change files that nstack-review created, and \"review\" (1) is not one.")
    #expect(error.hint == "Sign in again: nstack-review drive login --all.")
  }

  @Test func `about a missing permission names the permission, and the flag that asks for it`() {
    let reading = error(403, "insufficientPermissions", narrow)
    #expect(reading.code == .scope)
    #expect(reading.message.hasSuffix("needs: https://www.googleapis.com/auth/drive.readonly."))
    #expect(reading.hint == "Sign in again: nstack-review drive login --read-all.")
    let writing = error(403, "insufficientPermissions", Self.wide, "PATCH /x")
    #expect(writing.message.hasSuffix("needs: https://www.googleapis.com/auth/drive."))
    #expect(writing.hint == "Sign in again: nstack-review drive login --all.")
    #expect(
      error(403, "insufficientPermissions", .token).hint
        == "Get an access token with the permission https://www.googleapis.com/auth/drive.readonly.")
    let gcloud = DriveAccount.person(nil, login: DriveLogin(isKept: false))
    #expect(
      error(403, "insufficientPermissions", gcloud).hint?.hasPrefix(
        "Sign in again: gcloud auth application-default login") == true)
  }

  @Test func `about a login that has ended depends on whose it is`() async throws {
    let refusing = AnsweringTransport { _ in .json(#"{"error":"invalid_grant"}"#, status: 400) }
    let endpoint = TokenEndpoint(calls: GoogleCalls(hosts: .google, transport: refusing))
    func hint(_ login: String) async throws -> String? {
      let login = try StoredLogin(text: login)
      return await failure { try await endpoint.grant(for: login) }?.hint
    }
    #expect(
      try await hint(#"{"client_id":"c","refresh_token":"t","scopes":[]}"#)?.hasPrefix(
        "Sign in again: nstack-review drive login. If that is needed every seven days") == true)
    let gcloud = try await hint(#"{"type":"authorized_user","client_id":"c","refresh_token":"t"}"#)
    #expect(gcloud?.hasPrefix("Sign in again: gcloud auth application-default login.") == true)
    let key = try ServiceAccountKey(file: fixture.keyFile)
    let error = await failure { try await endpoint.grant(for: key, scopes: [.all]) }
    #expect(error?.message == "Google no longer accepts the key of the service account.")
    #expect(error?.hint?.contains("the service account \(DriveFixture.robot) and its key still exist") == true)
    #expect(error?.hint?.contains("seven days") == false)
  }

  @Test func `who owns storage through a person is not told that there is none`() async throws {
    fixture.standIn.with { $0.accounts[DriveFixture.robot]?.actsForOthers = true }
    var key = try ServiceAccountKey(file: fixture.keyFile, hosts: fixture.hosts)
    key.subject = DriveFixture.person
    let client = DriveClient(
      tokens: GoogleCredentials.serviceAccount(key).tokens(scopes: [.all], calls: fixture.calls), calls: fixture.calls)
    #expect(try await client.about().email == DriveFixture.person)
    let file = try await client.create(
      NewSheet(name: "a.xlsx", folder: nil), from: UploadBytes(DriveFixture.sheet(100)))
    #expect(file.owner == DriveFixture.person)
    fixture.standIn.with { $0.accounts[DriveFixture.robot]?.actsForOthers = false }
    let other = DriveClient(
      tokens: GoogleCredentials.serviceAccount(key).tokens(scopes: [.all], calls: fixture.calls), calls: fixture.calls)
    #expect(
      await failure { try await other.about() }?.message
        == "the service account may not act for \(DriveFixture.person).")
  }
}
