import Basics
import Testing

struct LocaleNameTests {
  @Test(arguments: ["en-EN", "en_EN", "EN_en", "en\u{2011}EN", "en\u{2212}EN"])
  func `case and separator make no difference`(locale: String) { #expect(LocaleName.normalized(locale) == "en-en") }

  @Test(arguments: ["pt-BR": "pt", "zh_Hant_TW": "zh", "DA": "da", "": ""]) func `the language is the first part`(
    locale: String, language: String
  ) { #expect(LocaleName.language(of: locale) == language) }
}

struct LanguagePriorityListTests {
  private let locales = ["en-GB", "da-DK", "de-DE", "en_EN", "zh-Hant-TW", "zh-Hans", "pt"]

  @Test(arguments: [
    "da-DK": "da-DK", "DA_dk": "da-DK", "da": "da-DK", "en-en": "en_EN", "en": "en-GB", "de-AT": "de-DE",
    "zh-Hans-CN": "zh-Hans", "zh-Hant": "zh-Hant-TW", "pt-BR": "pt", "pt-x-private": "pt", "fr, ja": nil, "*": nil,
    "": nil, ", ;q=1,": nil,
    // The heaviest comes first, and ranges of one weight in their order.
    "en;q=0.5, da;q=0.8": "da-DK", "da;q=0.8, de;q=0.8": "da-DK", "fr, da;q=0.1": "da-DK", "da;q=0.5, de": "de-DE",
    "da ; Q=0.5, de ;\tq=0.6": "de-DE", "da;q=7, de": "da-DK", "da;q=x, de;q=0.9": "da-DK",
    "da;q=nan, de;q=0.9": "de-DE", "de-AT;level=1;q=0.2, da;q=0.1": "de-DE",
    // A language with the weight zero is not chosen, unless its locale is named.
    "en, en-GB;q=0": "en_EN", "en;q=0, da;q=0.1": "da-DK", "en;q=0, en-EN": "en_EN", "da;q=0": nil,
    "da-DK, da;q=0": "da-DK",
  ]) func `A range is shortened until a locale has its name, or begins with it`(header: String, locale: String?) {
    #expect(LanguagePriorityList(acceptLanguage: header).bestFit(among: locales).map { locales[$0] } == locale)
  }

  @Test(arguments: [
    "zh-TW,zh-Hant;q=0.9,zh;q=0.8": "zh-Hant", "zh-TW": "zh-Hant", "zh-SG": "zh-Hans", "zh": "zh-Hans",
    "en-US, en-GB;q=0.9": "en-GB", "en-US": "en-AU", "pt-AO, pt-PT": "pt-PT", "pt-AO": "pt-BR", "iw-IL": "he",
    "in": "id-ID", "no": "nb-NO", "tl-PH": "fil", "sr-RS": "sr-Latn", "zh-Hant-x-a": "zh-Hant", "en-US, da": "en-AU",
    "fr-CA, pt;q=0.1, pt-PT;q=0.05": "pt-PT",
  ]) func `A locale of the language and script fits, first one that another range names`(header: String, locale: String)
  {
    let locales = [
      "en-AU", "en-GB", "zh-Hans", "zh-Hant", "pt-BR", "pt-PT", "he", "id-ID", "nb-NO", "fil", "sr-Latn", "da",
    ]
    #expect(LanguagePriorityList(acceptLanguage: header).bestFit(among: locales).map { locales[$0] } == locale)
  }
}
