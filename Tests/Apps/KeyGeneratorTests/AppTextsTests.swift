import Basics
import KeyGenerator
import Resources
import Testing

@Suite("The texts that code is made from") struct AppTextsTests {
  private func source(_ locale: String, _ json: String, isDefault: Bool = false) throws -> AppTexts.Source {
    AppTexts.Source(
      locale: locale, isDefault: isDefault, texts: try ResourceReader.read(Array(json.utf8), locale: locale).texts)
  }

  @Test func `have the names of the default language first, and each language's values in the same order`() throws {
    let texts = AppTexts([
      try source("da", #"{"data":{"b":{"y":"ny","z":"kun dansk"},"a":{"x":"hej"}}}"#),
      try source("en", #"{"data":{"a":{"x":"hi","w":"__w"},"b":{"y":""}}}"#, isDefault: true),
    ])
    #expect(texts.names.map(\.path) == ["a.x", "a.w", "b.y", "b.z"])
    #expect(texts.languages.map(\.locale) == ["da", "en"])
    #expect(texts.languages[0].values == ["hej", nil, "ny", "kun dansk"])
    #expect(texts.languages[1].values == ["hi", nil, nil, nil])
    #expect(texts.defaultIndex == 1)
  }

  @Test func `take the first language where none is the default one`() throws {
    let texts = AppTexts([try source("da", #"{"data":{}}"#), try source("en", #"{"data":{"a":{"x":"hi"}}}"#)])
    #expect(texts.defaultLanguage.locale == "da")
    #expect(texts.languages[0].values == [nil])
  }

  @Test func `keep names apart that only look the same`() throws {
    let texts = AppTexts([try source("en", "{\"data\":{\"a\":{\"e\u{301}\":\"1\",\"\u{E9}\":\"2\"}}}")])
    #expect(texts.names.count == 2)
    #expect(texts.names[0] < texts.names[1])
  }
}
