import Basics
import DriveStandIn
import Foundation
import HTTPMessages
import SystemCrypto
import Testing

@testable import GoogleDrive

private struct Answer {
  let status: Int
  let headers: [String: String]
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  var json: JSONValue { get throws { try JSONValue(parsing: text) } }
}

extension DriveFixture {
  fileprivate func token(_ scopes: String...) -> String {
    standIn.with { $0.signIn(Self.person, clientID: DriveWorld.sampleClient.id, scopes: scopes + ["drive"]) }
  }

  /// Sends a request as it is; redirects are not followed.
  fileprivate func send(
    _ method: String, _ target: String, token: String? = nil, headers: [String: String] = [:], body: [UInt8]? = nil
  ) async throws -> Answer {
    var fields = headers.map { (name: $0.key, value: $0.value) }
    if let token { fields.append((name: "Authorization", value: "Bearer \(token)")) }
    let response = try await transport.send(
      TransportRequest(
        method: method, url: target.hasPrefix("http") ? target : standIn.baseURL + target, headers: fields, body: body,
        maximumResponseSize: 10 << 20, timeout: .seconds(600)))
    return Answer(
      status: response.status,
      headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { one, _ in one },
      body: response.body)
  }

  fileprivate func form(_ path: String, _ items: KeyValuePairs<String, String>) async throws -> Answer {
    try await send(
      "POST", path, headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Array(FormEncoding.encode(items.map { (name: $0.key, value: $0.value) }).utf8))
  }
}

// What Google's own client sees is tried by Tests/acceptance/google_client.py.
@Suite("The stand-in for Google Drive", .standIn) struct StandInTests {
  private let fixture = DriveFixture.current

  @Test func `rests on facts, each told once and counted in the article`() throws {
    func count(_ source: StandInFact.Source) -> Int { StandInFact.all.count { $0.source == source } }
    #expect(Set(StandInFact.all.map(\.sentence)).count == StandInFact.all.count)
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/Drive/GoogleDrive/GoogleDrive.docc/SheetsInGoogleDrive.md")
    #expect(
      try String(contentsOf: article, encoding: .utf8).replacing("\n", with: " ").contains(
        "rests on \(StandInFact.all.count) facts. Of these, \(count(.discovery)) are from the discovery document, "
          + "\(count(.reference)) are from the reference, and \(count(.unconfirmed)) are unconfirmed."))
  }

  // MARK: - Uploads

  @Test func `refuses chunks of other sizes, gaps and other totals, and keeps none of them`() async throws {
    let (unit, size) = (262_144, 700_000)
    let begun = try await fixture.send(
      "POST", "/upload/drive/v3/files?uploadType=resumable", token: fixture.token(),
      headers: ["X-Upload-Content-Length": "\(size)"])
    let session = try #require(begun.headers["location"])
    func put(_ range: String, _ count: Int) async throws -> Answer {
      try await fixture.send(
        "PUT", session, headers: ["Content-Range": "bytes \(range)"], body: DriveFixture.sheet(count))
    }
    for (range, count) in [
      ("0-999/\(size)", 1000), ("\(unit)-\(size - 1)/\(size)", size - unit), ("0-\(unit - 1)/\(size - 1)", unit),
      ("0-5/\(size)", 4),
    ] { #expect(try await put(range, count).status == 400, "\(range)") }
    #expect(try await put("*/\(size)", 0).headers["range"] == nil)
    #expect(try await put("0-\(unit - 1)/\(size)", unit).headers["range"] == "bytes=0-\(unit - 1)")
  }

  // MARK: - Signing in

  @Test func `refuses an assertion with wrong times, another audience or another signature`() async throws {
    let now = Int(Date().timeIntervalSince1970)
    let file = try JSONValue(parsing: fixture.keyFile)
    let key = try #require(SigningKey(pem: file["private_key"]?.string ?? ""))
    func assertion(
      from begin: Int = now, to end: Int = now + 3600, aud: String = "https://oauth2.googleapis.com/token",
      iss: String = DriveFixture.robot
    ) throws -> String {
      let claims =
        #"{"iss":"\#(iss)","scope":"\#(DriveScope.all.rawValue)","aud":"\#(aud)","iat":\#(begin),"exp":\#(end)}"#
      let signed =
        Base64URL.text(#"{"alg":"RS256","typ":"JWT","kid":"key-1"}"#.utf8) + "." + Base64URL.text(claims.utf8)
      let signature = try #require(key.signature(for: Array(signed.utf8)))
      return "\(signed).\(Base64URL.text(signature))"
    }
    for (text, message) in [
      (try assertion(), nil), (try assertion(from: now + 7200, to: now + 9000), "Invalid JWT: Token must be"),
      (try assertion(from: now - 7200, to: now - 3600), "Invalid JWT: Token must be"),
      (try assertion(to: now + 36_000), "Invalid JWT: Token must be"),
      (try assertion(aud: "https://example.com/token"), "Invalid JWT: Failed audience check."),
      (try assertion(iss: "nobody@example.com"), "Invalid grant: account not found"),
      (try assertion() + "AAAA", "Invalid JWT Signature."), ("a.b", "Invalid JWT: malformed."),
    ] {
      let answer = try await fixture.form(
        "/token", ["grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": text])
      #expect(answer.status == (message == nil ? 200 : 400), "\(answer.text)")
      if let message { #expect(try answer.json["error_description"]?.string?.hasPrefix(message) == true) }
    }
  }
}
