import Foundation
import HTTPCurl
import HTTPMessages
import Synchronization
import Testing

struct TransportTests {
  static let whole = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\nX-One: 1\r\n\r\n{}"

  @Test func `A request arrives as it is, and its answer comes back whole`() async throws {
    try await withServer([[.send(Self.whole)]]) { server, transport in
      let response = try await transport.send(
        request(server, "POST", "/a/b?c=%20", headers: [(name: "X-Two", value: "2")], body: "v=%26"))
      #expect(response.status == 200)
      #expect(response.header("x-one") == "1")
      #expect(response.body == Array("{}".utf8))
      let lines = server.requests[0].split(separator: "\r\n").map(String.init)
      #expect(lines[0] == "POST /a/b?c=%20 HTTP/1.1")
      #expect(lines.last == "v=%26")
      #expect(lines.contains("X-Two: 2"))
      #expect(lines.contains { $0.lowercased() == "content-length: 5" })
    }
  }

  @Test(arguments: ["GET", "POST", "DELETE"]) func `A refused connection means that nothing was sent`(method: String)
    async throws
  {
    try await withServer([[]]) { server, transport in
      server.stop()
      let error = await failure(transport, request(server, method, body: method == "POST" ? "v=1" : nil))
      #expect(error?.code == .unreachable)
      #expect(error?.delivery == .notSent)
      #expect(error?.request == "\(method) /r")
    }
  }

