import Testing

@testable import HTTPMessages

@Suite("Guids in what is shown") struct GuidScrubTests {
  @Test(
    "are taken out of JSON, forms, query strings and prose",
    arguments: [
      #"{"guid":"abc-1","key":"k"}"#: #"{"guid":"…","key":"k"}"#, #"{"guid" : 42}"#: #"{"guid" : …}"#,
      #"{"owner_guid":"a b c"}"#: #"{"owner_guid":"…"}"#, #"{"GUID":"a"}"#: #"{"GUID":"…"}"#,
      #"{"guids":["a","b"],"x":1}"#: #"{"guids":…,"x":1}"#, #"{\"guid\":\"a\"}"#: #"{\"guid\":\"…\"}"#,
      "guid=abc&x=1": "guid=…&x=1", "x=1&guid=abc": "x=1&guid=…", "guid%3Dabc": "guid%3D…",
      "https://nstack.example/p?guid=a1#x y": "https://nstack.example/p?guid=… y",
      "no guid a1b2 here": "no guid … here", "Invalid guid: somebody-else": "Invalid guid: …",
      "The guid foreign-guid-abc is odd": "The guid … is odd", #"{"guid":"unfinished"#: #"{"guid":"…"#,
      "of 0f8fad5b-d9cb-469f-a165-70867728950e.": "of ….",
    ]) func scrubbed(text: String, expected: String)
  { #expect(Excerpt.visible(text) == expected) }

  @Test(arguments: [
    "Invalid guid", #"{"message":"Invalid guid"}"#, "guid: The guid field is required.", "the guide 12", "a-b-c-d-e",
    "0f8fad5b-d9cb-469f-a165", "The guid is wrong",
  ]) func `are nothing else`(text: String) { #expect(Excerpt.visible(text) == text) }

  @Test func `are not shown by the cut of a long answer`() {
    let padding = String(repeating: "é", count: 185)
    #expect(
      !Excerpt.visible(Array("\(padding){\"guid\":\"0f8fad5b\(String(repeating: "9", count: 2_000))\"}".utf8)).contains(
        "0f8f"))
  }
}
