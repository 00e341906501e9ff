import Basics
import Exchange
import Testing

struct LanguageNamesTests {
  private static let names = LanguageNames(among: [])

  @Test(
    "a name counts in many interface languages, with scripts and regions in brackets, and as Google Translate has it",
    arguments: [
      "English": "en", "английский": "en", "英語": "en", "anglais": "en", "İngilizce": "en", "丹麦语": "da", "tysk": "de",
      "portugisisk": "pt", "japansk": "ja", "арабский": "ar", "Chinese (Simplified)": "zh-Hans",
      "Chinese (Traditional)": "zh-Hant", "Simplified Chinese": "zh-Hans", "китайский (традиционный)": "zh-Hant",
      "中国語（簡体）": "zh-Hans", "中文（繁体）": "zh-Hant", "Portuguese (Brazil)": "pt-BR", "French (Canada)": "fr-CA",
      "Myanmar (Burmese)": "my", "Javanese": "jv", "Norwegian": "nb", "Kurdish (Sorani)": "ckb", "Odia (Oriya)": "or",
      "Meiteilon (Manipuri)": "mni", "Sepedi": "nso", "Haitian Creole": "ht", "Chinese\u{A0}(simplified)": "zh-Hans",
      "pt-BR": "pt-BR",
    ]) func names(name: String, tag: String)
  { #expect(Self.names.tag(of: name)?.description == tag) }

  @Test func `case, accents, apostrophes and spaces do not matter`() {
    for name in ["ENGLISH", " english ", "Español", "espanol", "espan\u{303}ol", "TÜRKÇE", "turkce", "Q’eqchi’"] {
      #expect(Self.names.tag(of: name) != nil, "\(name)")
    }
  }

  @Test func `a code is a language by its old name as well`() {
    #expect(Self.names.tag(of: "iw")?.fit(for: LanguageTag("he-IL")!) == .language)
    #expect(Self.names.tag(of: "no")?.fit(for: LanguageTag("nb")!) == .language)
  }

  @Test(arguments: ["Detect language", "", "(", "()", "Hello", "xyz", "Registrér sprog"])
  func `other texts are no language`(name: String) { #expect(Self.names.tag(of: name) == nil) }

  @Test func `a name that means two languages is read in the language of the other names`() {
    // Romanian in Hungarian, and Romani in Azerbaijani.
    #expect(LanguageNames(among: ["román", "angol", "német"]).tag(of: "Roman")?.description == "ro")
    #expect(LanguageNames(among: ["roman", "ingilis", "alman"]).tag(of: "Roman")?.description == "rom")
  }
}
