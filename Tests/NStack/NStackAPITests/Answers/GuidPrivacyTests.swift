import NStackAPI
import Testing

@Suite("Guids in answers") struct GuidPrivacyTests {
  @Test func `are in no error of a list whose items hold some`() async throws {
    let item = #"{"id":1,"guid":"foreign-1","section":"s","key":"k","locale":"l","value":7}"#
    let error = try await failure(.json(#"{"data":[\#(item)]}"#)) { try await $0.proposals(state: .all) }
    #expect(error?.message.contains("data[0].value") == true)
    #expect(error?.description.contains("foreign") == false)
  }

  @Test func `are in no resource that is kept`() async throws {
    final class Cache: ResourceCache {
      func resource(forLocale locale: String) -> CachedResource? { nil }
      func keep(_ resource: CachedResource, forLocale locale: String) {
        #expect(!String(decoding: resource.body, as: UTF8.self).contains("foreign"))
      }
    }
    let texts = #""s":{"k":"v"}"#
    for body in [
      #"{"data":{\#(texts)},"meta":{"guid":"foreign"}}"#, #"{"data":{\#(texts)},"proposals":[{"guid":"foreign"}]}"#,
      #"{"data":{\#(texts)}}"#, #"{"data":{\#(texts),"guid":"foreign"}}"#,
      #"{"data":{\#(texts),"proposals":[{"guid":"foreign"}]}}"#,
      #"{"data":{"translations":{\#(texts)},"guid":"foreign"}}"#,
      #"{"data":{\#(texts)},"meta":{"foreign":"0f8fad5b-d9cb-469f-a165-70867728950e"}}"#,
    ] {
      let answer = TransportResponse(status: 200, headers: [("ETag", "\"a\"")], body: Array(body.utf8))
      let client = try ScriptedTransport([.response(answer)]).client
      #expect(try await client.resource(ResourceCacheTests.entry(), cache: Cache()).sections.count == 1)
    }
  }
}
