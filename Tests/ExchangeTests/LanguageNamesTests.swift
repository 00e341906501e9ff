import Basics
import Exchange
import Testing

@Suite("Names of languages")
struct LanguageNamesTests {
  private static let names = LanguageNames(among: [])

  @Test(
    "a name counts in many interface languages",
    arguments: [
      ("English", "en"), ("engelsk", "en"), ("английский", "en"), ("англійська", "en"), ("英語", "en"),
      ("Englisch", "en"),
      ("anglais", "en"), ("inglés", "en"), ("İngilizce", "en"), ("Danish", "da"), ("dansk", "da"), ("датский", "da"),
      ("丹麦语", "da"), ("Dänisch", "da"), ("tysk", "de"), ("Deutsch", "de"), ("portugisisk", "pt"), ("Portuguese", "pt"),
      ("japansk", "ja"), ("арабский", "ar"), ("Arabic", "ar"),
    ])
  func names(name: String, tag: String) {
    #expect(Self.names.tag(of: name)?.description == tag)
  }

  @Test(
    "scripts and regions are in brackets, in any form of the word",
    arguments: [
      ("Chinese (Simplified)", "zh-Hans"), ("Chinese (Traditional)", "zh-Hant"), ("kinesisk (forenklet)", "zh-Hans"),
      ("Simplified Chinese", "zh-Hans"), ("китайский (упрощенный)", "zh-Hans"), ("китайский (традиционный)", "zh-Hant"),
      ("中国語（簡体）", "zh-Hans"), ("中文（繁体）", "zh-Hant"), ("Portuguese (Brazil)", "pt-BR"),
      ("Portuguese (Portugal)", "pt-PT"), ("French (Canada)", "fr-CA"),
    ])
  func scripts(name: String, tag: String) {
    #expect(Self.names.tag(of: name)?.description == tag)
  }

  @Test(
    "Google Translate's own names",
    arguments: [
      ("Myanmar (Burmese)", "my"), ("Filipino", "fil"), ("Hebrew", "he"), ("Javanese", "jv"), ("Norwegian", "nb"),
      ("Kurdish (Sorani)", "ckb"), ("Kurdish (Kurmanji)", "ku"), ("Odia (Oriya)", "or"),
      ("Meiteilon (Manipuri)", "mni"),
      ("Scots Gaelic", "gd"), ("Sepedi", "nso"), ("Dhivehi", "dv"), ("Haitian Creole", "ht"), ("Frisian", "fy"),
    ])
  func google(name: String, tag: String) {
    #expect(Self.names.tag(of: name)?.description == tag)
  }

  @Test("case, accents, apostrophes and spaces do not matter")
  func folding() {
    for name in ["ENGLISH", " english ", "Español", "espanol", "espan\u{303}ol", "TÜRKÇE", "turkce", "Q’eqchi’"] {
      #expect(Self.names.tag(of: name) != nil, "\(name)")
    }
    #expect(Self.names.tag(of: "Chinese\u{A0}(simplified)")?.description == "zh-Hans")
  }

  @Test("a code is a language too, by its old name as well")
  func codes() {
    #expect(Self.names.tag(of: "pt-BR")?.description == "pt-BR")
    #expect(Self.names.tag(of: "iw")?.fit(for: LanguageTag("he-IL")!) == .language)
    #expect(Self.names.tag(of: "no")?.fit(for: LanguageTag("nb")!) == .language)
  }

  @Test(
    "other texts are no language", arguments: ["Detect language", "", "(", "()", "Hello", "xyz", "Registrér sprog"])
  func others(name: String) {
    #expect(Self.names.tag(of: name) == nil)
  }

  @Test("a name that means two languages is read in the language of the other names")
  func ambiguous() {
    // Romanian in Hungarian, and Romani in Azerbaijani.
    #expect(LanguageNames(among: ["román", "angol", "német"]).tag(of: "Roman")?.description == "ro")
    #expect(LanguageNames(among: ["roman", "ingilis", "alman"]).tag(of: "Roman")?.description == "rom")
  }
}
