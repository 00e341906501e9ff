import Basics
import Crypto
import CryptoExtras
import DriveStandIn
import Foundation
import Testing

@Suite("The stand-in signs people and service accounts in")
struct StandInSignInTests {
  private static let verifier = "stand-in-verifier-stand-in-verifier-stand-in"
  private static let redirect = "http://127.0.0.1:54321/back"
  private static let key = Result { try StandInKey(email: "robot@stand-in.example", keyID: "key-1") }

  private static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Opens the consent page and answers it; gives the address to which the browser is led.
  private static func consent(
    _ fixture: StandInFixture, decision: String = "allow", scope: String = StandInFixture.drive
  ) async throws -> URLComponents {
    let challenge = base64URL(SHA256.hash(data: Data(verifier.utf8)))
    let query = StandInFixture.query([
      "client_id": DriveWorld.sampleClient.id, "redirect_uri": redirect, "response_type": "code", "scope": scope,
      "state": "a&b=c", "code_challenge": challenge, "code_challenge_method": "S256", "access_type": "offline",
    ])
    let page = try await fixture.send("GET", fixture.server.authorizationURL + query)
    #expect(page.status == 200)
    let match = try #require(page.text.firstMatch(of: /name="ticket" value="([^"]+)"/))
    let answer = try await fixture.form(
      "/o/oauth2/v2/auth/decision",
      ["ticket": String(match.1), "account": "anna@example.com", "decision": decision])
    #expect(answer.status == 302)
    return try #require(URLComponents(string: answer.headers["location"] ?? ""))
  }

  private static func exchange(
    _ fixture: StandInFixture, code: String, verifier: String = verifier, redirect: String = redirect
  ) async throws -> StandInAnswer {
    try await fixture.form(
      "/token",
      [
        "grant_type": "authorization_code", "code": code, "code_verifier": verifier, "redirect_uri": redirect,
        "client_id": DriveWorld.sampleClient.id, "client_secret": DriveWorld.sampleClient.secret,
      ])
  }

  private static func refresh(_ fixture: StandInFixture, _ token: String) async throws -> StandInAnswer {
    try await fixture.form(
      "/token",
      [
        "grant_type": "refresh_token", "refresh_token": token, "client_id": DriveWorld.sampleClient.id,
        "client_secret": DriveWorld.sampleClient.secret,
      ])
  }

  private static func value(_ name: String, _ url: URLComponents) -> String? {
    url.queryItems?.first { $0.name == name }?.value
  }

  @Test("a code is exchanged once, for tokens that work, refresh and are revoked")
  func codeFlow() async throws {
    try await withStandIn { fixture in
      let back = try await Self.consent(fixture)
      #expect(back.port == 54321)
      #expect(Self.value("state", back) == "a&b=c")
      let code = try #require(Self.value("code", back))
      let tokens = try await Self.exchange(fixture, code: code)
      let access = try #require(try tokens.json["access_token"]?.string)
      let refresh = try #require(try tokens.json["refresh_token"]?.string)
      #expect(try tokens.json["expires_in"]?.integer == 3599)
      #expect(try await fixture.send("GET", "/drive/v3/files", token: access).status == 200)
      let twice = try await Self.exchange(fixture, code: code)
      #expect(twice.status == 400)
      #expect(try twice.json["error"]?.string == "invalid_grant")
      fixture.server.with { $0.expireAccessTokens() }
      #expect(try await fixture.send("GET", "/drive/v3/files", token: access).reason == "authError")
      let renewed = try await Self.refresh(fixture, refresh)
      let second = try #require(try renewed.json["access_token"]?.string)
      #expect(second != access)
      #expect(try renewed.json["refresh_token"] == nil)
      #expect(try await fixture.send("GET", "/drive/v3/files", token: second).status == 200)
      #expect(try await fixture.form("/revoke", ["token": second]).status == 200)
      #expect(try await fixture.send("GET", "/drive/v3/files", token: second).status == 401)
      let revoked = try await Self.refresh(fixture, refresh)
      #expect(revoked.status == 400)
      #expect(try revoked.json["error_description"]?.string == "Token has been expired or revoked.")
    }
  }

  @Test("a wrong verifier and another redirect are refused")
  func wrongExchange() async throws {
    try await withStandIn { fixture in
      let first = try #require(Self.value("code", try await Self.consent(fixture)))
      let other = String(repeating: "x", count: 43)
      let refused = try await Self.exchange(fixture, code: first, verifier: other)
      #expect(try refused.json["error_description"]?.string == "Invalid code verifier.")
      let second = try #require(Self.value("code", try await Self.consent(fixture)))
      let elsewhere = try await Self.exchange(fixture, code: second, redirect: "http://127.0.0.1:1/")
      #expect(try elsewhere.json["error"]?.string == "redirect_uri_mismatch")
    }
  }

  @Test("who denies gives no code")
  func denial() async throws {
    try await withStandIn { fixture in
      let back = try await Self.consent(fixture, decision: "deny")
      #expect(Self.value("error", back) == "access_denied")
      #expect(Self.value("state", back) == "a&b=c")
      #expect(Self.value("code", back) == nil)
    }
  }

  @Test(
    "the consent page leads to this machine only",
    arguments: [
      "https://127.0.0.1:1/", "http://example.com/", "http://127.0.0.1.example.com/", "http://a@127.0.0.1/",
      "urn:ietf:wg:oauth:2.0:oob",
    ])
  func foreignRedirect(redirect: String) async throws {
    try await withStandIn { fixture in
      let query = StandInFixture.query([
        "client_id": DriveWorld.sampleClient.id, "redirect_uri": redirect, "response_type": "code", "scope": "x",
      ])
      let page = try await fixture.send("GET", fixture.server.authorizationURL + query)
      #expect(page.status == 400)
      #expect(page.text.contains("redirect_uri_mismatch"))
    }
  }

