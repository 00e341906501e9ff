import HTTPMessages
import NStackAPI
import Testing

struct NStackCallTests {
  @Test func `The worked example of the article reads its answer`() async throws {
    let transport = ScriptedTransport([
      .json(#"{"data": [{"id": 1, "name": "Africa", "code": "AF", "image": null}]}"#), .json(""),
    ])
    let client = try transport.client
    let continents = try await client.answer(to: .continents)
    #expect(continents == [Continent(id: 1, name: "Africa", code: "AF")])
    try await client.answer(to: .feedback("Mere brød & smør = godt + nemt", about: "1.2"))

    let request = transport.requests[0]
    #expect(request.method == "GET")
    #expect(request.url == "https://nstack.example/api/v2/geographic/continents")
    #expect(request.headers.filter { $0.name == "Accept" }.map(\.value) == ["application/vnd.nodes.v1+json"])
    #expect(request.headers.contains { $0.name == "X-Rest-Api-Key" && $0.value == "key-1" })
    #expect(request.body == nil)
    let feedback = transport.requests[1]
    #expect(feedback.method == "POST")
    #expect(
      feedback.body.map { String(decoding: $0, as: UTF8.self) }
        == "message=Mere%20br%C3%B8d%20%26%20sm%C3%B8r%20%3D%20godt%20%2B%20nemt&app_version=1.2")
    #expect(feedback.headers.filter { $0.name == "Content-Type" }.map(\.value) == ["application/x-www-form-urlencoded"])
    #expect(feedback.headers.contains { $0.name == "Accept" && $0.value == "application/json" })
  }

  @Test(arguments: [
    #"{"data": [], "meta": {"pagination": {"current_page": 1, "total_pages": 2}}}"#,
    #"{"data": [], "next_page_url": "/api/v2/geographic/continents?page=2"}"#,
    #"{"data": [], "meta": {"has_more": true}}"#, #"{"data": [], "total": 7, "per_page": 2}"#,
  ]) func `One page of several is not the whole list`(answer: String) async throws {
    let error = try await failure(.json(answer)) { try await $0.answer(to: .continents) }
    #expect(error?.code == .badBody)
    #expect(error?.message.hasPrefix("the answer: it is one page of several, and this call reads only one") == true)
  }

  @Test func `The only page of a list is the whole list`() async throws {
    let answer = #"{"data": [], "meta": {"pagination": {"current_page": 1, "total_pages": 1}}, "total": 0}"#
    #expect(try await ScriptedTransport([.json(answer)]).client.answer(to: .continents) == [])
  }

