import HTTPMessages
import Testing

@testable import GoogleDrive

@Suite("Where tokens may go", .standIn) struct GoogleHostsTests {
  private let fixture = DriveFixture.current

  @Test(arguments: [
    "https://www.googleapis.com/upload/drive/v3/files?x": true,
    "https://docs.google.com/spreadsheets/export?id=1": true,
    "https://doc-00-sheets.googleusercontent.com/export/x": false, "https://script.google.com/macros/x": false,
    "https://1.2.3.4.bc.googleusercontent.com/": false, "https://storage.googleapis.com/bucket": false,
    "http://www.googleapis.com/": false, "https://www.googleapis.com:8443/": false,
    "https://googleapis.com.example.com/": false, "https://evilgoogle.com/": false,
    "https://example.com/www.googleapis.com": false, "http://127.0.0.1:8080/": false,
  ]) func `is the hosts of Google's that need one, over TLS, and nothing else`(url: String, isAllowed: Bool) throws {
    #expect(GoogleHosts.google.acceptsTokens(try #require(HTTPURL(url))) == isAllowed)
  }

  @Test(arguments: [
    "http://127.0.0.1:99/x": true, "http://127.0.0.1:98/x": false, "https://www.googleapis.com/": false,
  ]) func `is one server on this machine, in tests`(url: String, isAllowed: Bool) throws {
    #expect(try GoogleHosts(loopback: "http://127.0.0.1:99").acceptsTokens(#require(HTTPURL(url))) == isAllowed)
  }

  @Test(arguments: [
    "https://example.com", "http://10.0.0.1:80", "http://127.0.0.1.example.com", "ftp://localhost", "",
    "http://localhost:80",
  ]) func `cannot be moved to another machine`(url: String) {
    #expect(throws: DriveError.self) { try GoogleHosts(loopback: url) }
  }

  @Test func `is not where a key file says, unless that is Google's`() {
    #expect(GoogleHosts.google.givesTokens("https://oauth2.googleapis.com/token"))
    #expect(GoogleHosts.google.givesTokens("https://accounts.google.com/o/oauth2/token"))
    #expect(!GoogleHosts.google.givesTokens("https://docs.google.com/token"))
  }

  @Test func `is told by a session's address, which is not followed elsewhere`() async throws {
    let elsewhere = AnsweringTransport { request in
      request.url.contains("/upload/")
        ? TransportResponse(status: 200, headers: [(name: "Location", value: "https://attacker.example/session")])
        : .json(#"{"files":[]}"#)
    }
    let client = fixture.client(transport: elsewhere)
    #expect(
      await failure {
        try await client.create(NewSheet(name: "a.xlsx", folder: nil), from: UploadBytes(DriveFixture.sheet(10)))
      }?.code == .badAnswer)
    #expect(Set(elsewhere.requests.map { HTTPURL($0.url)?.origin.host }) == ["127.0.0.1"])
  }
}
