import Testing

@testable import NStackAPI

@Suite("Guids in what is shown")
struct GuidScrubTests {
  @Test(
    "are taken out of JSON, forms, query strings and prose",
    arguments: [
      (#"{"guid":"abc-1","key":"k"}"#, #"{"guid":"…","key":"k"}"#), (#"{"guid" : 42}"#, #"{"guid" : …}"#),
      (#"{"owner_guid":"a b c"}"#, #"{"owner_guid":"…"}"#), (#"{"GUID":"a"}"#, #"{"GUID":"…"}"#),
      (#"{"guids":["a","b"],"x":1}"#, #"{"guids":…,"x":1}"#), (#"{\"guid\":\"a\"}"#, #"{\"guid\":\"…\"}"#),
      ("guid=abc&x=1", "guid=…&x=1"), ("x=1&guid=abc", "x=1&guid=…"), ("guid%3Dabc", "guid%3D…"),
      ("https://nstack.example/p?guid=a1#x y", "https://nstack.example/p?guid=… y"),
      ("no guid a1b2 here", "no guid … here"), ("Invalid guid: somebody-else", "Invalid guid: …"),
      ("The guid foreign-guid-abc is odd", "The guid … is odd"),
      (#"{"guid":"unfinished"#, #"{"guid":"…"#),
      ("of 0f8fad5b-d9cb-469f-a165-70867728950e.", "of …."),
    ])
  func scrubbed(text: String, expected: String) {
    #expect(Excerpt.visible(text) == expected)
  }

  @Test(
    "are nothing else",
    arguments: [
      "Invalid guid", #"{"message":"Invalid guid"}"#, "guid: The guid field is required.", "the guide 12", "a-b-c-d-e",
      "0f8fad5b-d9cb-469f-a165", "The guid is wrong",
    ])
  func others(text: String) {
    #expect(Excerpt.visible(text) == text)
  }

  @Test("are not shown by the cut of a long answer")
  func cut() {
    let padding = String(repeating: "é", count: 185)
    let shown = Excerpt.visible(Array("\(padding){\"guid\":\"0f8fad5b\(String(repeating: "9", count: 2_000))\"}".utf8))
    #expect(!shown.contains("0f8f"))
  }

  @Test("are in no error of a list whose items hold some")
  func errors() async throws {
    let item = #"{"id":1,"guid":"foreign-1","section":"s","key":"k","locale":"l","value":7}"#
    let client = try NStackClient.scripted(ScriptedTransport([.json(#"{"data":[\#(item)]}"#)]))
    let error = await failure { () async throws(NStackError) in try await client.proposals(state: .all) }
    #expect(error?.message.contains("data[0].value") == true)
    #expect(error?.description.contains("foreign") == false)
  }

  @Test("are in no resource that is kept")
  func kept() async throws {
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
      let client = try NStackClient.scripted(ScriptedTransport([.json(body)]))
      let resource = try await client.resource(
        ResourceCacheTests.entry(nil), caching: ResourceCaching(Cache(), trustsIndex: false))
      #expect(resource.sections.count == 1)
    }
  }
}
