import HTTPMessages
import Testing

@testable import NStackAPI

@Suite("Errors of the transport") struct TransportErrorTests {
  @Test func `arrive under the call's name, with the same code, sentence and delivery`() async throws {
    let failure = TransportError(
      .connectionLost, delivery: .unconfirmed, request: "POST /x", message: "the connection broke", cause: "reset")
    let client = try ScriptedTransport([.failure(failure)]).client
    let error = await NStackAPITests.failure { try await client.propose("new text", for: ProposalTests.text) }
    #expect(error?.code.rawValue == "net.connection-lost")
    #expect(error?.delivery == .unconfirmed)
    #expect(error?.request == "POST /api/v2/content/localize/proposals")
    #expect(error?.message == "the connection broke")
    #expect(error?.cause == "reset")
    #expect(error?.status == nil)
  }

  @Test(
    "have the codes by which programs know them",
    arguments: [
      (NStackError.Code.unreachable, "net.unreachable"), (.tls, "net.tls"), (.timeout, "net.timeout"),
      (.connectionLost, "net.connection-lost"), (.cancelled, "net.cancelled"), (.tooLarge, "net.too-large"),
      (.configuration, "api.configuration"), (.memory, "io.memory"),
    ]) func codes(code: NStackError.Code, name: String)
  { #expect(code.rawValue == name) }
}
