import Basics
import Foundation
import NIOHTTP1
import NStackAPI
import NStackSandbox
import ProgramRuns
import ReviewReports
import Synchronization
import Testing

@testable import ReviewPage

/// Which requests the page's server refuses.
@Suite(.page) struct PageSecurityTests {
  private let page = PageFixture.current

  @Test func `a request that names another host is refused, whatever its path`() async throws {
    for host in ["evil.example", "evil.example:\(try page.port)", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example"]
    {
      for path in ["/", "/app.js", "/api/review"] {
        let answer = try await page.send(.GET, path, nil, ["Host": host])
        #expect(answer.status == 403 && answer.code == "review.host", "\(host) \(path)")
      }
    }
    #expect(try await page.send(.GET, "/", nil, ["Host": "localhost:\(try page.port)"]).status == 200)
  }

  @Test("a request from another page is refused, and so is a write that does not say where it comes from")
  func foreignOrigin() async throws {
    let text = try await page.id("save")
    let body = #"{"text": "\#(text)", "propose": "Gem nu"}"#
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:\(try page.port)"] {
      let write = try await page.send(.POST, "/api/drafts", body, ["Origin": origin])
      #expect(write.status == 403 && write.code == "review.origin", "\(origin)")
      #expect(try await page.send(.GET, "/api/review", nil, ["Origin": origin]).status == 403, "\(origin)")
    }
    #expect(try await page.send(.POST, "/api/drafts", body, ["Origin": ""]).code == "review.origin")
    #expect(try await page.draft("save") == .null)
    #expect(try await page.send(.POST, "/api/drafts", body).status == 200)
  }

  @Test func `a request without the key is refused, and one with a wrong key`() async throws {
    for key in ["", "0", page.key + "0", String(page.key.dropLast())] {
      for path in ["/api/review", "/api/texts?locale=da-DK", "/api/plan", "/api/send"] {
        let answer = try await page.send(.GET, path, nil, ["X-Review-Key": key])
        #expect(answer.status == 403 && answer.code == "review.key", "\(path)")
      }
      for path in ["/api/drafts", "/api/check", "/api/send", "/api/refresh", "/api/leave"] {
        #expect(try await page.send(.POST, path, "{}", ["X-Review-Key": key]).code == "review.key", "\(path)")
      }
    }
  }

  @Test func `the token of an address works once, and the next address is printed`() async throws {
    let last = page.addresses.withLock(\.last)
    let address = try #require(last)
    let token = String(address.split(separator: "=")[1])
    #expect(try page.token() == token)
    #expect(try await page.post("/api/session", ["token": token]).status == 200)
    let again = try await page.post("/api/session", ["token": token])
    #expect(again.status == 403 && again.code == "review.token")
    #expect(page.addresses.withLock(\.count) == 2)
  }

  @Test func `what writes takes no GET, and what reads takes nothing else`() async throws {
    for path in ["/api/session", "/api/drafts", "/api/check", "/api/refresh", "/api/leave"] {
      let answer = try await page.get(path)
      #expect(answer.status == 405 && answer.code == "review.method", "\(path)")
    }
    for path in ["/", "/app.js", "/api/review", "/api/texts", "/api/next", "/api/plan"] {
      for method in [HTTPMethod.POST, .PUT, .DELETE, .OPTIONS] {
        #expect(try await page.send(method, path).status == 405, "\(method) \(path)")
      }
    }
  }

