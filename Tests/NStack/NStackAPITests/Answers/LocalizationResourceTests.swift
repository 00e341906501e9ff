import NStackAPI
import Testing

struct LocalizationResourceTests {
  @Test func `Sections put together elsewhere are a resource, each section and key once`() {
    let text = { (key: String, value: String?) in LocalizationResource.Text(key: key, value: value) }
    let resource = LocalizationResource(
      language: Language(id: 1, name: "", locale: "da", direction: .leftToRight, isDefault: true, isBestFit: true),
      sections: [
        .init(name: "s", texts: [text("a", "1"), text("b", nil), text("a", "é")]), .init(name: "t", texts: []),
        .init(name: "s", texts: [text("c", ""), text("b", "2")]),
      ], findings: [])
    #expect(resource.sections.map(\.name) == ["s", "t"])
    #expect(resource.sections.map { $0.texts.map(\.key) } == [["a", "b", "c"], []])
    #expect(resource.sections.map { $0.texts.map(\.value) } == [["é", "2", ""], []])
    #expect(resource.findings.isEmpty)
  }

  @Test func `What was left out keeps its code, which users switch on`() async throws {
    let transport = ScriptedTransport([.json(#"{"data":{"s":{"a":"1","a":"2","b":3}}}"#)])
    #expect(
      try await transport.client.resource(.of()).findings.map { [$0.code.rawValue, $0.section, $0.key] } == [
        ["resource.repeated-key", "s", "a"], ["resource.not-a-string", "s", "b"],
      ])
  }
}
