import NStackAPI
import NStackSandbox
import Testing

@Suite(.sandbox) struct SandboxProposalTests {
  private let sandbox = SandboxFixture.current

  static let text = TextIdentity(section: "products", key: "soldOut", locale: "da-DK")

  @Test func `Loaded proposals that are deletable belong to the sandbox's guid`() async throws {
    let mine = try await sandbox.pending
    #expect(mine.count == 12)
    #expect(mine.filter(\.canDelete).map(\.id) == [101, 102, 105, 107, 109, 111])
    #expect(mine[1].value == "Send mig ugens brød")
    let others = try await sandbox.client(guid: "somebody").proposals(state: .unaccepted)
    #expect(others.map(\.id) == mine.map(\.id))
    #expect(others.filter(\.canDelete) == [])
  }

  @Test(arguments: ["a&b=c+d%e é\n🍞", "=1+1", "cafe\u{301}", "  edge  ", "<b>%1$@</b>", "100 %20 %C3", "\u{0}\u{8}"])
  func `A proposed value arrives unchanged and is listed`(value: String) async throws {
    let proposal = try await sandbox.client.propose(value, for: Self.text)
    #expect(Array(proposal.value.utf8) == Array(value.utf8))
    #expect(proposal.text == Self.text)
    #expect(proposal.canDelete)
    #expect(try await sandbox.pending.first { $0.id == proposal.id }.map { Array($0.value.utf8) } == Array(value.utf8))
    #expect(try await sandbox.client(guid: "x").proposals(state: .all).last?.canDelete == false)
  }

  @Test(
    arguments: [409: [.sameValueConflict], 412: [], 422: [.sameValueUnprocessable]] as [Int: Set<Scenario.Variant>])
  func `The same value by the same guid is refused`(status: Int, variants: Set<Scenario.Variant>) async throws {
    try await withSandbox(variants) { sandbox async throws in
      _ = try await sandbox.client.propose("Desværre udsolgt", for: Self.text)
      let error = await failure { try await sandbox.client.propose("Desværre udsolgt", for: Self.text) }
      #expect(error?.code == .rejected)
      #expect(error?.status == status)
      #expect(error?.message == "The same value is already proposed")
      #expect(error?.delivery == .definite)
      _ = try await sandbox.client(guid: "somebody").propose("Desværre udsolgt", for: Self.text)
      #expect(sandbox.server.requests.count("POST") == 3)
    }
  }

  @Test(arguments: [true, false]) func `Another value overrides the guid's own proposal`(isIdentifierKept: Bool)
    async throws
  {
    try await withSandbox(isIdentifierKept ? [] : [.renewedIdentifiers]) { sandbox async throws in
      let other = try await sandbox.client(guid: "somebody").propose("Alt er væk", for: Self.text)
      let first = try await sandbox.client.propose("Desværre udsolgt", for: Self.text)
      let second = try await sandbox.client.propose("Udsolgt", for: Self.text)
      #expect((second.id == first.id) == isIdentifierKept)
      let standing = try await sandbox.pending.filter { $0.text == Self.text }
      #expect(standing.map(\.id) == [other.id, second.id])
      #expect(standing.map(\.value) == ["Alt er væk", "Udsolgt"])
    }
  }

  @Test func `Another value may override everybody's proposals`() async throws {
    try await withSandbox([.overridesEverybody]) { sandbox async throws in
      _ = try await sandbox.client(guid: "somebody").propose("Alt er væk", for: Self.text)
      let mine = try await sandbox.client.propose("Udsolgt", for: Self.text)
      #expect(try await sandbox.pending.filter { $0.text == Self.text }.map(\.id) == [mine.id])
    }
  }

  @Test(arguments: [[.bareDeletions], []] as [Set<Scenario.Variant>])
  func `A proposal is deleted once, by its own guid only`(variants: Set<Scenario.Variant>) async throws {
    try await withSandbox(variants) { sandbox async throws in
      let foreign = try sandbox.client(guid: "somebody")
      let error = await failure { try await foreign.deleteProposal(id: 101) }
      #expect(error?.code == .notOwner)
      #expect(error?.message == "another guid made this proposal: Invalid guid")
      #expect(try await sandbox.client.deleteProposal(id: 101))
      #expect(try await sandbox.client.deleteProposal(id: 101) == false)
      #expect(try await sandbox.client.proposals(state: .all).map(\.id) == Array(102...112))
      #expect(sandbox.server.requests.count("DELETE") == 3)
    }
  }

  @Test func `A posted value may come back without its edge white space`() async throws {
    try await withSandbox([.trimmedValues]) { sandbox async throws in
      #expect(try await sandbox.client.propose(" Udsolgt\n", for: Self.text).value == "Udsolgt")
    }
  }

