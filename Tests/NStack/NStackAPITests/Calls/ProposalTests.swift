import NStackAPI
import Testing

struct ProposalTests {
  static let text = TextIdentity(section: "versionControl", key: "forceHeader", locale: "en-GB")

  static func proposal(
    id: String = "13", section: String = "versionControl", key: String = "forceHeader", locale: String = "en-GB",
    value: String = "new text"
  ) -> String {
    #"{"id":\#(id),"application_id":1,"key":"\#(key)","section":"\#(section)","locale":"\#(locale)","value":"\#(value)","can_delete":true}"#
  }

  @Test(arguments: [
    (ProposalState.unaccepted, "guid=guid-1"), (.accepted, "guid=guid-1&state=accepted"),
    (.all, "guid=guid-1&state=all"),
  ]) func `Proposals are listed for the guid, in the query and in headers`(state: ProposalState, query: String)
    async throws
  {
    let other = #"{"id":14,"key":"k","section":"s","locale":"da","value":"v"}"#
    let transport = ScriptedTransport([.json(#"{"data":[\#(Self.proposal(id: #""13""#)),\#(other)]}"#)])
    let proposals = try await transport.client.proposals(state: state)
    #expect(transport.requests[0].url == "https://nstack.example/api/v2/content/localize/proposals?" + query)
    let headers = transport.requests[0].headers.filter { ["guid", "state"].contains($0.name) }
    #expect(headers.map { "\($0.name)=\($0.value)" }.joined(separator: "&") == query)
    #expect(
      proposals == [
        Proposal(id: 13, text: Self.text, value: "new text", canDelete: true),
        Proposal(id: 14, text: TextIdentity(section: "s", key: "k", locale: "da"), value: "v", canDelete: false),
      ])
  }

  @Test func `A value is posted as a form in which every character arrives`() async throws {
    let value = "a&b=c+d%e é\n🍞"
    let transport = ScriptedTransport([.json(#"{"data":\#(Self.proposal(value: "a&b=c+d%e é\\n🍞"))}"#, status: 201)])
    let proposal = try await transport.client.propose(value, for: Self.text)
    let request = transport.requests[0]
    #expect(proposal.id == 13)
    #expect(proposal.value == value)
    #expect(request.method == "POST")
    #expect(request.url == "https://nstack.example/api/v2/content/localize/proposals")
    #expect(request.headers.contains { $0.name == "Content-Type" && $0.value == "application/x-www-form-urlencoded" })
    #expect(
      String(decoding: request.body ?? [], as: UTF8.self)
        == "section=versionControl&key=forceHeader&value=a%26b%3Dc%2Bd%25e%20%C3%A9%0A%F0%9F%8D%9E&locale=en-GB"
        + "&platform=mobile&guid=guid-1")
  }

  @Test(arguments: [
    ("new text", "new text", true), ("new text", "  new text\\n", true), ("new text", "\\u00a0new text", true),
    ("new text", "new  text", false), ("new text", "New text", false), ("new text", "", false),
    ("caf\u{E9}", "cafe\u{301}", false),
  ]) func `A write is done only if its answer echoes the value in its normal form, edge white space apart`(
    value: String, echo: String, isDone: Bool
  ) async throws {
    let answer = ScriptedTransport.Answer.json(#"{"data":\#(Self.proposal(value: echo))}"#)
    let error = try await failure(answer) { try await $0.propose(value, for: Self.text) }
    #expect((error == nil) == isDone)
    #expect(error.map { $0.code } == (isDone ? nil : .badBody))
    #expect(error.map { $0.delivery } == (isDone ? nil : .unconfirmed))
  }

  @Test(arguments: [
    proposal(section: "other"), proposal(key: "other"), proposal(locale: "da-DK"), #"{"id":13}"#, "[]", "null",
    proposal(id: #""x""#),
    #"{"id":1,"id":2,"key":"forceHeader","section":"versionControl","locale":"en-GB","value":"new text"}"#,
  ]) func `An answer about something else leaves an unconfirmed write`(data: String) async throws {
    let transport = ScriptedTransport([.json(#"{"data":\#(data)}"#)])
    let error = await failure { try await transport.client.propose("new text", for: Self.text) }
    #expect(error?.code == .badBody)
    #expect(error?.delivery == .unconfirmed)
    #expect(error?.status == 200)
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [
    #"{"message":"Proposal deleted"}"#, #"{"data":{"message":"Proposal deleted"}}"#,
    #"{"data":{"message":"Proposal deleted"},"meta":[]}"#,
  ]) func `A delete is done with a message, bare or wrapped`(answer: String) async throws {
    let transport = ScriptedTransport([.json(answer)])
    #expect(try await transport.client.deleteProposal(id: 13))
    #expect(transport.requests[0].method == "DELETE")
    #expect(transport.requests[0].url == "https://nstack.example/api/v2/content/localize/proposals/13?guid=guid-1")
  }

  @Test(arguments: ["", "<html></html>", "[]", #"{"data":[]}"#, #"{"data":{}}"#, "{}"])
  func `A delete answered with anything else is unconfirmed`(answer: String) async throws {
    let client = try ScriptedTransport([.json(answer, status: answer.isEmpty ? 204 : 200)]).client
    let error = await failure { try await client.deleteProposal(id: 13) }
    #expect(error?.code == .badBody)
    #expect(error?.delivery == .unconfirmed)
  }

  @Test(arguments: [
    (
      ScriptedTransport.Answer.json(#"{"data":[]}"#), NStackError.Code.notOwner,
      "another guid made this proposal: Invalid guid"
    ), (.status(401, "no"), .unauthorized, "Invalid guid"),
  ]) func `A refused delete is a foreign guid where reading goes well, and a refused key where it does not`(
    reading: ScriptedTransport.Answer, code: NStackError.Code, message: String
  ) async throws {
    let transport = ScriptedTransport([.status(401, #"{"message":"Invalid guid"}"#), reading])
    let error = await failure { try await transport.client.deleteProposal(id: 13) }
    #expect(error?.code == code)
    #expect(error?.message == message)
    #expect(error?.delivery == .definite)
    #expect(error?.request == "DELETE /api/v2/content/localize/proposals/13")
    #expect(transport.requests.map(\.method) == ["DELETE", "GET"])
  }
}
