import Basics
import Foundation
import HTTPCurl
import NIOHTTP1
import NStackAPI
import NStackSandbox
import ProgramRuns
import ReviewJournal
import ReviewPage
import ReviewReports
import Synchronization
import Testing
import TranslationReview

/// A sandbox, a review of it on a page, and requests to the page.
final class PageFixture: Sendable {
  struct Answer: Sendable {
    let status: UInt
    let headers: HTTPHeaders
    let text: String

    var json: FoundationJSON { get throws { try FoundationJSON(Array(text.utf8)) } }
    var code: String? { try? json["error"]["code"].string }
  }

  let sandbox: SandboxServer
  let profile: ReviewProfile
  /// The addresses that the program printed.
  let addresses = Mutex<[String]>([])
  private let temporary: TemporaryFolder
  private let transport: CurlTransport
  private let state: Mutex<(server: ReviewPageServer?, key: String)>

  private let change: @Sendable (inout ReviewSettings) -> Void

  @TaskLocal fileprivate static var local: PageFixture?

  /// The page of the test that runs.
  static var current: PageFixture {
    guard let local else { preconditionFailure("the suite lacks the trait .page") }
    return local
  }

  /// Starts a sandbox, with the sample texts unless the scenario says otherwise, and opens a review, runs `body`,
  /// and stops both.
  static func with(
    _ scenario: Scenario = Scenario(), settings change: @escaping @Sendable (inout ReviewSettings) -> Void = { _ in },
    sheets: ((PageFixture) async throws -> ReturnedSheet)? = nil, _ body: (PageFixture) async throws -> Void
  ) async throws {
    let fixture = try await PageFixture(scenario, change)
    do {
      let sheets = try await sheets?(fixture)
      try await fixture.open(sheets: sheets)
      try await body(fixture)
    } catch {
      await fixture.end()
      throw error
    }
    await fixture.end()
  }

  private init(_ scenario: Scenario, _ change: @escaping @Sendable (inout ReviewSettings) -> Void) async throws {
    self.change = change
    temporary = TemporaryFolder()
    sandbox = try await SandboxServer(scenario)
    transport = try CurlTransport(options: .init(connectTimeout: .seconds(600), idleTimeout: .seconds(600)))
    profile = try Self.profile(sandbox, transport, temporary.path)
    state = Mutex((nil, ""))
  }

  private static func profile(
    _ sandbox: SandboxServer, _ transport: CurlTransport, _ folder: String, guid: String? = nil
  ) throws -> ReviewProfile {
    let stop = StopSignal()
    let client = NStackClient(
      configuration: try sandbox.clientConfiguration(guid: guid), transport: transport, stop: stop)
    var profile = ReviewProfile(client: client, name: "test", stateFolder: "\(folder)/state", stop: stop)
    profile.settleTime = .zero
    return profile
  }

  /// The profile of another person.
  func stranger() throws -> ReviewProfile {
    try Self.profile(sandbox, transport, folder, guid: "22222222-3333-4444-5555-666666666666")
  }

  /// The profile of the same person in another run of the program.
  func anotherRun() throws -> ReviewProfile { try Self.profile(sandbox, transport, folder) }

  private func end() async {
    await close()
    await transport.shutdown()
    await sandbox.stop()
  }

  var folder: String { temporary.path }

  // MARK: - The review

