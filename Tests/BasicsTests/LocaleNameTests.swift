import Basics
import Testing

@Suite("The spelling of locales")
struct LocaleNameTests {
  @Test("case and separator make no difference", arguments: ["en-EN", "en_EN", "EN_en"])
  func normalized(locale: String) {
    #expect(LocaleName.normalized(locale) == "en-en")
  }

  @Test("the language is the first part", arguments: [("pt-BR", "pt"), ("zh_Hant_TW", "zh"), ("DA", "da"), ("", "")])
  func language(locale: String, language: String) {
    #expect(LocaleName.language(of: locale) == language)
  }
}