  @Test(arguments: [
    ("section=s&key=k&locale=da-DK&platform=mobile&guid=g", 412, "The value field is required."),
    ("section=s&key=k&value[]=v&locale=da-DK&platform=mobile&guid=g", 412, "The value must be a string."),
    ("section=s&key=k&value=%C3%28&locale=da-DK&platform=mobile&guid=g", 412, "The value is not valid UTF-8."),
    ("section=s&key=k&value=v&locale=da-DK&platform=mobile", 412, "The guid field is required."),
    ("section=products&key=soldOut&value=v&locale=xx&platform=mobile&guid=g", 412, "The selected locale is invalid."),
    ("section=products&key=soldOut&value=v&locale=da-DK&platform=tv&guid=g", 445, "Entity not found"),
    ("section=products&key=none&value=v&locale=da-DK&platform=mobile&guid=g", 445, "Entity not found"),
    ("section=products&key=SoldOut&value=v&locale=da-DK&platform=mobile&guid=g", 445, "Entity not found"),
  ]) func `A form is checked as NStack checks it`(form: String, status: Int, words: String) async throws {
    let answer = try await sandbox.send("POST", "/api/v2/content/localize/proposals", body: form)
    #expect(answer.status == status)
    #expect(answer.text.contains("\"\(words)\""))
  }

  @Test func `A proposal for an unknown text may be allowed`() async throws {
    try await withSandbox([.unknownTexts]) { sandbox async throws in
      let text = TextIdentity(section: "new", key: "one", locale: "da-DK")
      #expect(try await sandbox.client.propose("Ny", for: text).text == text)
    }
  }

  @Test func `An accepted proposal is the newest text, and the published one after publishing`() async throws {
    let server = sandbox.server
    #expect(try server.acceptProposal(id: 102))
    #expect(try !server.acceptProposal(id: 102))
    #expect(try await sandbox.client.proposals(state: .accepted).map(\.id) == [102])
    #expect(try await sandbox.client.proposals(state: .all).count == 12)
    #expect(try await sandbox.pending.count == 11)
    var configuration = try server.clientConfiguration()
    configuration.texts = .published
    let published = NStackClient(configuration: configuration, transport: sandbox.transport)
    #expect(try await sandbox.resource("da-DK").value("account", "newsletter") == "Send mig ugens brød")
    #expect(try await sandbox.resource("da-DK", published).value("account", "newsletter") == nil)
    try server.publish()
    #expect(try await sandbox.resource("da-DK", published).value("account", "newsletter") == "Send mig ugens brød")
    #expect(try await sandbox.resource("da-DK", published).value("account", "phone") == "Telefonnummer")
  }

  @Test func `A guid's proposed values may be served in place of the published ones`() async throws {
    try await withSandbox([.proposedValues]) { sandbox async throws in
      let path = "/api/v2/content/localize/resources/platforms/mobile?dev=true&guid=" + sandbox.server.guid
      #expect(try await sandbox.send("GET", path).text.contains("/resources/302-newest/for/\(sandbox.server.guid)\""))
      let resource = try await sandbox.send("GET", "/api/v2/content/localize/resources/302?guid=" + sandbox.server.guid)
      #expect(resource.text.contains(#""newsletter": "Send mig ugens brød""#))
      #expect(try await sandbox.resource("da-DK").value("account", "newsletter") == nil)
    }
  }

  @Test func `What was asked can be asked for, also over HTTP`() async throws {
    _ = try await sandbox.client.propose("Udsolgt", for: Self.text)
    _ = try await sandbox.pending
    let answer = try await sandbox.send("GET", "/sandbox/requests", headers: [])
    let text = answer.text
    #expect(text.hasPrefix(#"{"counts":{"GET":1,"POST":1},"requests":[{"method":"POST","#))
    #expect(text.contains("value=Udsolgt&locale=da-DK"))
    #expect(!text.contains(sandbox.server.restAPIKey.reveal()))
    #expect(try await sandbox.send("DELETE", "/sandbox/requests", headers: []).status == 200)
    #expect(sandbox.server.requests.counts.isEmpty)
    #expect(try await sandbox.send("POST", "/sandbox/proposals/103/accept", headers: []).status == 200)
    #expect(try await sandbox.send("POST", "/sandbox/proposals/103/accept", headers: []).status == 445)
  }

  @Test func `Many writes at the same time all arrive`() async throws {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask {
          let text = TextIdentity(section: "products", key: "soldOut", locale: "ja-JP")
          let client = try? sandbox.client(guid: "guid-\(number)")
          return (try? await client?.propose("売り切れ \(number)", for: text)) != nil
        }
      }
      for await isDone in group { #expect(isDone) }
    }
    #expect(try await sandbox.pending.count == 112)
    #expect(sandbox.server.requests.count("POST") == 100)
  }
}
