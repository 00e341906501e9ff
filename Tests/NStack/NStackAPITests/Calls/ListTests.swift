import Testing

@testable import NStackAPI

@Suite("Lists") struct ListTests {
  @Test func `ask each page with the parameters of the first, whatever the server writes`() async throws {
    for next in [
      "?page=2", "/api/v2/content/localize/proposals?page=2&guid=somebody", "https://nstack.example/p?page=2",
    ] {
      let transport = ScriptedTransport([
        .json(#"{"data":[\#(ProposalTests.proposal())],"next_page_url":"\#(next)"}"#), .json(#"{"data":[]}"#),
      ])
      _ = try await transport.client.proposals(state: .all)
      #expect(transport.requests[1].url.hasSuffix("?guid=guid-1&state=all&page=2"))
    }
  }

  @Test func `end with the limit of pages`() async throws {
    let transport = ScriptedTransport(
      (1...4).map { .json(#"{"data":[\#(ProposalTests.proposal(id: "\($0)"))],"last_page":9}"#) })
    var configuration = try transport.client.configuration
    configuration.limits.pages = 3
    let client = NStackClient(configuration: configuration, transport: transport, clock: transport.clock)
    #expect(await failure { try await client.proposals(state: .all) }?.code == .tooLarge)
    #expect(transport.requests.count == 3)
  }

  @Test func `tell what is known of an item that cannot be read`() async throws {
    let odd = #"{"id":7,"section":"s","key":"k","locale":"da-DK","value":null,"guid":"foreign"}"#
    let answer = #"{"data":[\#(ProposalTests.proposal()),\#(odd),null]}"#
    let list = try await ScriptedTransport([.json(answer)]).client.proposalList(state: .all)
    #expect(list.proposals.map(\.id) == [13])
    #expect(
      list.unread == [
        UnreadItem(
          kind: "proposal", id: 7, text: TextIdentity(section: "s", key: "k", locale: "da-DK"), locale: "da-DK",
          message: "the answer has an unexpected shape: data[1].value: found null where a string is expected"),
        UnreadItem(
          kind: "proposal", id: nil, text: nil, locale: nil,
          message: "the answer has an unexpected shape: data[2]: found null where an object is expected"),
      ])
    #expect(
      "\(list.unread[0])"
        == "a proposal 7 for s/k [da-DK] cannot be read and is left out: the answer has an unexpected shape: data[1].value: "
        + "found null where a string is expected")
  }

  @Test func `name the proposals of other platforms by their numbers alone`() async throws {
    let other = ProposalTests.proposal(id: "14").replacing("{\"id\"", with: "{\"platform\":\"web\",\"id\"")
    let transport = ScriptedTransport([.json(#"{"data":[\#(ProposalTests.proposal()),\#(other)]}"#)])
    let list = try await transport.client.proposalList(state: .all)
    #expect(list.proposals.map(\.id) == [13])
    #expect(list.otherPlatformIDs == [14])
  }

  @Test func `are asked for again where a web page comes, five times at most`() async throws {
    let page = ScriptedTransport.Answer.json("<html>Sign in</html>")
    let good = ScriptedTransport([page, page, .json(#"{"data":[]}"#)])
    #expect(try await good.client.proposals(state: .all).isEmpty)
    #expect(good.waits == [0.375, 0.75])
    let bad = ScriptedTransport(Array(repeating: page, count: 9))
    let error = await failure { try await bad.client.proposals(state: .all) }
    #expect(error?.code == .badBody)
    #expect(error?.status == 200)
    #expect(error?.isWebPage == true)
    #expect(bad.requests.count == 5)
  }

  @Test(arguments: [
    "https://b.example/x?y": "https://b.example/x?y", "//b.example/x": "https://b.example/x",
    "/x/../y/./z?q=/../": "https://a.example:8443/y/z?q=/../", "?q": "https://a.example:8443/p/f?q",
    "g": "https://a.example:8443/p/g", "../g/": "https://a.example:8443/g/", "../../..": "https://a.example:8443/",
    "g#fragment": "https://a.example:8443/p/g", "": nil, "mailto:x": nil, "ftp://b.example/": nil, "/with space": nil,
  ]) func `references are resolved as browsers do`(reference: String, expected: String?) throws {
    #expect(try #require(HTTPURL("https://a.example:8443/p/f?old=1")).resolve(reference) == expected)
  }
}