  @Test(
    arguments: [
      [], [.reset], [.send("HTTP/1.1 201 Created\r\nContent-Len")],
      [.send("HTTP/1.1 201 Created\r\nContent-Length: 9\r\n\r\n{")],
      [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"da")],
      [.send("SSH-2.0-OpenSSH_9.2\r\n\r\n")],
    ] as [[LoopbackServer.Step]]) func `A connection that breaks after the request leaves it unconfirmed`(
      steps: [LoopbackServer.Step]
    ) async throws
  {
    for (method, body) in [("POST", "v=1"), ("DELETE", nil)] {
      try await withServer([steps]) { server, transport in
        let error = await failure(transport, request(server, method, body: body))
        #expect(error?.code == .connectionLost)
        #expect(error?.delivery == .unconfirmed)
        #expect(server.requests.count == 1)
      }
    }
  }

  @Test func `Of a refusal that comes instead of a file, a megabyte is kept and nothing passed on`() async throws {
    let piece = String(repeating: "x", count: 1 << 16)
    let head = "HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n"
    let script = [[.send(head)] + (0..<64).map { _ in LoopbackServer.Step.send(piece) }]
    try await withServer(script) { server, transport in
      let response = try await transport.send(request(server, "GET", maximum: 1 << 28)) { _ in
        Issue.record("a refusal was passed on")
        return true
      }
      #expect(response.status == 403)
      #expect(response.body == [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20))
    }
  }

  @Test func `The second answer to one request is never that of the next`() async throws {
    let answer = { (body: String) in "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(body)" }
    // The server reads one request of a connection, so only the first may be used again.
    let last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\n3"
    let twice: [LoopbackServer.Step] = [.send(answer("1") + answer("2")), .wait(milliseconds: 300)]
    let script = [twice, [.send(last)]]
    try await withServer(script, options: .init(connectionsPerHost: 1)) { server, transport in
      // The second waits for the only connection, and is given it as soon as the first answer ends.
      let bodies = await withTaskGroup(of: String.self) { group in
        for _ in 0..<2 {
          group.addTask {
            guard let response = try? await transport.send(request(server, "GET")) else { return "failed" }
            return String(decoding: response.body, as: UTF8.self)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(bodies.contains("1"))
      #expect(!bodies.contains("2"))
      // What comes next has a connection of its own.
      let next = try await transport.send(request(server, "GET"))
      #expect(next.body == Array("3".utf8))
    }
  }

  @Test func `Silence ends a call after the idle time`() async throws {
    let steps: [LoopbackServer.Step] = [
      .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), .wait(milliseconds: 3000),
    ]
    try await withServer([[.wait(milliseconds: 3000)], steps], options: .init(idleTimeout: .milliseconds(200))) {
      server, transport in
      for _ in 0..<2 {
        let error = await failure(transport, request(server, "POST", body: "v=1"))
        #expect(error?.code == .timeout, "\(String(describing: error?.cause))")
        #expect(error?.delivery == .unconfirmed)
      }
    }
  }

  @Test func `A trickle ends with the time for the whole call`() async throws {
    let trickle = (0..<2400).flatMap { _ in [LoopbackServer.Step.wait(milliseconds: 50), .send("x")] }
    let head = LoopbackServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    let endlessHead = LoopbackServer.Step.send("HTTP/1.1 200 OK\r\nX-Long: ")
    try await withServer([[head] + trickle, [endlessHead] + trickle]) { server, transport in
      for _ in 0..<2 {
        // A whole answer would take two minutes: only the time allowed can end this one.
        let error = await failure(transport, request(server, "GET", timeout: .milliseconds(300)))
        #expect(error?.code == .timeout, "\(String(describing: error?.cause))")
      }
    }
  }

  @Test(
    arguments: [
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n{}")],
      [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")]
        + Array(repeating: .send("400\r\n" + String(repeating: "x", count: 1024) + "\r\n"), count: 20)
        // The connection stays open, so that its end cannot be noticed before the limit.
        + Array(repeating: [.wait(milliseconds: 20), .send("1\r\nx\r\n")], count: 3000).flatMap(\.self),
    ] as [[LoopbackServer.Step]]) func `An answer beyond the limit is not read to its end`(steps: [LoopbackServer.Step])
    async throws
  {
    try await withServer([steps]) { server, transport in
      let error = await failure(transport, request(server, "POST", body: "v=1", maximum: 10_000))
      #expect(error?.code == .tooLarge)
      #expect(error?.delivery == .unconfirmed)
    }
  }

  @Test func `The body of a file is passed on piece by piece, and not held`() async throws {
    let piece = String(repeating: "x", count: 50_000)
    let steps: [LoopbackServer.Step] =
      [.send("HTTP/1.1 200 OK\r\nX-One: 1\r\nContent-Length: 150000\r\n\r\n")]
      + Array(repeating: [.send(piece), .wait(milliseconds: 50)], count: 3).flatMap(\.self)
    try await withServer([steps]) { server, transport in
      let pieces = Mutex<[Int]>([])
      let response = try await transport.send(request(server, "GET")) { bytes in
        pieces.withLock { $0.append(bytes.count) }
        return true
      }
      #expect(response.status == 200)
      #expect(response.header("x-one") == "1")
      #expect(response.body.isEmpty)
      #expect(pieces.withLock { $0.reduce(0, +) } == 150_000)
      #expect(pieces.withLock { $0.count } >= 3)
    }
  }

  @Test func `A file that is not wanted is not read to its end`() async throws {
    let endless: [LoopbackServer.Step] =
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nx")]
      + Array(repeating: [.wait(milliseconds: 20), .send("x")], count: 3000).flatMap(\.self)
    try await withServer([endless]) { server, transport in
      #expect(
        await failure { () async throws(TransportError) in
          try await transport.send(request(server, "GET")) { _ in false }
        }?.code == .cancelled)
    }
  }

  @Test func `A compressed answer is decompressed up to the limit`() async throws {
    let packed = try #require(Data(base64Encoded: self.packed))
    let head =
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\nContent-Length: \(packed.count)\r\n\r\n"
    let steps: [LoopbackServer.Step] = [.send(head), .sendBytes(Array(packed))]
    try await withServer([steps]) { server, transport in
      let response = try await transport.send(request(server, "GET", maximum: 200_000))
      #expect(response.body.count == 100_011)
      #expect(response.body.starts(with: #"{"data":"aaa"#.utf8))
      #expect(await failure(transport, request(server, "GET", maximum: 50_000))?.code == .tooLarge)
    }
    try await withServer([steps], options: .init(decompressedSize: 50_000)) { server, transport in
      #expect(await failure(transport, request(server, "GET", maximum: 200_000))?.code == .tooLarge)
    }
  }

  @Test(arguments: [1, 11, 100]) func `A compressed answer that breaks off is not whole, whatever its length says`(
    missing: Int
  ) async throws {
    let packed = try #require(Data(base64Encoded: self.packed)).dropLast(missing)
    let head =
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\nContent-Length: \(packed.count)\r\n\r\n"
    try await withServer([[.send(head), .sendBytes(Array(packed))]]) { server, transport in
      #expect(await failure(transport, request(server, "GET", maximum: 200_000))?.code == .connectionLost)
    }
  }

  @Test(arguments: [
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nX-One: 1\r\nContent-Length: 2\r\n\r\n{}": 201,
    "HTTP/1.1 200 OK\r\nX-One: 1\r\nHTTP/1.1 500 x: y\r\nContent-Length: 2\r\n\r\n{}": 200,
    "HTTP/1.1 200 OK\r\nX-Two: a\u{B}b\u{2028}\r\nX-One: 1\r\nContent-Length: 2\r\n\r\n{}": 200,
    "HTTP/1.1 200 OK\r\nX-One: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nHTTP/1.1: 500\r\nX-One: 2\r\n\r\n":
      200,
  ]) func `One head makes the status and the headers, whatever its lines look like`(answer: String, status: Int)
    async throws
  {
    try await withServer([[.send(answer)]]) { server, transport in
      let response = try await transport.send(request(server, "POST", body: "v=1"))
      #expect(response.status == status)
      #expect(response.header("x-one") == "1")
      #expect(response.body == Array("{}".utf8))
    }
  }

  @Test func `A file of certificates may be a pipe`() throws {
    let path = "\(NSTemporaryDirectory())certificates-\(UUID())"
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    Thread.detachNewThread {
      let file = fopen(path, "w")
      // This file itself must have no certificate in it for another test.
      fputs(["-----BEGIN", "CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"].joined(separator: " "), file)
      fclose(file)
    }
    _ = try CurlTransport(options: .init(certificateFile: path))
  }

  @Test(arguments: [301, 302, 303, 307, 308]) func `A redirect is an answer and is not followed`(status: Int)
    async throws
  {
    try await withServer([[.send(Self.whole)]]) { target, transport in
      let head =
        "HTTP/1.1 \(status) Elsewhere\r\nLocation: http://127.0.0.1:\(target.port)/\r\nContent-Length: 0\r\n\r\n"
      try await withServer([[.send(head)]]) { server, _ in
        let response = try await transport.send(request(server, "GET"))
        #expect(response.status == status)
        #expect(server.requests.count == 1)
        #expect(target.requests.isEmpty)
      }
    }
  }

  @Test func `A server without TLS is not spoken to over TLS`() async throws {
    let server = try LoopbackServer([[.send("HTTP/1.1 400 Bad Request\r\n\r\n")]], readsRequests: false)
    let transport = try CurlTransport()
    for (method, body) in [("POST", "v=1"), ("DELETE", nil)] {
      var asked = request(server, method, body: body)
      asked.url = "https://127.0.0.1:\(server.port)/r"
      let error = await failure(transport, asked)
      #expect(error?.code == .tls)
      #expect(error?.delivery == .notSent)
    }
    await transport.shutdown()
    server.stop()
  }

  @Test func `A cancelled call ends at once`() async throws {
    try await withServer([[.wait(milliseconds: 20_000)]]) { server, transport in
      let task = Task { await failure(transport, request(server, "POST", body: "v=1")) }
      while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      let start = ContinuousClock.now
      task.cancel()
      let error = await task.value
      #expect(error?.code == .cancelled)
      #expect(error?.delivery == .unconfirmed)
      #expect(ContinuousClock.now - start < .seconds(60))
    }
  }

  @Test func `After the shutdown nothing is sent`() async throws {
    try await withServer([[.send(Self.whole)]]) { server, transport in
      await transport.shutdown()
      await transport.shutdown()
      let error = await failure(transport, request(server, "GET"))
      #expect(error?.code == .unreachable)
      #expect(error?.delivery == .notSent)
    }
  }

  @Test func `A host beyond loopback is asked for at the proxy`() async throws {
    try await withServer([[.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")]]) { proxy, _ in
      let settings = try ProxySettings(url: "http://user:p%40ss@127.0.0.1:\(proxy.port)", exceptions: "other.example")
      let transport = try CurlTransport(options: .init(proxy: settings))
      let error = await failure(
        transport,
        TransportRequest(method: "GET", url: "https://nstack.example/r", maximumResponseSize: 100, timeout: .seconds(5))
      )
      await transport.shutdown()
      #expect(error?.code == .unreachable)
      #expect(error?.delivery == .notSent)
      let lines = proxy.requests[0].split(separator: "\r\n").map(String.init)
      #expect(lines[0] == "CONNECT nstack.example:443 HTTP/1.1")
      #expect(lines.contains { $0.lowercased() == "proxy-authorization: basic dxnlcjpwqhnz" })
    }
  }

  @Test(arguments: [
    ("/nowhere/ca.pem", "the file of certificates /nowhere/ca.pem cannot be read: No such file or directory"),
    ("/tmp", "the file of certificates /tmp cannot be read: it is a folder"),
    (#filePath, "\(#filePath) has no certificates in PEM that can be read"),
  ]) func `A file that holds no certificates is refused, and why`(path: String, message: String) {
    let error = #expect(throws: TransportError.self) { try CurlTransport(options: .init(certificateFile: path)) }
    #expect(error?.code == .configuration)
    #expect(error?.message == message)
  }

  private func request(
    _ server: LoopbackServer, _ method: String, _ path: String = "/r", headers: [(name: String, value: String)] = [],
    body: String? = nil, maximum: Int = 1 << 20, timeout: Duration = .seconds(60)
  ) -> TransportRequest {
    TransportRequest(
      method: method, url: "http://127.0.0.1:\(server.port)\(path)", headers: headers,
      body: body.map { Array($0.utf8) }, maximumResponseSize: maximum, timeout: timeout)
  }

  private func failure(_ transport: CurlTransport, _ request: TransportRequest) async -> TransportError? {
    await failure { () async throws(TransportError) in try await transport.send(request) }
  }

  private func failure(_ body: () async throws(TransportError) -> TransportResponse) async -> TransportError? {
    do throws(TransportError) {
      _ = try await body()
      return nil
    } catch { return error }
  }

  private func withServer(
    _ script: [[LoopbackServer.Step]], options: CurlTransport.Options = .init(idleTimeout: .seconds(60)),
    _ body: (LoopbackServer, CurlTransport) async throws -> Void
  ) async throws {
    let server = try LoopbackServer(script)
    let transport = try CurlTransport(options: options)
    let result: Result<Void, any Error>
    do { result = .success(try await body(server, transport)) } catch { result = .failure(error) }
    await transport.shutdown()
    server.stop()
    try result.get()
  }

  /// `{"data":"aaa…"}` with a hundred thousand letters, as gzip packs it.
  private let packed =
    "H4sIAAAAAAACA+3BMQ0AIBAEMC8nAzeXIIGN4P1tMLS92T3NSgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBv5Q38Hy97q4YBAA=="
}
