import Basics
import DriveStandIn
import HTTPMessages
import Synchronization
import Testing

@testable import GoogleDrive

@Suite("Signing in", .standIn) struct SignInTests {
  private let fixture = DriveFixture.current

  @Test(
    "Base64 for URLs has the digits of its standard and no padding",
    arguments: ["": "", "f": "Zg", "fo": "Zm8", "foo": "Zm9v", "foob": "Zm9vYg", "\u{FF}\u{FE}": "w7_Dvg"]) func base64(
      text: String, expected: String
    )
  { #expect(Base64URL.text(text.utf8) == expected) }

  @Test func `the challenge of a verifier is that of the standard`() {
    // RFC 7636, appendix B.
    #expect(
      PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").challenge
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    #expect(PKCE().verifier.count == 64)
    #expect(PKCE().verifier != PKCE().verifier)
  }

  @Test func `a service account's key gives tokens, which are renewed before they end, once for all calls`()
    async throws
  {
    let client = try fixture.robot()
    #expect(client.account == .serviceAccount(DriveFixture.robot))
    let emails = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<8 { group.addTask { try await client.about().email } }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(emails == [DriveFixture.robot])
    #expect(fixture.count(.token) == 1, "\(fixture.failures)")
    fixture.clock.pass(.seconds(3300))
    _ = try await client.about()
    #expect(fixture.count(.token) == 1, "\(fixture.failures)")
    fixture.clock.pass(.seconds(100))
    _ = try await client.about()
    #expect(fixture.count(.token) == 2, "\(fixture.failures)")
  }

  @Test(.tags(.unconfirmed), arguments: [-7200.0, 7200.0]) func `a clock that is wrong is told with both times`(
    ahead: Double
  ) async throws {
    fixture.clock.setWrong(by: ahead)
    let client = try fixture.robot()
    let error = await failure { try await client.about() }
    #expect(error?.code == .clock)
    let times = (error?.message ?? "").matches(of: #/says (?<time>20[-0-9]+T[:0-9]+Z)/#).map { String($0.time) }
    #expect(times.count == 2)
    let seconds = times.compactMap(UTCTime.seconds)
    // The two clocks are read one after the other.
    #expect(seconds.count == 2 && abs(seconds[0] - seconds[1] - Int(ahead)) < 600)
    #expect(error?.hint == "Set the clock.")
  }

  @Test func `a key that sends its claims to others, or is none, is refused`() throws {
    let fixture =
      #"{"type":"service_account","client_email":"a@b","private_key":"x","token_uri":"https://attacker.example/token"}"#
    let error = thrown { try ServiceAccountKey(file: fixture) }
    #expect(error?.message.contains("token_uri https://attacker.example/token is not Google's") == true)
    for text in [
      "", "{}", #"{"type":"authorized_user"}"#, #"{"type":"service_account","client_email":"a@b","private_key":"x"}"#,
    ] {
      let error = thrown { try ServiceAccountKey(file: text) }
      #expect(error?.code == .credentials)
    }
    let external = thrown { try GoogleCredentials(file: #"{"type":"external_account"}"#) }
    #expect(external?.message.contains("external_account") == true)
  }

  @Test func `a person's consent gives a login that lasts, and that can be kept, used and ended`() async throws {
    let login = try await signIn("allow")
    #expect(login.email == DriveFixture.person)
    #expect(login.scopes == ["https://www.googleapis.com/auth/drive.file"])
    let kept = try StoredLogin(text: login.text)
    #expect(kept.refreshToken.reveal() == login.refreshToken.reveal())
    #expect(!"\(kept)".contains(kept.refreshToken.reveal()))
    let client = DriveClient(
      tokens: GoogleCredentials.login(kept).tokens(scopes: [], calls: fixture.calls), calls: fixture.calls)
    #expect(try await client.about().email == DriveFixture.person)
    #expect(client.account == .person(DriveFixture.person, login: DriveLogin(rights: [.ownFiles])))
    #expect(client.account.seesOnlyOwnFiles)
    try await kept.revoke(transport: fixture.transport, hosts: fixture.hosts)
    #expect(fixture.standIn.with { $0.loginCount } == 0)
    fixture.standIn.with { $0.expireAccessTokens() }
    let error = await failure { try await client.about() }
    #expect(error?.code == .loginEnded)
    #expect(error?.hint?.contains("every seven days") == true)
    // A login that Google has ended already can still be forgotten.
    try await kept.revoke(transport: fixture.transport, hosts: fixture.hosts)
  }

  @Test func `a person's refusal gives no login`() async throws {
    let error = await failure { try await signIn("deny") }
    #expect(error?.code == .loginFailed)
    #expect(error?.message == "access was not allowed in the browser.")
    #expect(fixture.standIn.with { $0.loginCount } == 0)
    #expect(fixture.count(.token) == 0, "\(fixture.failures)")
  }

  @Test func `an answer that belongs to another sign-in is not taken, and the right one still is`() async throws {
    let login = try await signIn { address in
      let allowed = try await visit(address, "allow", state: "forged")
      let denied = try await visit(address, "deny", state: "forged")
      let own = try await visit(address, "allow")
      #expect([allowed, denied, own] == [400, 400, 200])
    } pasted: {
      nil
    }
    #expect(login.email == DriveFixture.person)
    #expect(fixture.count(.token) == 1, "\(fixture.failures)")
  }

  @Test func `a sign-in that is not finished in time ends`() async throws {
    let error = await failure {
      try await signIn(patience: .milliseconds(20)) { _ in
      } pasted: {
        nil
      }
    }
    #expect(error?.code == .loginFailed)
    #expect(error?.message == "the sign-in was not finished within 20 ms.")
  }

  @Test func `the address that a browser elsewhere could not open can be pasted`() async throws {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let reasons = Mutex<[String]>([])
    let login = try await signIn { address in
      let page = try await consent(address, "allow")
      continuation.yield("nonsense")
      continuation.yield("  \(page.header("Location") ?? "")\n")
    } pasted: {
      lines
    } refuse: { reason in
      reasons.withLock { $0.append(reason) }
    }
    #expect(login.email == DriveFixture.person)
    #expect(reasons.withLock { $0 } == ["This address does not belong to this sign-in."])
  }

  @Test(.tags(.unconfirmed)) func `fewer rights than were asked for are known, and none at all give no login`()
    async throws
  {
    func given(_ scope: String) -> AnsweringTransport {
      AnsweringTransport { [transport = fixture.transport] request throws(TransportError) in
        var answer = try await transport.send(request)
        if request.url.hasSuffix("/token") {
          let text = String(decoding: answer.body, as: UTF8.self)
          answer.body = Array(text.replacing(DriveScope.ownFiles.rawValue, with: scope).utf8)
        }
        return answer
      }
    }
    let browse = { @Sendable (address: String) async throws in _ = try await visit(address, "allow") }
    #expect(
      try await signIn(transport: given("openid \(DriveScope.readAll.rawValue)"), browse: browse) { nil }.rights == [
        .readAll
      ])
    let none = await failure { try await signIn(transport: given("openid"), browse: browse) { nil } }
    #expect(none?.code == .loginFailed)
    #expect(none?.message == "access to files in Drive was not allowed in the browser.")
  }

  /// Signs in with a browser that presses a button.
  private func signIn(_ choice: String) async throws -> StoredLogin {
    try await signIn { address in
      // The sign-in does not end before the browser has its page.
      let status = try await visit(address, choice)
      #expect(status == (choice == "allow" ? 200 : 400))
    } pasted: {
      nil
    }
  }

  private func signIn(
    patience: Duration = .seconds(600), transport: (any HTTPTransport)? = nil,
    browse: @escaping @Sendable (String) async throws -> Void, pasted: () -> AsyncStream<String>?,
    refuse: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> StoredLogin {
    let sample = DriveWorld.sampleClient
    var flow = LoopbackSignIn(
      client: try OAuthClient(
        file: #"{"installed":{"client_id":"\#(sample.id)","client_secret":"\#(sample.secret)"}}"#), scopes: [.ownFiles],
      transport: transport ?? fixture.transport, hosts: fixture.hosts)
    flow.patience = patience
    let browser = Mutex<Task<Void, any Error>?>(nil)
    let result: Result<StoredLogin, any Error>
    do {
      result = .success(
        try await flow.run(pasted: pasted(), refuse: refuse) { address in
          browser.withLock { $0 = Task { try await browse(address) } }
        })
    } catch { result = .failure(error) }
    try await browser.withLock { $0 }?.value
    return try result.get()
  }

  /// Presses a button on the page for consent, and follows where it leads.
  ///
  /// - Parameter state: What the address says instead of its own state; nil for its own.
  /// - Returns: The status of the page at the end.
  private func visit(_ address: String, _ choice: String, state: String? = nil) async throws -> Int {
    let back = try #require(try await consent(address, choice, state: state).header("Location"))
    let url = back.replacing("?", with: back.contains("/?") ? "?" : "/?")
    return try await fixture.transport.send(
      TransportRequest(method: "GET", url: url, maximumResponseSize: 10_000, timeout: .seconds(600))
    ).status
  }

  /// Presses a button on the page for consent.
  private func consent(_ address: String, _ choice: String, state: String? = nil) async throws -> TransportResponse {
    var address = address
    if let state { address = address.replacing(#/state=[^&]*/#, with: "state=\(state)") }
    let page = try await fixture.transport.send(
      TransportRequest(method: "GET", url: address, maximumResponseSize: 100_000, timeout: .seconds(600)))
    #expect(page.status == 200)
    let text = String(decoding: page.body, as: UTF8.self)
    let ticket = try #require(text.firstMatch(of: #/name="ticket" value="(?<ticket>[^"]*)"/#)).ticket
    let fields = [
      (name: "ticket", value: String(ticket)), (name: "account", value: DriveFixture.person),
      (name: "decision", value: choice),
    ]
    return try await fixture.transport.send(
      TransportRequest(
        method: "POST", url: fixture.standIn.baseURL + "/o/oauth2/v2/auth/decision",
        headers: [(name: "Content-Type", value: "application/x-www-form-urlencoded")],
        body: Array(FormEncoding.encode(fields).utf8), maximumResponseSize: 10_000, timeout: .seconds(600)))
  }
}