  @Test func `An answer that is not wrapped is read whole`() async throws {
    let transport = ScriptedTransport([
      .json(#"[{"id": 1, "name": "Africa", "code": "AF"}]"#), .json(#"{"status": "failed", "total": 7}"#), .json("3"),
      .json(#"{"data": 3}"#),
      .status(200, "[]", headers: [(name: "Link", value: #"</continents?page=2>; rel="next""#)]),
    ])
    let client = try transport.client
    let all = NStackCall<[Continent]>(.get, "/continents", isWrapped: false)
    let number = NStackCall<Int>(.get, "/number", isWrapped: false)
    #expect(try await client.answer(to: all) == [Continent(id: 1, name: "Africa", code: "AF")])
    struct Job: Decodable, Equatable {
      let status: String
      let total: Int
    }
    #expect(
      try await client.answer(to: NStackCall<Job>(.get, "/job", isWrapped: false)) == Job(status: "failed", total: 7))
    #expect(try await client.answer(to: number) == 3)
    let wrapped = await failure { try await client.answer(to: number, retries: .none) }
    #expect(wrapped?.message.contains("the answer is not Int") == true, "\(wrapped?.message ?? "")")
    let page = await failure { try await client.answer(to: all, retries: .none) }
    #expect(page?.message.hasPrefix("the answer: it is one page of several") == true, "\(page?.message ?? "")")
  }

  @Test func `A body in JSON has its members in order, and its content type`() async throws {
    struct Order: Encodable {
      let weight: Double
      let count: Int
    }
    let transport = ScriptedTransport([.json("{}")])
    let call = try NStackCall<Void>(.put, "/api/v2/orders/\(7)", body: .json(Order(weight: 0.5, count: 3)))
    try await transport.client.answer(to: call)
    #expect(transport.requests[0].body.map { String(decoding: $0, as: UTF8.self) } == #"{"count":3,"weight":0.5}"#)
    #expect(transport.requests[0].headers.contains { $0.name == "Content-Type" && $0.value == "application/json" })
    let error = thrown { try CallBody.json(Order(weight: .nan, count: 0)) }
    #expect(error?.code == .configuration)
  }

  @Test func `What is interpolated into a path stays one step of it`() {
    let name = "a/b?c#d é%"
    let path: CallPath = "/api/v2/\(name)/x"
    #expect(path.description == "/api/v2/a%2Fb%3Fc%23d%20%C3%A9%25/x")
  }

  @Test(
    arguments: [
      "/a/../b", "/a/%2e%2E/b", "/..", "api/x", "", "/a b", "/a?b=c", "/a#b", "/a\\b", "/a\r\nX: y", "/é",
      // What is interpolated leads to another path.
      "/api/\(".")/x", "/api/\("..")/x", "/api/\("../../x")/x", "/api/\("..\\x")/x",
    ] as [CallPath]) func `A path with anything else than a path, or that leads to another one, is not sent`(
      path: CallPath
    ) async throws
  {
    let transport = ScriptedTransport([])
    let error = await failure { try await transport.client.answer(to: NStackCall<Void>(.get, path)) }
    #expect(error?.code == .configuration)
    #expect(error?.delivery == .notSent)
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [
    ("X-Rest-Api-Key", "mine"), ("x-application-id", "mine"), ("Host", "evil.example"), ("Content-Length", "0"),
    ("Transfer-Encoding", "chunked"), ("Content-Type", "text/plain"), ("Connection", "close"),
    ("X-Own", "a\r\nX-Rest-Api-Key: b"), ("X-Own", "a\nb"), ("X-Own", "é"), ("X Own", "a"), ("X-Own:", "a"), ("", "a"),
    ("X-Own\r\nHost", "a"),
  ]) func `A header that would break the request or replace the client's is not sent`(name: String, value: String)
    async throws
  {
    let transport = ScriptedTransport([])
    #expect(
      await failure {
        try await transport.client.answer(to: NStackCall<Void>(.get, "/api/v2/x", headers: [(name, value)]))
      }?.code == .configuration)
    #expect(transport.requests.isEmpty)
  }

  @Test func `Headers of a call replace the client's own in any case`() async throws {
    let transport = ScriptedTransport([.json("")])
    let call = NStackCall<Void>(
      .get, "/api/v2/x", headers: [("accept-language", "it"), ("X-Own", "1"), ("N-Meta", "ios;production;1;2;3")])
    try await transport.client.answer(to: call)
    let headers = transport.requests[0].headers
    #expect(headers.filter { $0.name.lowercased() == "accept-language" }.map(\.value) == ["it"])
    #expect(headers.filter { $0.name == "N-Meta" }.map(\.value) == ["ios;production;1;2;3"])
    #expect(headers.contains { $0.name == "X-Own" && $0.value == "1" })
  }

  @Test(arguments: [
    #"{"data": [{"id": 1, "name": "x"}]}"#: "data[0] has no \"code\"",
    #"{"data": [{"id": "x", "name": "x", "code": "y"}]}"#: "data[0].id is not Int", #"{"other": 1}"#: "has no \"data\"",
    "[]": "a list where an object is expected", "<html>": "web page", "": "not JSON",
    #"{"error": "out of order", "data": []}"#: "out of order",
  ]) func `An answer of another shape is an error that says where`(body: String, words: String) async throws {
    let answers = [ScriptedTransport.Answer](repeating: .json(body), count: 8)
    let client = try ScriptedTransport(answers).client
    let error = await failure { try await client.answer(to: .continents) }
    #expect(error?.code == .badBody)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(error?.request == "GET /api/v2/geographic/continents")
  }

  @Test func `A read is repeated, and an unconfirmed write is not`() async throws {
    let transport = ScriptedTransport([.failure(.timeout, .unconfirmed), .json(#"{"data": []}"#)])
    #expect(try await transport.client.answer(to: .continents) == [])
    let write = ScriptedTransport([.failure(.timeout, .unconfirmed)])
    #expect(await failure { try await write.client.answer(to: .feedback("x", about: "1")) }?.code == .timeout)
    #expect(write.requests.count == 1)
  }

  @Test func `Another service is called at its address, and gets no credentials`() async throws {
    let transport = ScriptedTransport([.json(""), .json(""), .json("")])
    let configuration = try NStackConfiguration(
      hosts: HostChoice(.production, Country("it"), in: ShopHosts.table()), applicationID: Secret("a"),
      restAPIKey: Secret("k"), guid: "g")
    let client = NStackClient(configuration: configuration, transport: transport)
    #expect(configuration.baseURL == "https://it-api.example.com")
    try await client.answer(to: NStackCall<Void>(.get, "/basket", of: .shop))
    var call = NStackCall<Void>(.get, "/basket")
    call.service = .shop
    try await client.answer(to: call)
    try await client.answer(to: NStackCall<Void>(.get, "/api/v2/x"))
    let requests = transport.requests
    #expect(
      requests.map(\.url) == [
        "https://www.example.it/basket", "https://www.example.it/basket", "https://it-api.example.com/api/v2/x",
      ])
    #expect(requests.map { $0.headers.contains { $0.name == "X-Rest-Api-Key" } } == [false, false, true])
    let unknown = await failure {
      try await client.answer(to: NStackCall<Void>(.get, "/x", of: HostService(rawValue: "shpo")))
    }
    #expect(unknown?.code == .unknownHost)
    let alone = try ScriptedTransport([]).client
    #expect(await failure { try await alone.answer(to: NStackCall<Void>(.get, "/x", of: .shop)) }?.code == .unknownHost)
  }
}