  var server: ReviewPageServer { get throws { try #require(state.withLock { $0.server }) } }
  var key: String { state.withLock { $0.key } }
  var port: Int {
    get throws { try #require(Int(try server.address.split(separator: "/")[1].split(separator: ":")[1])) }
  }

  func settings(sheets: ReturnedSheet? = nil) -> ReviewSettings {
    var settings = ReviewSettings(draftsFolder: "\(folder)/state")
    settings.planning.checks = CheckSettings().checks
    settings.sheets = { sheets }
    settings.isSandbox = true
    change(&settings)
    return settings
  }

  /// Opens the review, and exchanges the token of its address for a key.
  func open(sheets: ReturnedSheet? = nil) async throws {
    let server = try await ReviewPageServer(profile, settings(sheets: sheets), Listener()) { [self] address in
      addresses.withLock { $0.append(address) }
    }
    state.withLock { $0.server = server }
    let key = try #require(try await post("/api/session", ["token": token()]).json["key"].string)
    state.withLock { $0.key = key }
  }

  /// Closes the review as a program does that ends.
  func close() async {
    let server = state.withLock { state in
      defer { state.server = nil }
      return state.server
    }
    await server?.stop()
  }

  /// The token of the address that can be used now.
  func token() throws -> String { String(try server.address.split(separator: "=")[1]) }

  // MARK: - Requests

  /// Sends a request with the headers of the page, some of them replaced. An empty header is left out.
  func send(_ method: HTTPMethod, _ path: String, _ body: String? = nil, _ replaced: [String: String] = [:])
    async throws -> Answer
  {
    var headers = ["X-Review-Key": key]
    if method != .GET { headers["Origin"] = "http://127.0.0.1:\(try port)" }
    if body != nil { headers["Content-Type"] = "application/json" }
    headers.merge(replaced) { $1 }
    let response = try await transport.send(
      TransportRequest(
        method: method.rawValue, url: "http://127.0.0.1:\(try port)\(path)",
        headers: headers.filter { !$0.value.isEmpty }.map { (name: $0.key, value: $0.value) },
        body: body.map { Array($0.utf8) }, maximumResponseSize: 16 << 20, timeout: .seconds(60)))
    return Answer(
      status: UInt(response.status), headers: HTTPHeaders(response.headers.map { ($0.name, $0.value) }),
      text: String(decoding: response.body, as: UTF8.self))
  }

  func get(_ path: String) async throws -> Answer { try await send(.GET, path) }

  func post(_ path: String, _ members: JSONValue = [:]) async throws -> Answer {
    try await send(.POST, path, members.text)
  }

  // MARK: - Texts and drafts

  /// A text as the page shows it.
  func text(_ key: String, locale: String = "da-DK") async throws -> FoundationJSON {
    let found = try await get("/api/texts?locale=\(locale)&q=\(key)&limit=500").json["texts"].elements
    return try #require(found.first { $0["key"].string == key })
  }

  func id(_ key: String, locale: String = "da-DK") async throws -> String {
    try #require(try await text(key, locale: locale)["id"].string)
  }

  /// Keeps a draft.
  @discardableResult func propose(_ value: String, for key: String, locale: String = "da-DK") async throws -> Answer {
    try await post("/api/drafts", ["text": id(key, locale: locale), "propose": value])
  }

  /// Decides about a text, as the page's request has it: `"clear": true`.
  @discardableResult func decide(_ decision: String, about key: String, locale: String = "da-DK") async throws -> Answer
  { try await send(.POST, "/api/drafts", #"{"text": "\#(try await id(key, locale: locale))", \#(decision)}"#) }

  func draft(_ key: String, locale: String = "da-DK") async throws -> FoundationJSON {
    let draft = try await text(key, locale: locale)["draft"]
    #expect(draft != .missing)
    return draft
  }

  func draftState(_ key: String) async throws -> FoundationJSON { try await draft(key)["state"] }

  /// A count of the whole review.
  func count(_ name: String) async throws -> FoundationJSON { try await get("/api/review").json["counts"][name] }

  /// Reads the server again.
  @discardableResult func refresh() async throws -> Answer { try await post("/api/refresh") }

  /// Somebody else proposes a Danish text.
  func proposeAsStranger(_ value: String, for key: String, section: String = "default") async throws {
    let text = TextIdentity(section: section, key: key, locale: "da-DK")
    _ = try await stranger().client.propose(value, for: text)
  }

  /// The verdicts on the rows of the first given file that became no drafts.
  func problems() async throws -> [FoundationJSON]? {
    try await get("/api/review").json["files"].elements.first?["problems"].all("verdict")
  }

  /// Sends the drafts of the plan as it is now, and waits for the end.
  func sendAll(proposals: Int, deletes: Int, meanwhile: () async throws -> Void = {}) async throws -> FoundationJSON {
    let revision = try #require(try await get("/api/plan").json["revision"].integer)
    let answer = try await post("/api/send", ["proposals": proposals, "deletes": deletes, "revision": revision])
    guard answer.status == 202 else { return try answer.json }
    try await meanwhile()
    while true {
      let state = try await get("/api/send").json
      if state["state"] != "sending" { return state }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Sends the drafts, and expects that all of the plan is done.
  func sent(_ proposals: Int = 0, deletes: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let ended = try await sendAll(proposals: proposals, deletes: deletes)
    #expect(ended["state"] == "done", sourceLocation: sourceLocation)
  }

  /// The values that are proposed on the server for a text, one's own first.
  func proposed(_ key: String, locale: String = "da-DK") async throws -> [String] {
    try await profile.client.proposalList(state: .unaccepted).proposals.filter {
      $0.text.key == key && $0.text.locale == locale
    }.sorted { ($0.canDelete ? 0 : 1, $0.id) < ($1.canDelete ? 0 : 1, $1.id) }.map(\.value)
  }

  /// A dialog that consents to everything.
  struct Listener: ImportDialog { func consent(to request: ConsentRequest) -> Consent { .given(deletes: true) } }

  // MARK: - Sheets

  /// The Danish texts of two sections, whose values have neither quotation marks nor line breaks.
  func exported(keys: [String] = ["save", "back", "retry", "newsletter"]) async throws -> CSVSheet {
    var job = try ExportJob(to: .file("\(folder)/exported.csv"))
    job.selection.locales = ["da-DK"]
    job.selection.keys = keys
    _ = try await job.run(profile, Listener())
    return CSVSheet(try String(contentsOfFile: "\(folder)/exported.csv", encoding: .utf8))
  }

  /// Returns a sheet with some cells changed, given as column, key and text.
  static func returned(_ edits: [(String, String, String)]) -> (PageFixture) async throws -> ReturnedSheet {
    { page in
      var sheet = try await page.exported()
      for (column, key, text) in edits { try sheet.set(column, of: key, to: text) }
      return try sheet.read(page)
    }
  }

  /// Closes the review, and opens it with a sheet as the next run does; by default with the one that was returned last.
  func reopen(_ sheet: ReturnedSheet? = nil) async throws {
    await close()
    try await open(sheets: sheet ?? ReviewSheetReader.read(["\(folder)/returned.csv"]))
  }
}

/// Gives each test of a suite a sandbox with the sample texts, and a review of it on a page.
struct PageTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void)
    async throws
  { try await PageFixture.with { try await PageFixture.$local.withValue($0, operation: body) } }
}

extension Trait where Self == PageTrait { static var page: Self { Self() } }

extension CSVSheet {
  /// Returns the sheet, as `returned.csv`.
  func read(_ page: PageFixture) throws -> ReturnedSheet {
    let path = "\(page.folder)/returned.csv"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return try ReviewSheetReader.read([path])
  }
}
