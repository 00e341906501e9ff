import Testing

@testable import NStackAPI

@Suite("Redirects of resources") struct RedirectTests {
  private let body = ScriptedTransport.Answer.json(#"{"data":{"s":{"k":"v"}}}"#)

  private func redirect(_ target: String, status: Int = 302) -> ScriptedTransport.Answer {
    .status(status, headers: [(name: "Location", value: target)])
  }

  @Test(arguments: [301, 302, 303, 307, 308]) func `are followed without credentials, whatever their status`(
    status: Int
  ) async throws {
    let transport = ScriptedTransport([redirect("/elsewhere?x=1", status: status), body])
    #expect(try await transport.client.resource(.of("https://nstack.example/r/1")).sections[0].texts[0].value == "v")
    #expect(transport.requests.map(\.url) == ["https://nstack.example/r/1", "https://nstack.example/elsewhere?x=1"])
    let names = transport.requests.map { $0.headers.map(\.name) }
    #expect(names[0].contains("X-Rest-Api-Key") && names[0].contains("X-Application-Id"))
    #expect(
      !names[1].contains("X-Rest-Api-Key") && !names[1].contains("X-Application-Id") && !names[1].contains("N-Meta"))
  }

  @Test func `are followed three times and no further`() async throws {
    let hops = (1...4).map { redirect("https://cdn\($0).example/r") }
    let three = ScriptedTransport(Array(hops.prefix(3)) + [body])
    #expect(try await three.client.resource(.of()).sections.count == 1)
    let four = ScriptedTransport(hops + [body])
    let error = await failure { try await four.client.resource(.of()) }
    #expect(error?.code == .redirect)
    #expect(error?.message == "the server redirects more than 3 times")
    #expect(four.requests.count == 4)
  }

  @Test(arguments: [
    "http://cdn.example/r", "https://127.0.0.1/r", "https://127.1/r", "https://2130706433/r", "https://0x7f.0.0.1/r",
    "https://0/r", "https://10.1.2.3/r", "https://172.16.0.1/r", "https://172.31.255.255/r", "https://192.168.1.1/r",
    "https://169.254.169.254/latest", "https://100.64.0.1/r", "https://localhost/r", "https://api.localhost/r",
    "https://localhost./r", "https://[::1]/r", "https://[::]/r", "https://[fe80::1]/r", "https://[fd00::1]/r",
    "https://[::ffff:127.0.0.1]/r", "https://[::ffff:a00:1]/r", "https://[64:ff9b::a00:1]/r",
    "https://[2002:7f00:1::]/r", "https://[::7f00:1]/r", "ftp://cdn.example/r", "https://user@cdn.example/r",
    "javascript:alert(1)", "",
  ]) func `that lead away from https or to an address that is not public are not followed`(target: String) async throws
  {
    let transport = ScriptedTransport([redirect(target), body])
    let error = await failure { try await transport.client.resource(.of()) }
    #expect(error?.code == .redirect)
    #expect(error?.message.contains("; this redirect is not followed: ") == true)
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [
    "https://8.8.8.8/r", "https://172.32.0.1/r", "https://100.63.0.1/r", "https://[2606:4700::1]/r",
    "https://[::ffff:8.8.8.8]/r", "//cdn.example/r", "r2",
  ]) func `that lead to public addresses are followed`(target: String) async throws {
    let transport = ScriptedTransport([redirect(target), body])
    #expect(try await transport.client.resource(.of()).sections.count == 1)
    #expect(transport.requests.count == 2)
  }

  @Test func `to names with a private address are not followed, as far as the transport knows it`() {
    for (addresses, isRefused) in [
      ([], false), (["93.184.216.34"], false), (["93.184.216.34", "10.0.0.1"], true), (["fe80::1%eth0"], true),
      (["::1"], true), (["2606:4700::1"], false),
    ] as [([String], Bool)] {
      let rule = HTTPURL("https://cdn.example/r").flatMap { target in
        HTTPURL("https://nstack.example").map {
          RedirectRule.refusal(of: target, from: $0, base: $0, addresses: addresses)
        }
      }
      #expect((rule ?? "no URL") == (isRefused ? "it leads to a host with a private address" : nil))
    }
  }

  @Test func `may stay on this machine where the base URL is on it`() async throws {
    let transport = ScriptedTransport([redirect("http://127.0.0.1:9/r"), body])
    #expect(
      try await NStackClient.scripted(transport, baseURL: "http://127.0.0.1:8").resource(.of("http://127.0.0.1:8/r"))
        .sections.count == 1)
    let developers = try #require(HTTPURL("http://it-api.localhost.com:8000/r"))
    #expect(RedirectRule.refusal(of: developers, from: developers, base: developers, addresses: ["127.0.0.1"]) == nil)
  }

  @Test func `from plain http to plain http tell of the host that the texts came from`() async throws {
    let transport = ScriptedTransport([redirect("http://b.example/r"), body])
    #expect(try await transport.client.resource(.of("http://a.example/r")).unprotectedHost == "b.example")
  }

  @Test func `of every other call are not followed, and name their target`() async throws {
    let answer = redirect("https://nstack.example/elsewhere", status: 307)
    let calls: [(NStackClient) async -> NStackError?] = [
      { client in await failure { try await client.languages() } },
      { client in await failure { try await client.resourceIndex() } },
      { client in await failure { try await client.proposals(state: .all) } },
      { client in await failure { try await client.deleteProposal(id: 1) } },
      { client in await failure { try await client.propose("x", for: ProposalTests.text) } },
      { client in await failure { try await client.answer(to: .continents) } },
    ]
    for call in calls {
      let transport = ScriptedTransport([answer])
      let client = try transport.client
      let error = await call(client)
      #expect(error?.code == .redirect)
      #expect(error?.message == "the server redirects to https://nstack.example/elsewhere; redirects are not followed")
      #expect(transport.requests.count == 1)
    }
  }
}