  /// The assertion of a service account, with its claims changed.
  private static func assertion(_ change: (inout [String: any Sendable]) -> Void = { _ in }) throws -> String {
    let key = try key.get()
    let now = Int(Date().timeIntervalSince1970)
    var claims: [String: any Sendable] = [
      "iss": key.email, "scope": StandInFixture.drive, "aud": "https://oauth2.googleapis.com/token", "iat": now,
      "exp": now + 3600,
    ]
    change(&claims)
    let header = base64URL(Data(#"{"alg":"RS256","typ":"JWT","kid":"key-1"}"#.utf8))
    let body = base64URL(try JSONSerialization.data(withJSONObject: claims))
    let signed = Data("\(header).\(body)".utf8)
    let signature = try _RSA.Signing.PrivateKey(pemRepresentation: key.privateKey)
      .signature(for: SHA256.hash(data: signed), padding: .insecurePKCS1v1_5)
    return "\(header).\(body).\(base64URL(signature.rawRepresentation))"
  }

  private static func send(_ fixture: StandInFixture, _ assertion: String) async throws -> StandInAnswer {
    try await fixture.form(
      "/token", ["grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": assertion])
  }

  @Test("a service account gets a token for its assertion, and stores nothing outside of shared drives")
  func serviceAccount() async throws {
    try await withStandIn(key: try Self.key.get()) { fixture in
      let answer = try await Self.send(fixture, try Self.assertion())
      #expect(answer.status == 200, "\(answer.text)")
      let token = try #require(try answer.json["access_token"]?.string)
      let drive = fixture.server.with { $0.addSharedDrive("Team", members: ["robot@stand-in.example": .writer]) }
      let path = "/upload/drive/v3/files?uploadType=media&supportsAllDrives=true"
      let refused = try await fixture.send("POST", path, token: token, body: [1])
      #expect(refused.status == 403)
      #expect(refused.reason == "storageQuotaExceeded")
      let body = Array(#"{"name":"x.bin","parents":["\#(drive)"]}"#.utf8)
      let made = try await fixture.send("POST", "/drive/v3/files?supportsAllDrives=true", token: token, body: body)
      #expect(made.status == 200, "\(made.text)")
    }
  }

  @Test("an assertion with wrong times, another audience or another signature is refused")
  func wrongAssertions() async throws {
    let now = Int(Date().timeIntervalSince1970)
    try await withStandIn(key: try Self.key.get()) { fixture in
      let wrong: [(String, String)] = [
        (
          try Self.assertion {
            $0["iat"] = now + 7200; $0["exp"] = now + 9000
          }, "Invalid JWT: Token must be"
        ),
        (
          try Self.assertion {
            $0["iat"] = now - 7200; $0["exp"] = now - 3600
          }, "Invalid JWT: Token must be"
        ),
        (try Self.assertion { $0["exp"] = now + 36_000 }, "Invalid JWT: Token must be"),
        (try Self.assertion { $0["aud"] = "https://example.com/token" }, "Invalid JWT: Failed audience check."),
        (try Self.assertion { $0["iss"] = "nobody@example.com" }, "Invalid grant: account not found"),
        (try Self.assertion() + "AAAA", "Invalid JWT Signature."), ("a.b", "Invalid JWT: malformed."),
      ]
      for (assertion, message) in wrong {
        let answer = try await Self.send(fixture, assertion)
        #expect(answer.status == 400)
        #expect(try answer.json["error"]?.string == "invalid_grant")
        #expect(try answer.json["error_description"]?.string?.hasPrefix(message) == true, "\(answer.text)")
      }
      fixture.server.with { $0.settings.clockSkew = -7200 }
      #expect(try await Self.send(fixture, try Self.assertion()).status == 400)
    }
  }

  @Test("drive.file sees what the program made, and drive.readonly writes nothing")
  func scopes() async throws {
    try await withStandIn { fixture in
      let foreign = fixture.addSheet("foreign")
      let own = fixture.addSheet("own") { $0.clients = [DriveWorld.sampleClient.id] }
      let narrow = fixture.token("anna@example.com", "drive.file")
      let list = try await fixture.send("GET", "/drive/v3/files", token: narrow)
      #expect(try list.json["files"]?.elements?.map { $0["id"]?.string } == [own])
      #expect(try await fixture.send("GET", "/drive/v3/files/\(foreign)", token: narrow).reason == "notFound")
      let reads = fixture.token("anna@example.com", "drive.readonly")
      let refused = try await fixture.send(
        "PATCH", "/drive/v3/files/\(own)", token: reads, body: Array(#"{"name":"x"}"#.utf8))
      #expect(refused.reason == "insufficientPermissions")
      #expect(refused.text.contains("ACCESS_TOKEN_SCOPE_INSUFFICIENT"))
      let both = fixture.token("anna@example.com", "drive.readonly", "drive.file")
      let path = "/drive/v3/files/\(foreign)"
      #expect(try await fixture.send("GET", path, token: both).status == 200)
      let unauthorized = try await fixture.send("PATCH", path, token: both, body: Array(#"{"name":"x"}"#.utf8))
      #expect(unauthorized.reason == "appNotAuthorizedToFile")
      #expect(fixture.server.with { $0.files[foreign]?.name } == "foreign")
    }
  }
}
