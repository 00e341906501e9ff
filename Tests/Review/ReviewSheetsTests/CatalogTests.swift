import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewSheets

struct CatalogTests {
  @Test func `keys stand in the default locale's order, those that only others know after them`() {
    let catalog = Catalog(
      resources: [
        Fixture.resource(Fixture.language(2, "da-DK"), [("z", "only", "x"), ("a", "two", "to"), ("a", "one", "en")]),
        Fixture.resource(Fixture.language(1, "en-GB", isDefault: true), [("a", "one", "one"), ("a", "two", "two")]),
      ], proposals: [])
    #expect(catalog.keys.map(\.key) == ["one", "two", "only"])
    #expect(catalog.languages.map(\.locale) == ["da-DK", "en-GB"])
    #expect(catalog.value(of: TextIdentity(section: "z", key: "only", locale: "en-GB")) == "")
    #expect(catalog.value(of: TextIdentity(section: "z", key: "none", locale: "en-GB")) == nil)
    #expect(catalog.textCount == 6)
  }

  @Test func `a value stands at its key whatever keys a locale leaves out, adds, or gives in another order`() {
    // Each key stands in two sections that follow each other.
    let all = (0..<200).map { (section: "s\($0 / 4)", key: "key\($0 / 8).\($0 % 4)") }
    var state: UInt64 = 3
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33) % bound
    }
    for _ in 0..<30 {
      let lists: [[(section: String, key: String)]] = (0..<5).map { list in
        var taken = all.filter { _ in next(10) > list }
        for _ in 0..<(list * next(20)) { taken.swapAt(next(taken.count), next(taken.count)) }
        return taken
      }
      let catalog = Catalog(
        resources: lists.enumerated().map { place, list in
          Fixture.resource(
            Fixture.language(place, "l\(place)", isDefault: place == 2),
            list.map { ($0.section, $0.key, "\($0.section).\($0.key) in \(place)") })
        }, proposals: [])
      let names = catalog.keys.map { "\($0.section).\($0.key)" }
      #expect(Set(names).count == names.count)
      #expect(Set(names) == Set(lists.flatMap(\.self).map { "\($0.section).\($0.key)" }))
      for (language, list) in lists.enumerated() {
        let known = Set(list.map { "\($0.section).\($0.key)" })
        for (place, key) in catalog.keys.enumerated() {
          let name = "\(key.section).\(key.key)"
          let expected = known.contains(name) ? "\(name) in \(language)" : ""
          #expect(catalog.value(ofKeyAt: place, inLanguageAt: language) == expected)
          #expect(catalog.isTranslated(keyAt: place, inLanguageAt: language) == !expected.isEmpty)
        }
      }
    }
  }

  @Test func `the texts that have pending proposals are known among very many, by their places and by their names`() {
    let keys = (0..<150).map { (section: "s", key: "key\($0)", value: "x" as String?) }
    let texts = [0, 1, 62, 63, 64, 65, 127, 128, 149].map {
      TextIdentity(section: "s", key: "key\($0)", locale: $0.isMultiple(of: 2) ? "en-GB" : "da-DK")
    }
    let catalog = Fixture.catalog(
      english: keys, danish: keys,
      proposals: texts.enumerated().map { Proposal(id: $0 + 1, text: $1, value: "y", canDelete: false) })
    for language in catalog.languages.indices {
      for key in catalog.keys.indices {
        let text = catalog.identity(ofKeyAt: key, inLanguageAt: language)
        let expected = texts.firstIndex(of: text).map { [$0 + 1] } ?? []
        #expect(catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language).map(\.id) == expected)
        #expect(catalog.hasPendingProposal(ofKeyAt: key, inLanguageAt: language) == !expected.isEmpty)
        #expect(catalog.pendingProposals(of: text).map(\.id) == expected)
      }
    }
  }

  @Test func `keys that differ in normalisation only are two texts`() {
    let catalog = Catalog(
      resources: [
        Fixture.resource(
          Fixture.language(1, "en-GB", isDefault: true), [("a", "Caf\u{E9}", "1"), ("a", "Cafe\u{301}", "2")])
      ], proposals: [])
    #expect(catalog.keys.count == 2)
    #expect(catalog.value(of: TextIdentity(section: "a", key: "Cafe\u{301}", locale: "en-GB")) == "2")
  }

  @Test func `a proposal's locale may be spelled in another way; ours come first; texts that are gone are set apart`() {
    let text = { (key: String, locale: String) in Fixture.text(key, locale) }
    let catalog = Fixture.catalog(proposals: [
      Proposal(id: 1, text: text("title", "da_dk"), value: "a", canDelete: false),
      Proposal(id: 2, text: text("title", "da-DK"), value: "b", canDelete: true),
      Proposal(id: 3, text: text("none", "da-DK"), value: "c", canDelete: true),
      Proposal(id: 4, text: text("title", "fr-FR"), value: "d", canDelete: true),
    ])
    #expect(catalog.pendingProposals(of: text("title", "DA-dk")).map(\.id) == [2, 1])
    #expect(catalog.orphanedProposals.map(\.id) == [3, 4])
    #expect(catalog.proposal(withID: 3)?.value == "c")
  }

  @Test func `selections by locale, pattern and state`() throws {
    let catalog = Catalog.pending(.own(7, "title", "Hej"))
    func rows(_ edit: (inout ReviewSelection) -> Void) throws -> Int {
      var selection = ReviewSelection()
      edit(&selection)
      let sheet = try ReviewSheet(catalog: catalog, scope: Fixture.scope, selection: selection)
      return sheet.languages.reduce(0) { sum, language in
        sum + sheet.keys.reduce(0) { $0 + sheet.rowCount(ofKeyAt: $1, inLanguageAt: language) }
      }
    }
    #expect(try rows { _ in } == 6)
    #expect(try rows { $0.locales = ["DA_dk"] } == 3)
    #expect(try rows { $0.keys = ["t*", "h?nt"] } == 4)
    #expect(try rows { $0.sections = ["log*"] } == 6)
    #expect(try rows { $0.states = [.missing] } == 1)
    #expect(try rows { $0.states = [.missing, .mine] } == 2)
    #expect(throws: SelectionError.self) { try rows { $0.locales = ["fr"] } }
    #expect(throws: SelectionError.self) { try rows { $0.locales = ["da"] } }
    #expect(
      try rows {
        $0.locales = ["da"]
        $0.takesLanguages = true
      } == 3)
    #expect(try rows { $0.exceptions = ["da_dk"] } == 3)
    #expect(throws: SelectionError.self) { try rows { $0.exceptions = ["fr"] } }
  }

  @Test func `a language selects its locales and no others, and what it selects is told`() {
    var selection = ReviewSelection()
    (selection.locales, selection.exceptions, selection.takesLanguages) = (["da", "zh-Hant"], ["da-GL"], true)
    #expect(selection.includes(locale: "da_DK") && selection.includes(locale: "da"))
    #expect(!selection.includes(locale: "dav-KE") && !selection.includes(locale: "da-GL"))
    // Only a language alone means more than itself.
    #expect(selection.includes(locale: "zh-Hant") && !selection.includes(locale: "zh-Hant-TW"))
    #expect(selection.languageLines(among: ["en-GB", "da-DK", "da-GL"]) == ["da selects da-DK"])
  }

  @Test func `a locale whose language alone is there suggests that`() {
    let near = { (asked: String) in NearestName.locale(to: asked, among: ["en", "da", "pt-BR"], most: 1) }
    #expect(near("da-DK") == "da" && near("EN_gb") == "en" && near("pt") == "pt-BR" && near("dav-KE") == nil)
  }

  @Test(
    "a pattern that matches nothing is refused by name, with what is near",
    arguments: [
      (["log"], [], "no section of the application matches \"log\". Did you mean login?", "selection.section"),
      (["login", "x*"], [], "no section of the application matches \"x*\". Available: login.", "selection.section"),
      ([], ["titel"], "no key of the application matches \"titel\". Did you mean title?", "selection.key"),
      (
        ["login"], ["t*", "q?"], "no key in the chosen sections matches \"q?\". Available: title, button, hint.",
        "selection.key"
      ),
    ]) func unmatched(sections: [String], keys: [String], message: String, code: String) throws
  {
    var selection = ReviewSelection()
    (selection.sections, selection.keys) = (sections, keys)
    let error = #expect(throws: SelectionError.self) {
      try ReviewSheet(catalog: Fixture.catalog(), scope: Fixture.scope, selection: selection)
    }
    #expect(error?.description == message)
    #expect(error?.code.rawValue == code)
  }

  @Test func `hosts from which texts come unprotected are named, each once`() {
    let catalog = Catalog(
      resources: ["cdn.example", nil, "cdn.example", "a.example"].enumerated().map { index, host in
        LocalizationResource(
          language: Fixture.language(index, "l\(index)"), sections: [], findings: [], unprotectedHost: host)
      }, proposals: [])
    #expect(catalog.unprotectedHosts == ["a.example", "cdn.example"])
  }
}
