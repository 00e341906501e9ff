import Foundation
import Spreadsheet
import Testing

@testable import TextChecks

@Suite("Checks of terms")
struct TermCheckTests {
  private static let glossary = Glossary([
    Glossary.Term(
      sources: ["account", "accounts"], locale: "da", preferred: ["konto"], forbidden: ["account", "brugerkonto"]),
    Glossary.Term(sources: ["sign in"], locale: "da-DK", preferred: ["log ind", "log på"]),
    Glossary.Term(sources: [], locale: "da", preferred: [], forbidden: ["pinkode"]),
    Glossary.Term(sources: ["account"], locale: "ja", preferred: ["アカウント"], forbidden: ["口座"]),
  ])

  private static func findings(_ source: String?, _ proposal: String, locale: String = "da_DK") -> [String] {
    var settings = CheckSettings()
    settings.glossary = glossary
    let text = CheckedText(
      text: TextIdentity(section: "login", key: "title", locale: locale), proposal: proposal, source: source)
    return settings.checks.filter { $0.id.hasPrefix("term.") }.flatMap { check in
      check.findings(in: text).map { "\(check.id) \($0.token ?? ""): \($0.message)" }
    }
  }

  @Test(
    "a term of the source text needs its word, in any case and as a part of a word",
    arguments: [
      ("Your account", "Din KONTO", []), ("Your accounts", "Dine kontoer", []), ("Your counts", "Din", []),
      (
        "Your Account", "Din profil",
        [
          "term.missing account: The glossary translates this term as \"konto\", which the proposal does not have."
        ]
      ),
      ("Sign in", "Log på her", []),
      (
        "Please sign\nin", "Gå ind",
        [
          "term.missing sign in: The glossary translates this term as \"log ind\" or \"log på\", which the proposal does not have."
        ]
      ),
      ("Sign out in time", "Gå ud", []), ("Open {account}", "Åbn {account}", []),
    ] as [(String, String, [String])])
  func missing(source: String, proposal: String, expected: [String]) {
    #expect(Self.findings(source, proposal) == expected)
  }

