import DriveStandIn
import Foundation
import HTTPMessages
import Testing

@testable import GoogleDrive

@Suite("Signing in")
struct SignInTests {
  @Test(
    "Base64 for URLs has the digits of its standard and no padding",
    arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("\u{FF}\u{FE}", "w7_Dvg")])
  func base64(text: String, expected: String) {
    #expect(Base64URL.text(text.utf8) == expected)
  }

  @Test("the challenge of a verifier is that of the standard")
  func proof() {
    // RFC 7636, appendix B.
    let proof = ProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(proof.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    #expect(ProofKey().verifier.count == 64)
    #expect(ProofKey().verifier != ProofKey().verifier)
  }

  @Test("a service account's key gives tokens, which are renewed before they end, once for all calls")
  func serviceAccount() async throws {
    try await DriveFixture.with { fixture in
      let client = try fixture.robot()
      #expect(client.account == .serviceAccount(DriveFixture.robot))
      let emails = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<8 { group.addTask { try await client.about().email } }
        return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
      }
      #expect(emails == [DriveFixture.robot])
      #expect(fixture.requests.filter { $0 == "POST /token" }.count == 1)
      fixture.clock.pass(.seconds(3300))
      _ = try await client.about()
      #expect(fixture.requests.filter { $0 == "POST /token" }.count == 1)
      fixture.clock.pass(.seconds(100))
      _ = try await client.about()
      #expect(fixture.requests.filter { $0 == "POST /token" }.count == 2)
    }
  }

  @Test("a token that Google ends is replaced, and the call goes out again")
  func ended() async throws {
    try await DriveFixture.with { fixture in
      let client = try fixture.robot()
      _ = try await client.about()
      fixture.standIn.with { $0.faults = [StandInFault("GET", "/about", .endTokens)] }
      #expect(try await client.about().email == DriveFixture.robot)
      #expect(fixture.requests.filter { $0 == "POST /token" }.count == 2)
    }
  }

  @Test("a clock that is wrong is told with both times", .tags(.unconfirmed), arguments: [-7200.0, 7200.0])
  func clock(ahead: Double) async throws {
    try await DriveFixture.with { fixture in
      fixture.standIn.with { $0.clockAhead = ahead }
      let client = try fixture.robot()
      let error = await failure { try await client.about() }
      #expect(error?.code == .clock)
      #expect(error?.message.contains("Google's says 20") == true)
      #expect(error?.hint == "Set the clock.")
    }
  }

  @Test("a key that sends its claims to others, or is none, is refused")
  func badKeys() throws {
    let fixture =
      #"{"type":"service_account","client_email":"a@b","private_key":"x","token_uri":"https://attacker.example/token"}"#
    let error = #expect(throws: DriveError.self) { try ServiceAccountKey(file: fixture) }
    #expect(error?.message.contains("token_uri https://attacker.example/token is not Google's") == true)
    for text in [
      "", "{}", #"{"type":"authorized_user"}"#, #"{"type":"service_account","client_email":"a@b","private_key":"x"}"#,
    ] {
      let error = #expect(throws: DriveError.self) { try ServiceAccountKey(file: text) }
      #expect(error?.code == .credentials)
    }
    let external = #expect(throws: DriveError.self) { try GoogleCredentials(file: #"{"type":"external_account"}"#) }
    #expect(external?.message.contains("external_account") == true)
  }

  @Test("a person's consent gives a login that lasts, and that can be kept, used and ended")
  func loopback() async throws {
    try await DriveFixture.with { fixture in
      let login = try await signIn(fixture, "allow")
      #expect(login.email == DriveFixture.person)
      #expect(login.scopes == ["https://www.googleapis.com/auth/drive.file"])
      let kept = try StoredLogin(text: login.text)
      #expect(kept.refreshToken.reveal() == login.refreshToken.reveal())
      #expect(!"\(kept)".contains(kept.refreshToken.reveal()))
      let client = DriveClient(
        tokens: GoogleCredentials.login(kept).tokens(scopes: [], calls: fixture.calls), calls: fixture.calls)
      #expect(try await client.about().email == DriveFixture.person)
      #expect(client.account == .person(DriveFixture.person))
      try await kept.revoke(transport: fixture.transport, hosts: fixture.hosts)
      #expect(fixture.standIn.with { $0.loginCount } == 0)
      fixture.standIn.with { $0.endTokens() }
      let error = await failure { try await client.about() }
      #expect(error?.code == .loginEnded)
      #expect(error?.hint?.contains("every seven days") == true)
      // A login that Google has ended already can still be forgotten.
      try await kept.revoke(transport: fixture.transport, hosts: fixture.hosts)
    }
  }

  @Test("a person's refusal, and an answer that belongs to another sign-in, give no login")
  func refused() async throws {
    try await DriveFixture.with { fixture in
      let error = await failure { try await signIn(fixture, "deny") }
      #expect(error?.code == .loginFailed)
      #expect(error?.message == "access was not allowed in the browser.")
      let forged = await failure { try await signIn(fixture, "allow", state: "forged", patience: .milliseconds(300)) }
      #expect(forged?.message == "the sign-in was not finished within 0 seconds.")
      #expect(fixture.standIn.with { $0.loginCount } == 0)
    }
  }

  @Test("the address that a browser elsewhere could not open can be pasted")
  func pasted() async throws {
    try await DriveFixture.with { fixture in
      let (lines, continuation) = AsyncStream.makeStream(of: String.self)
      let login = try await signIn(fixture) { address in
        let page = try? await self.consent(fixture, address, "allow", state: nil)
        continuation.yield("nonsense")
        continuation.yield("  \(page?.header("Location") ?? "")\n")
      } pasted: {
        lines
      }
      #expect(login.email == DriveFixture.person)
    }
  }

  private func client() throws -> OAuthClient {
    try OAuthClient(file: #"{"installed":{"client_id":"desktop-client","client_secret":"stand-in-secret"}}"#)
  }

  /// Signs in with a browser that follows the redirect.
  private func signIn(
    _ fixture: DriveFixture, _ choice: String, state: String? = nil, patience: Duration = .seconds(60)
  ) async throws -> StoredLogin {
    try await signIn(fixture, patience: patience) { address in
      guard let answer = try? await consent(fixture, address, choice, state: state),
        let back = answer.header("Location")
      else { return }
      let page = try? await fixture.transport.send(
        TransportRequest(method: "GET", url: Self.withPath(back), maximumResponseSize: 10_000, timeout: .seconds(10)))
      // The sign-in does not end before the browser has its page.
      if state == nil { #expect(page?.status == (choice == "allow" ? 200 : 400)) }
    } pasted: {
      nil
    }
  }

  private func signIn(
    _ fixture: DriveFixture, patience: Duration = .seconds(60), browse: @escaping @Sendable (String) async -> Void,
    pasted: () -> AsyncStream<String>?
  ) async throws -> StoredLogin {
    var flow = LoopbackSignIn(
      client: try client(), scopes: [.ownFiles], transport: fixture.transport, hosts: fixture.hosts)
    flow.patience = patience
    return try await flow.run(pasted: pasted()) { address in Task { await browse(address) } }
  }

  /// Presses a button on the page for consent.
  private func consent(
    _ fixture: DriveFixture, _ address: String, _ choice: String, state: String?
  ) async throws -> TransportResponse {
    let page = try await fixture.transport.send(
      TransportRequest(method: "GET", url: address, maximumResponseSize: 100_000, timeout: .seconds(10)))
    #expect(page.status == 200)
    var fields = (URLComponents(string: address)?.queryItems ?? []).map { (name: $0.name, value: $0.value ?? "") }
    if let state, let place = fields.firstIndex(where: { $0.name == "state" }) { fields[place].value = state }
    return try await fixture.transport.send(
      TransportRequest(
        method: "POST", url: fixture.standIn.url + "/stand-in/consent",
        headers: [(name: "Content-Type", value: "application/x-www-form-urlencoded")],
        body: Array(FormEncoding.encode(fields + [(name: "choice", value: choice)]).utf8), maximumResponseSize: 10_000,
        timeout: .seconds(10)))
  }

  private static func withPath(_ url: String) -> String {
    url.replacingOccurrences(of: "?", with: url.contains("/?") ? "?" : "/?")
  }
}