  @Test func `a body that is not said to be JSON is refused, as forms and plain text of other pages are`() async throws
  {
    for type in ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a"] {
      let answer = try await page.send(.POST, "/api/leave", "{}", ["Content-Type": type])
      #expect(answer.status == 415 && answer.code == "review.content-type", "\(type)")
    }
    #expect(
      try await page.send(.POST, "/api/leave", "{}", ["Content-Type": "application/json; charset=utf-8"]).status == 200)
  }

  @Test func `a body that is too large is refused, and so is one of another shape`() async throws {
    let large = try await page.propose(String(repeating: "x", count: 300_000), for: "save")
    #expect(large.status == 413 && large.code == "review.body")
    let text = try await page.id("save")
    for body in [
      "", "[]", "{", "{\"text\": 1, \"clear\": true}", "{\"text\": \"\(text)\"}",
      "{\"text\": \"\(text)\", \"clear\": false}", "{\"text\": \"\(text)\", \"clear\": true, \"undo\": true}",
      "{\"text\": \"\(text)\", \"propose\": null}", "{\"text\": \"\(text)\", \"withdraw\": \"-1\"}",
      "{\"text\": \"\(text)\", \"decide\": \"both\"}",
      "{\"text\": \"\(text)\", \"propose\": \"a\", \"propose\": \"b\"}",
    ] {
      let answer = try await page.send(.POST, "/api/drafts", body)
      #expect(answer.status == 400 && answer.code == "review.request", "\(body)")
    }
    for body in ["{\"text\": \"x\", \"clear\": true}", "{\"text\": \"61-62-63\", \"propose\": \"a\"}"] {
      #expect(try await page.send(.POST, "/api/drafts", body).code == "review.unknown-text", "\(body)")
    }
    #expect(try await page.draft("save") == .null)
  }

  @Test func `no trick in a path leads to a file`() async throws {
    for path in [
      "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/Page/app.js", "//app.js", "/app.js%00.html", "/./app.js",
      "/api", "/api/", "/api/review/", "/API/review", "/index.html/", "/app.js/../../x",
    ] {
      let answer = try await page.get(path)
      #expect(answer.status == 404 && answer.code == "review.path", "\(path)")
    }
    #expect(try await page.get("/").text.contains("<html"))
  }

  @Test func `every answer forbids other scripts, keeping, framing and telling others, and sets no cookie`()
    async throws
  {
    for answer in [
      try await page.get("/"), try await page.get("/app.js"), try await page.get("/api/review"),
      try await page.get("/nothing"), try await page.send(.GET, "/", nil, ["Host": "evil.example"]),
      try await page.send(.POST, "/api/send", "{}", ["X-Review-Key": ""]),
    ] {
      #expect(
        answer.headers["Content-Security-Policy"] == [
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ])
      #expect(answer.headers["Cache-Control"] == ["no-store"])
      #expect(answer.headers["Referrer-Policy"] == ["no-referrer"])
      #expect(answer.headers["X-Content-Type-Options"] == ["nosniff"])
      #expect(answer.headers["X-Frame-Options"] == ["DENY"])
      #expect(answer.headers["Set-Cookie"].isEmpty)
      #expect(answer.headers["Access-Control-Allow-Origin"].isEmpty)
    }
  }

  @Test func `no answer holds a credential or a guid`() async throws {
    try await page.propose("Gem nu", for: "save")
    let id = try await page.id("save")
    var answers = [
      try await page.get("/api/review?locale=da-DK"), try await page.get("/api/texts?locale=da-DK&limit=500"),
      try await page.get("/api/next?locale=da-DK"), try await page.get("/api/plan"), try await page.get("/api/send"),
      try await page.post("/api/check", ["text": id, "value": "Gem"]), try await page.post("/api/leave"),
      try await page.post("/api/refresh"),
    ]
    _ = try await page.sendAll(proposals: 1, deletes: 0)
    answers.append(try await page.get("/api/send"))
    for name in PageFiles.all.keys { answers.append(try await page.get("/\(name)")) }
    let secrets = [page.sandbox.applicationID.reveal(), page.sandbox.restAPIKey.reveal(), page.sandbox.guid]
    for answer in answers {
      #expect(answer.status == 200)
      for secret in secrets { #expect(!answer.text.contains(secret)) }
    }
  }

  @Test func `the program has every file of the page's folder, each with its type`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/Review/ReviewPage/Page")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == Set(PageFiles.all.keys))
    let page = String(decoding: PageFiles.all["index.html"]?.bytes() ?? [], as: UTF8.self)
    #expect(
      Set(page.matches(of: /modulepreload" href="\/([a-z]+\.js)"/).map { String($0.1) })
        == Set(names.filter { $0.hasSuffix(".js") }).subtracting(["app.js"]))
    for (name, file) in PageFiles.all where name != "index.html" {
      let start = name == "style.css" ? HTMLReportPage.sharedStyle : ""
      #expect(file.bytes() == Array(start.utf8) + Array(try Data(contentsOf: folder.appending(path: name))), "\(name)")
    }
    #expect(PageFiles.all["app.js"]?.type == "text/javascript; charset=utf-8")
    #expect(PageFiles.all["style.css"]?.type == "text/css; charset=utf-8")
  }

  @Test func `the page's style sheet has its colours from the shared ones`() {
    let style = String(decoding: PageFiles.all["style.css"]?.bytes() ?? [], as: UTF8.self)
    let named = Set(style.matches(of: /var\(--([a-z-]+)\)/).map { String($0.1) })
    #expect(named.subtracting(ColorToken.all.map(\.name)) == ["shade"])
    #expect(!style.dropFirst(ColorToken.style.count).contains(/#[0-9a-f]{3,6}\b/))
    #expect(PageFiles.all["index.html"]?.type == "text/html; charset=utf-8")
  }
}

/// The tokens of addresses, and the keys for which they are exchanged.
struct PageKeysTests {
  @Test(arguments: ["", "x", String(repeating: "0", count: 64)])
  func `a wrong token gives no key and leaves the right one as it is`(token: String) {
    let keys = PageKeys()
    let right = keys.token
    #expect(keys.key(for: token) == nil)
    #expect(!keys.isKnown(token))
    #expect(keys.token == right)
    #expect(!keys.isKnown(right))
  }

  @Test func `several pages have a key at once, and the oldest goes after 32`() throws {
    let keys = PageKeys()
    let given = try (0..<33).map { _ in try #require(keys.key(for: keys.token)) }
    #expect(!keys.isKnown(given[0]))
    #expect(given.dropFirst().allSatisfy(keys.isKnown))
    #expect(Set(given).count == 33)
  }
}
