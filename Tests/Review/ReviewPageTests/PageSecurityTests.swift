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

  /// The code and the status of an answer, and what it refuses: a method, paths, and values of a header, with PORT and KEY for
  /// those of the page.
  private static let refusals: [(code: String, status: UInt, HTTPMethod, [String], header: String, [String])] = [
    (
      "review.host", 403, .GET, ["/", "/app.js", "/api/review"], "Host",
      ["evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example"]
    ),
    (
      "review.origin", 403, .GET, ["/api/review"], "Origin",
      ["https://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:PORT"]
    ),
    (
      "review.origin", 403, .POST, ["/api/drafts"], "Origin",
      ["", "https://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:PORT"]
    ),
    (
      "review.key", 403, .GET, ["/api/review", "/api/texts?locale=da-DK", "/api/plan", "/api/send"], "X-Review-Key",
      ["", "0", "KEY0"]
    ),
    (
      "review.key", 403, .POST, ["/api/drafts", "/api/check", "/api/send", "/api/refresh", "/api/leave"],
      "X-Review-Key", ["", "0", "KEY0"]
    ),
    (
      "review.method", 405, .GET, ["/api/session", "/api/drafts", "/api/check", "/api/refresh", "/api/leave"], "", [""]
    ),
    (
      "review.content-type", 415, .POST, ["/api/leave"], "Content-Type",
      ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a"]
    ),
    (
      "review.path", 404, .GET,
      [
        "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/Page/app.js", "//app.js", "/app.js%00.html",
        "/./app.js", "/api", "/api/", "/api/review/", "/API/review", "/index.html/", "/app.js/../../x",
      ], "", [""]
    ),
  ]

  @Test("requests of others, and what is asked in another way, are refused", arguments: refusals) func refused(
    code: String, status: UInt, method: HTTPMethod, paths: [String], header: String, values: [String]
  ) async throws {
    for path in paths {
      for value in values {
        let value = value.replacing("PORT", with: "\(try page.port)").replacing("KEY", with: page.key)
        let headers = header.isEmpty ? [:] : [header: value]
        let answer = try await page.send(method, path, method == .POST ? "{}" : nil, headers)
        #expect(answer.status == status && answer.code == code, "\(path) \(value)")
      }
    }
  }

  @Test func `what reads takes nothing but GET, and requests of the page are answered`() async throws {
    for path in ["/", "/app.js", "/api/review", "/api/texts", "/api/next", "/api/plan"] {
      for method in [HTTPMethod.POST, .PUT, .DELETE, .OPTIONS] {
        #expect(try await page.send(method, path).status == 405, "\(method) \(path)")
      }
    }
    #expect(try await page.send(.GET, "/", nil, ["Host": "localhost:\(try page.port)"]).text.contains("<html"))
    #expect(try await page.propose("Gem nu", for: "save").status == 200)
    let type = "application/json; charset=utf-8"
    #expect(try await page.send(.POST, "/api/leave", "{}", ["Content-Type": type]).status == 200)
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
        == Set(names.filter { $0.hasSuffix(".js") }).subtracting(["app.js", "report.js"]))
    for (name, file) in PageFiles.all where name != "index.html" {
      let start = name == "style.css" ? ColorToken.style : ""
      #expect(file.bytes() == Array(start.utf8) + Array(try Data(contentsOf: folder.appending(path: name))), "\(name)")
    }
    #expect(PageFiles.all["app.js"]?.type == "text/javascript; charset=utf-8")
    #expect(PageFiles.all["style.css"]?.type == "text/css; charset=utf-8")
  }

  @Test func `the page as one file is whole in ASCII, has each module once, and may run its own script alone`() throws {
    let before = String(decoding: ReviewFilePage.prefix, as: UTF8.self)
    #expect((ReviewFilePage.prefix + ReviewFilePage.suffix).allSatisfy { $0 < 0x80 })
    #expect(String(decoding: ReviewFilePage.suffix, as: UTF8.self) == "\n</body>\n</html>\n")
    let script = try #require(before.firstMatch(of: /id="nstack-review-script">((?s:.*?))<\/script>/)).output.1
    let style = try #require(before.firstMatch(of: /id="nstack-review-style">((?s:.*?))<\/style>/)).output.1
    let policy = try #require(before.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).output.1
    #expect(
      policy == "default-src 'none'; script-src '\(WebPage.hash(String(script)))'; "
        + "style-src '\(WebPage.hash(String(style)))'; img-src data:; base-uri 'none'; form-action 'none'")
    let modules = script.matches(of: /(?m)^const \$(\w+) = await \(async/).map { String($0.output.1) + ".js" }
    #expect(
      Set(modules) == Set(PageFiles.all.keys.filter { $0.hasSuffix(".js") }).subtracting(["report.js"])
        && modules.count == Set(modules).count && modules.last == "app.js")
    #expect(!script.contains(/(?m)^(?:import|export)\s/))
    // Of a page that a browser saved without its scripts this is left.
    #expect(before.contains(#"<meta name="generator" content="nstack-review review">"#))
    // A program that looks for the data finds them at the first element with this id.
    #expect(!before.contains(#"id="nstack-review-data""#))
    let page = try #require(before.firstMatch(of: /id="nstack-review-page">((?s:.*?))<\/script>/)).output.1
    let words = try JSONValue(parsing: String(page))
    #expect(words["words"]?["da"]?["save"]?.string == "Gem" && words["words"]?["ja"]?["save"]?.string == "保存")
    #expect(
      words["reasons"]?["check.placeholder.missing"]?["en"]?.string
        == "The source text has this placeholder, and the proposal does not. Write it where the value belongs.")
    #expect(words["actions"]?["delete"]?.elements?.contains { $0.string == "löschen" } == true)
    #expect(words["template"]?.string?.contains(#"id="nstack-review-data">{{data}}</script>"#) == true)
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
