import Basics
import Testing

struct LanguageTagTests {
  @Test(arguments: [
    "pt": "pt", "PT_br": "pt-BR", "zh_hans_cn": "zh-Hans-CN", "es-419": "es-419", "en_EN": "en-EN",
    "ca-ES-valencia": "ca-ES-valencia", "fil": "fil", "zh-Hant": "zh-Hant",
  ]) func `case and the sign between the parts do not matter`(text: String, expected: String) {
    #expect(LanguageTag(text)?.description == expected)
  }

  @Test(arguments: ["", "e", "english", "pt-", "p1", "da DK", "da--DK", "*all*"]) func `other texts are not tags`(
    text: String
  ) { #expect(LanguageTag(text) == nil) }

  @Test(
    "a language serves its regions, but no other script",
    arguments: [
      ("pt", "pt-BR", LanguageTag.Fit.language), ("pt-PT", "pt-BR", .language), ("pt_br", "pt-BR", .locale),
      ("sr", "sr-Latn", nil), ("sr", "sr-Cyrl-RS", .language), ("pa", "pa-Arab", nil), ("zh", "zh-Hant", nil),
      ("zh", "zh-Hans", .language), ("da-Latn", "da", .language), ("no", "nb-NO", .language),
      ("zh-Hans", "zh-CN", .language), ("zh-Hant", "zh-CN", nil), ("zh-TW", "zh-CN", nil), ("en", "de", nil),
    ]) func fit(left: String, right: String, expected: LanguageTag.Fit?) throws
  { #expect(try #require(LanguageTag(left)).fit(for: #require(LanguageTag(right))) == expected) }
}