  @Test("a forbidden word is found as a whole word, for its term or everywhere")
  func forbidden() {
    #expect(
      Self.findings("Your account", "Din Brugerkonto er en konto")
        == ["term.forbidden brugerkonto: The glossary forbids this word. Write \"konto\"."])
    #expect(Self.findings("Your account", "Din brugerkontos konto") == [])
    #expect(Self.findings("Your bank", "Din brugerkonto") == [])
    #expect(
      Self.findings(nil, "Din pinkode") == ["term.forbidden pinkode: The glossary forbids this word. Choose another."])
    #expect(
      Self.findings("The account", "この口座", locale: "ja-JP") == [
        "term.missing account: The glossary translates this term as \"アカウント\", which the proposal does not have.",
        "term.forbidden 口座: The glossary forbids this word. Write \"アカウント\".",
      ])
    #expect(Self.findings("The account", "Das Konto", locale: "de-DE") == [])
  }

  @Test("a table names its locales in the first row")
  func table() throws {
    let folder = try ScratchFolder()
    let path = folder.file("terms.csv")
    try Data(
      "Key,en,Description,da-DK,DA forbidden,da (old)\n1,account|accounts,x,konto, account | brugerkonto,y\n2,,,,pinkode,\n3,log,,,,\n"
        .utf8
    ).write(to: URL(filePath: path))
    let glossary = try Glossary(path: path)
    #expect(glossary.count == 3)
    let matches = glossary.matches(in: ScannedText("Your accounts"), locale: "da-DK")
    #expect(matches.map(\.term.preferred) == [["konto"], []])
    #expect(matches.map(\.term.forbidden) == [[], ["account", "brugerkonto"]])
    #expect(glossary.bans(in: TermWords("Din Pinkode"), locale: "da-DK").map(\.word) == ["pinkode"])
    for (text, code) in [("Term,Word\na,b\n", "glossary.columns"), ("en,Note\na,b\n", "glossary.columns")] {
      try Data(text.utf8).write(to: URL(filePath: path))
      let error = #expect(throws: SpreadsheetError.self) { try Glossary(path: path) }
      #expect(error?.code.rawValue == code)
      #expect(error?.place.file == path)
    }
  }

  @Test("a column of numbers is not a language, and a script stands for its regions")
  func numbered() throws {
    let folder = try ScratchFolder()
    let path = folder.file("terms.csv")
    try Data("ID,en,da,zh-Hans\n1,account,konto,帐户\n2,sign in,log ind,登录\n".utf8).write(to: URL(filePath: path))
    let glossary = try Glossary(path: path)
    #expect(glossary.matches(in: ScannedText("Account"), locale: "da-DK").map(\.term.preferred) == [["konto"]])
    #expect(glossary.matches(in: ScannedText("Account"), locale: "zh-Hans-CN").map(\.term.preferred) == [["帐户"]])
    #expect(glossary.matches(in: ScannedText("Account"), locale: "zh-Hant-TW").isEmpty)
  }

  @Test("in TBX, the language of the file is that of the source, wherever its terms are")
  func termBase() throws {
    func section(_ language: String, _ term: String, _ status: String = "") -> String {
      "<langSec xml:lang=\"\(language)\"><termSec><term>\(term)</term>\(status)</termSec></langSec>"
    }
    let deprecated = "<termNote type=\"administrativeStatus\">deprecatedTerm-admn-sts</termNote>"
    let folder = try ScratchFolder()
    let path = folder.file("terms.tbx")
    let concepts = [
      section("da", "konto") + section("en", "account"),
      section("de", "Küche") + section("en", "kitchenette", deprecated),
      section("da", "log ind") + section("de", "anmelden"),
    ]
    try Data(
      ("<tbx type=\"TBX-Basic\" xml:lang=\"en\" xmlns=\"urn:iso:std:iso:30042:ed-2\"><text><body>"
        + concepts.map { "<conceptEntry>\($0)</conceptEntry>" }.joined() + "</body></text></tbx>").utf8
    ).write(to: URL(filePath: path))
    let glossary = try Glossary(path: path)
    #expect(glossary.matches(in: ScannedText("Your account"), locale: "da-DK").map(\.term.preferred) == [["konto"]])
    #expect(glossary.matches(in: ScannedText("Kitchenette"), locale: "de").map(\.term.preferred) == [["Küche"]])
    #expect(glossary.matches(in: ScannedText("log ind"), locale: "de").map(\.term.preferred) == [["anmelden"]])
    #expect(!glossary.hasBans(locale: "de"))
  }

  @Test("terms for a language serve its other spellings, and those for a region no other region")
  func spellings() {
    let glossary = Glossary(
      ["nb", "zh-Hans", "de-AT"].map { Glossary.Term(sources: ["account"], locale: $0, preferred: [$0]) })
    let expected = [
      "no": ["nb"], "nb-NO": ["nb"], "zh-CN": ["zh-Hans"], "zh-TW": [], "de-AT": ["de-AT"], "de-DE": [], "de": [],
    ]
    for (locale, words) in expected {
      #expect(glossary.matches(in: ScannedText("Account"), locale: locale).flatMap(\.term.preferred) == words)
    }
  }

  @Test("a language of one row that is not known is told with its cell")
  func rowLanguage() throws {
    let folder = try ScratchFolder()
    let path = folder.file("terms.csv")
    try Data("source,target,source_lang,target_lang\naccount,konto,en,da\nx,y,en,Klingonisch\n".utf8).write(
      to: URL(filePath: path))
    let error = #expect(throws: SpreadsheetError.self) { try Glossary(path: path) }
    #expect(error?.code.rawValue == "exchange.language")
    #expect(error?.place.cell == "D3")
  }

  @Test("many forbidden words cost nothing for texts that have none of them")
  func manyBans() {
    // Comparing each word with each text took a second for every row.
    let glossary = Glossary([
      Glossary.Term(sources: [], locale: "da", preferred: [], forbidden: (0..<100_000).map { "ord\($0)" })
    ])
    let check = TermForbiddenCheck(glossary: glossary)
    for row in 0..<2_000 {
      let text = CheckedText(
        text: TextIdentity(section: "s", key: "k", locale: "da-DK"), proposal: "Et ord\(row) til", source: "One")
      #expect(check.findings(in: text).count == 1)
    }
  }
}
