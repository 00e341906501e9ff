import Basics
import Testing

@testable import TextChecks

struct TermCheckTests {
  private let glossary = Glossary([
    Glossary.Term(
      sources: ["account", "accounts"], locale: "da", preferred: ["konto"], forbidden: ["account", "brugerkonto"]),
    Glossary.Term(sources: ["sign in"], locale: "da-DK", preferred: ["log ind", "log på"]),
    Glossary.Term(sources: [], locale: "da", preferred: [], forbidden: ["pinkode"]),
    Glossary.Term(sources: ["account"], locale: "ja", preferred: ["アカウント"], forbidden: ["口座"]),
  ])

  private func findings(_ source: String?, _ proposal: String, locale: String = "da_DK") -> [String] {
    var settings = CheckSettings()
    settings.glossary = glossary
    let text = CheckedText(proposal, source: source, locale: locale, section: "login", key: "title")
    return settings.checks.filter { $0.id.hasPrefix("term.") }.flatMap { check in
      check.findings(text).map { "\(check.id) \($0.token ?? ""): \($0.message)" }
    }
  }

  @Test(
    "a term of the source text needs its word, in any case and as a part of a word",
    arguments: [
      ("Your account", "Din KONTO", []), ("Your accounts", "Dine kontoer", []), ("Your counts", "Din", []),
      (
        "Your Account", "Din profil",
        ["term.missing account: The glossary translates this term as \"konto\", which the proposal does not have."]
      ), ("Sign in", "Log på her", []),
      (
        "Please sign\nin", "Gå ind",
        [
          "term.missing sign in: The glossary translates this term as \"log ind\" / \"log på\", which the proposal does not have."
        ]
      ), ("Sign out in time", "Gå ud", []), ("Open {account}", "Åbn {account}", []),
    ] as [(String, String, [String])]) func missing(source: String, proposal: String, expected: [String])
  { #expect(findings(source, proposal) == expected) }

  @Test func `a forbidden word is found as a whole word, for its term or everywhere`() {
    #expect(
      findings("Your account", "Din Brugerkonto er en konto") == [
        "term.forbidden brugerkonto: The glossary forbids this word. Write \"konto\"."
      ])
    #expect(findings("Your account", "Din brugerkontos konto") == [])
    #expect(findings("Your bank", "Din brugerkonto") == [])
    #expect(findings(nil, "Din pinkode") == ["term.forbidden pinkode: The glossary forbids this word. Choose another."])
    #expect(
      findings("The account", "この口座", locale: "ja-JP") == [
        "term.missing account: The glossary translates this term as \"アカウント\", which the proposal does not have.",
        "term.forbidden 口座: The glossary forbids this word. Write \"アカウント\".",
      ])
    #expect(findings("The account", "Das Konto", locale: "de-DE") == [])
  }

  @Test func `terms for a language serve its other spellings, and those for a region no other region`() {
    let glossary = Glossary(
      ["nb", "zh-Hans", "de-AT"].map { Glossary.Term(sources: ["account"], locale: $0, preferred: [$0]) })
    let expected = [
      "no": ["nb"], "nb-NO": ["nb"], "zh-CN": ["zh-Hans"], "zh-TW": [], "de-AT": ["de-AT"], "de-DE": [], "de": [],
    ]
    for (locale, words) in expected {
      #expect(glossary.matches(in: ScannedText("Account"), locale: locale).flatMap(\.term.preferred) == words)
    }
  }

  @Test func `many forbidden words cost nothing for texts that have none of them`() {
    // Comparing each word with each text took a second for every row.
    let glossary = Glossary([
      Glossary.Term(sources: [], locale: "da", preferred: [], forbidden: (0..<100_000).map { "ord\($0)" })
    ])
    let check = Check.termForbidden(glossary)
    for row in 0..<2_000 {
      let text = CheckedText("Et ord\(row) til", source: "One", locale: "da-DK")
      #expect(check.findings(text).count == 1)
    }
  }

  @Test func `a review in one file gets the changed severities and the terms`() throws {
    var settings = CheckSettings()
    try settings.set("off", for: "space.tab")
    try settings.set("error", for: "link.url")
    settings.glossary = Glossary([
      Glossary.Term(sources: ["account", "accounts"], locale: "da", preferred: ["konto"], forbidden: ["brugerkonto"])
    ])
    #expect(
      String(decoding: settings.json.compactUTF8, as: UTF8.self)
        == #"{"severities":{"link.url":"error","space.tab":"off"},"terms":[{"locale":"da","sources":["account","accounts"],"#
        + #""preferred":["konto"],"forbidden":["brugerkonto"]}]}"#)
  }
}
