import NStackAPI
import Testing

struct StatusErrorTests {
  @Test(arguments: [
    (400, NStackError.Code.rejected, NStackError.Delivery.definite), (401, .unauthorized, .definite),
    (403, .forbidden, .definite), (404, .notFound, .definite), (409, .rejected, .definite), (412, .rejected, .definite),
    (418, .unexpectedStatus, .definite), (422, .rejected, .definite), (445, .notFound, .definite),
    (500, .server, .unconfirmed), (502, .server, .unconfirmed), (503, .server, .unconfirmed),
    (504, .server, .unconfirmed), (301, .redirect, .definite), (302, .redirect, .unconfirmed),
    (303, .redirect, .unconfirmed), (307, .redirect, .definite), (308, .redirect, .definite),
    (304, .unexpectedStatus, .unconfirmed),
  ]) func `A status says what went wrong and what became of a write`(
    status: Int, code: NStackError.Code, delivery: NStackError.Delivery
  ) async throws {
    let transport = ScriptedTransport([.status(status, #"{"message":"why"}"#)])
    let error = await failure { try await transport.client.propose("x", for: ProposalTests.text) }
    #expect(error?.code == code)
    #expect(error?.delivery == delivery)
    #expect(error?.status == status)
    #expect(error?.request == "POST /api/v2/content/localize/proposals")
    #expect(transport.requests.count == 1)
  }

  // ServerWordsTests has the shapes in which words are found.
  @Test(arguments: [
    #"{"message":"plain"}"#: "plain", #"{"code":7}"#: #"{"code":7}"#, "": "the answer is empty",
    #"{"message":"\u001b[31mred\u202e"}"#: "<U+1B>[31mred<U+202E>",
  ]) func `The server's own words are found and made visible`(body: String, words: String) async throws {
    #expect(try await failure(.status(412, body)) { try await $0.languages() }?.message == words)
  }

  @Test(arguments: [
    "\n<html><head><title>\n Hotel  Wi-Fi\u{202E} </title></head></html>": #" It is called "Hotel Wi-Fi<U+202E>"."#,
    "\u{FEFF}<!DOCTYPE html><TITLE lang=en>Bad gateway</TITLE>": #" It is called "Bad gateway"."#, "<p>No title": "",
    "<title>": "", "<title></title>": "",
  ]) func `A web page in an answer's place is called one`(page: String, words: String) async throws {
    let sentence =
      "a web page came instead of NStack's answer, perhaps from a proxy, a firewall or a network's log-in page." + words
    for (status, code) in [200: NStackError.Code.badBody, 502: .server, 403: .forbidden] {
      let error = try await failure(.status(status, page)) { try await $0.propose("x", for: ProposalTests.text) }
      #expect(error?.code == code)
      #expect(error?.message == sentence)
      #expect(error?.isWebPage == (code == .badBody))
    }
  }

  @Test func `A page that is called one by its type alone, and a proxy that wants credentials`() async throws {
    let html = [(name: "content-type", value: "text/html; charset=utf-8")]
    let proxy = "the proxy requires credentials; put them into its URL: a web page"
    for (status, start) in [(200, "a web page came"), (407, proxy)] {
      let client = try ScriptedTransport([.status(status, "Sign in", headers: html)]).client
      let error = await failure { try await client.propose("x", for: ProposalTests.text) }
      #expect(error?.message.hasPrefix(start) == true)
      #expect(error?.delivery == (status == 407 ? .notSent : .unconfirmed))
    }
  }

  @Test func `A date in Retry-After is counted by the server's own clock where the server tells it`() async throws {
    let later = (name: "Retry-After", value: "Sun, 06 Nov 1994 08:59:37 GMT")
    for (date, seconds) in [("Sun, 06 Nov 1994 05:59:37 GMT", 10_800.0), ("no date", 600)] {
      let answer = ScriptedTransport.Answer.status(429, "busy", headers: [later, (name: "Date", value: date)])
      let client = try ScriptedTransport([ScriptedTransport.Answer](repeating: answer, count: 5)).client
      #expect(await failure { try await client.languages() }?.retryAfter == .seconds(seconds))
    }
  }

  @Test func `No error shows a credential`() async throws {
    for answer in [ScriptedTransport.Answer.status(401, "no"), .json("x"), .failure(.timeout, .unconfirmed)] {
      let error = try await failure(answer) { try await $0.propose("x", for: ProposalTests.text) }
      var dumped = ""
      dump(error, to: &dumped)
      #expect(error != nil)
      #expect(!dumped.contains("key-1") && !dumped.contains("application-1") && !dumped.contains("guid-1"))
    }
  }
}
