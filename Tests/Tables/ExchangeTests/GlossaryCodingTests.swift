import Basics
import Exchange
import Spreadsheet
import Testing

@Suite("Glossaries") struct GlossaryCodingTests {
  private let english: UnitReadingOptions = {
    var options = UnitReadingOptions()
    options.sourceLanguage = LanguageTag("en")
    options.targetLanguage = LanguageTag("de")
    return options
  }()

  private func lines(_ bytes: some Sequence<UInt8>, _ options: UnitReadingOptions = UnitReadingOptions()) throws
    -> [String]
  { try ExchangeFile(bytes).units(GlossaryCoding(), options).map { $0.lines.joined(separator: " | ") } }

  @Test func `two columns without a header are in the languages of the options`() throws {
    let text = "Port,Port\n\nsent you a link:,\"sendet dir, einen Link:\"\nalone,\n"
    #expect(
      try lines(text.utf8, english) == ["en: Port | de: Port", "en: sent you a link: | de: sendet dir, einen Link:"])
    #expect(try #require(try ExchangeFile(text).refusal(GlossaryCoding())).code == "exchange.language")
  }

  @Test func `short words in the first row are not a header`() throws {
    #expect(try lines("Off,Aus\nLog,Log\n".utf8, english) == ["en: Off | de: Aus", "en: Log | de: Log"])
    #expect(try lines("so,als\n".utf8, english) == ["en: so | de: als"])
  }

  @Test func `a header in German, semicolons and a comment, as Excel saves it`() throws {
    let text = "\u{FEFF}Quelle;Ziel;Kommentar\r\nClick;Tippen, um;Verb\r\n"
    let units = try ExchangeFile(text).units(GlossaryCoding(), english)
    #expect(units.map(\.lines) == [["en: Click", "de: Tippen, um"]])
    #expect(units.map(\.number) == [2])
  }

  @Test func `a column for each language, with other columns and blank rows`() throws {
    let text = "en,da,de-AT,pos,description,da forbidden\nuser,bruger,Benutzer,noun,A person,klient\n,,,,,\nonly,,,,,\n"
    let units = try ExchangeFile(text).units(GlossaryCoding())
    #expect(units.map(\.lines) == [["en: user", "da: bruger", "de-AT: Benutzer", "da: klient"]])
    #expect(units.first?.variants.map(\.standing) == [.unstated, .unstated, .unstated, .forbidden])
    #expect(units.first?.source == nil)
    #expect(try lines("English,German\nPort,Hafen\n".utf8) == ["en: Port | de: Hafen"])
    #expect(try lines("Screen,Element,en,de\nHome,Title,Port,Hafen\n".utf8) == ["en: Port | de: Hafen"])
  }

  @Test(
    "a row whose column forbidden says yes has words that must not be used",
    arguments: [
      "yes": ["en: user", "da! klient"], "TRUE": ["en: user", "da! klient"], "WAHR": ["en: user", "da! klient"],
      "1": ["en: user", "da! klient"], "no": ["en: user", "da: klient"], "": ["en: user", "da: klient"],
      "FALSE": ["en: user", "da: klient"],
    ] as [String: [String]]) func forbidden(word: String, expected: [String]) throws
  {
    for text in [
      "term;description;casesensitive;translatable;forbidden;tags;en;da\nuser;A person;no;yes;\(word);;user;klient\n",
      "en,da,Forbidden\nuser,klient,\(word)\n",
      "source,target,source_lang,target_lang,forbidden\nuser,klient,en,da,\(word)\n",
    ] {
      let variants = try ExchangeFile(text).units(GlossaryCoding()).flatMap(\.variants)
      #expect(variants.map { "\($0.language)\($0.standing == .forbidden ? "!" : ":") \($0.text)" } == expected)
    }
    #expect(
      try ExchangeFile("en,da,forbidden\ncheap,,yes\n").units(GlossaryCoding()).flatMap(\.variants).map {
        "\($0.language) \($0.text) \($0.standing)"
      } == ["en cheap forbidden", "da cheap forbidden"])
  }

  @Test(
    "a row whose status or note forbids its words",
    arguments: [
      ("status", "forbidden", true), ("Status", "Deprecated", true), ("status", "Not recommended", true),
      ("term status", "deprecatedTerm-admn-sts", true), ("status", "approved", false), ("status", "x", false),
      ("Do not use", "x", true), ("do-not-use", "yes", true), ("deprecated", "TRUE", true), ("deprecated", "no", false),
      ("usage", "Do not use!", true), ("note", "do not use", true), ("note", "Do not use in titles", false),
      ("description", "Forbidden planet", false),
    ] as [(String, String, Bool)]) func status(header: String, word: String, isForbidden: Bool) throws
  {
    let variants = try ExchangeFile("en,da,\(header)\nuser,klient,\(word)\n").units(GlossaryCoding()).flatMap(
      \.variants)
    #expect(variants.map(\.text) == ["user", "klient"])
    #expect(variants.map(\.standing) == [.unstated, isForbidden ? .forbidden : .unstated])
  }

  @Test func `a column of terms is in the language of the source, wherever other languages are`() throws {
    let text =
      "term;description;forbidden;da;de\nuser;A person;no;bruger;Nutzer\ncheap;;yes;;\n"
      + "MobilePay;;;MobilePay;MobilePay\n"
    #expect(
      try lines(text.utf8, english) == [
        "en: user | da: bruger | de: Nutzer", "da: cheap | de: cheap", "en: MobilePay | da: MobilePay | de: MobilePay",
      ])
    // Nothing names their language.
    #expect(
      try lines(text.utf8) == ["da: bruger | de: Nutzer", "da: cheap | de: cheap", "da: MobilePay | de: MobilePay"])
    #expect(try lines("Term,Note,da\nuser,,bruger\n".utf8, english) == ["en: user | da: bruger"])
    #expect(try lines("Term,da,en\nuser,bruger,user|users\n".utf8, english) == ["da: bruger | en: user | en: users"])
  }

  @Test func `DeepL's form names the languages of each row, with and without a header`() throws {
    #expect(
      try lines("source,target,source_lang,target_lang\nPort,Hafen,EN,DE\nLuk,Close,da,en-GB\n".utf8) == [
        "en: Port | de: Hafen", "da: Luk | en-GB: Close",
      ])
    #expect(try lines("Port\tHafen\ten\tde\n".utf8) == ["en: Port | de: Hafen"])
    #expect(
      try lines("Port\tHafen\ten\tde\nDok\tWerft\tda\tde\n".utf8) == ["en: Port | de: Hafen", "da: Dok | de: Werft"])
    let error = try #require(
      try ExchangeFile("source,target,source_lang,target_lang\na,b,en,Klingonisch\n").refusal(GlossaryCoding()))
    #expect(error.message == "\"Klingonisch\" in row 2 is not a language.")
  }

  @Test func `UTF-16, and Windows-1252 where all languages are written in it`() throws {
    let text = "en;da\r\nClose;Lük\r\n"
    let utf16: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try lines(utf16) == ["en: Close | da: Lük"])
    let windows = text.unicodeScalars.map { UInt8($0.value) }
    #expect(try lines(windows) == ["en: Close | da: Lük"])
    let russian: [UInt8] = Array("en;ru\r\nClose;".utf8) + [0xC7, 0xE0, 0xEA, 0x0A]
    #expect(try ExchangeFile(russian).refusal(GlossaryCoding())?.code == "csv.encoding")
  }

  @Test func `a byte that does not fit is a fault in a text that begins as UTF-8`() throws {
    let text = Array("en,de\nHome,K\u{FC}che\nBeta,B".utf8)
    for bytes in [text + [0xFF, 0x0A], text + [0xC3], [0xEF, 0xBB, 0xBF] + Array("en,de\nBeta,B".utf8) + [0xFF]] {
      #expect(try ExchangeFile(bytes).refusal(GlossaryCoding())?.code == "csv.encoding")
    }
  }

  @Test func `several words in a cell are terms of their own`() throws {
    #expect(
      try lines("en,da,da forbidden\naccount | accounts,Konto|Profil|,Bruger\n".utf8) == [
        "en: account | en: accounts | da: Konto | da: Profil | da: Bruger"
      ])
    #expect(try lines("a|b,c\n".utf8, english) == ["en: a | en: b | de: c"])
  }

  @Test func `beside a known code, the code of a language without names is a column too`() throws {
    #expect(try lines("en,ast,gsw,tip\nClose,Zarrar,Zue,Verb\n".utf8) == ["en: Close | ast: Zarrar | gsw: Zue"])
  }

  @Test func `a table with one column is none`() throws {
    #expect(try ExchangeFile("a\nb\n").refusal(GlossaryCoding())?.code == "exchange.format")
  }
}
