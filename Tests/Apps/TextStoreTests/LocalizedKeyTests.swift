import Foundation
import NStackAPI
import Testing
import TextStore

private enum Basket: String, LocalizedKey, CaseIterable { case title, note }

private enum URLSettings: String, LocalizedKey { case title }
private enum URL2: String, LocalizedKey { case title }
private enum FAQ: String, LocalizedKey { case title }

private enum Files: String, LocalizedKey, CaseIterable {
  static let section = "basket"

  case one = "files.one"
  case other = "files.other"
}

private enum Cart: String, LocalizedKey, CaseIterable {
  static let section = "basket"

  case heading = "title"
  case misspelled = "titel"
}

@MainActor @Suite struct LocalizedKeyTests {
  private static let proposal = TextSamples.proposal(1, "Kurven")

  @Test func `The section is the name of the type with a small first letter, or what the type says`() {
    #expect(Basket.section == "basket")
    #expect(Cart.section == "basket")
    #expect([URLSettings.section, URL2.section, FAQ.section] == ["urlSettings", "url2", "faq"])
    #expect(Cart.heading.text(in: "da-DK") == TextSamples.title)
  }

  @Test func `A key has the value that its text shows, proposals first`() {
    let texts = LocalizedTexts(resources: TextSamples.resources, proposals: [Self.proposal])
    #expect(texts.value(of: Basket.title, locale: "da_DK") == "Kurven")
    #expect(texts.value(of: Basket.note, locale: "da-DK") == nil)
    #expect(texts.value(of: Basket.note, locale: "da-DK", orIn: texts.defaultLanguage) == "Note for the bakery")
  }

  @Test func `Coverage names each key without a text, with the languages, and texts without a key`() {
    let texts = LocalizedTexts(resources: TextSamples.resources)
    let basket = TextCoverage(of: Basket.self, in: texts)
    #expect(basket.missing.map(\.key) == ["note"])
    #expect(basket.missing.map(\.locales) == [["da-DK"]])
    #expect(!basket.isComplete)
    #expect(basket.description == "basket.note has no text in da-DK.")
    let english = TextCoverage(of: Basket.self, in: texts, locales: ["en_GB"])
    #expect(english.isComplete && english.unused.isEmpty)

    let cart = TextCoverage(of: Cart.self, in: texts)
    #expect(
      cart.description == """
        basket.titel has no text in any language. Check its spelling.
        basket.note is not a case of the enum.
        """)
    #expect(cart.unused == ["note"])
  }

  @Test func `Coverage names the forms of a plural that a language lacks, and none that it does not need`() {
    func language(_ locale: String) -> Language {
      Language(id: 1, name: locale, locale: locale, direction: .leftToRight, isDefault: false, isBestFit: false)
    }
    let texts = LocalizedTexts(resources: [
      TextSamples.resource(TextSamples.english, ["files.one": "file", "files.other": "files"]),
      TextSamples.resource(language("pl-PL"), ["files.one": "plik", "files.few": "pliki", "files.other": "pliku"]),
      TextSamples.resource(language("ja"), ["files.other": "files"]),
    ])
    let coverage = TextCoverage(of: Files.self, in: texts)
    #expect(coverage.missing.isEmpty && !coverage.isComplete && coverage.incompletePlurals.count == 1)
    #expect(coverage.description == "basket.files lacks many in pl-PL.")
    #expect(TextCoverage(of: Files.self, in: texts, locales: ["en-GB", "ja"]).isComplete)
    #expect(TextCoverage(of: Files.self, in: texts, locales: ["da-DK"]).missing.count == 2)
  }

  @Test func `Coverage is never complete where there are no texts, or only keys in their place`() {
    #expect(TextCoverage(of: Basket.self, in: LocalizedTexts()).missing.map(\.isEverywhere) == [true, true])
    #expect(
      !TextCoverage(of: Basket.self, in: LocalizedTexts(resources: TextSamples.resources), locales: ["fr"]).isComplete)
    let keys = TextSamples.resource(TextSamples.english, ["title": "basket.title", "note": "__note"])
    #expect(
      TextCoverage(of: Basket.self, in: LocalizedTexts(resources: [keys])).missing.map(\.key) == ["title", "note"])
  }

  @Test func `A look-up on another thread follows the session, and falls back to the default language`() async throws {
    let server = FakeServer()
    let session = TextSession(server)
    let lookUp = session.lookUp(locale: "da-DK")
    #expect(lookUp.value(section: "basket", key: "title") == nil)
    try await session.refresh()
    let find: @Sendable (String, String) -> String? = lookUp.value
    #expect(await Task.detached { find("basket", "title") }.value == "Din kurv")
    #expect(find("basket", "note") == "Note for the bakery")
    #expect(lookUp.localizedValue(section: "basket", key: "note")?.locale == "en-GB")
    #expect(lookUp.localizedValue(section: "basket", key: "title")?.locale == "da-DK")
    #expect(session.lookUp(locale: "da-DK", fallsBack: false).value(section: "basket", key: "note") == nil)
    try await session.propose("Kurven", for: TextSamples.title)
    #expect(find("basket", "title") == "Kurven")
  }

  @Test func `A key with values is shown with them, in the session's language, and is a string where one is wanted`()
    async throws
  {
    func greeting(_ name: String) -> TextKey {
      TextKey(section: "basket", keys: ["title"], lookUp: { _, _ in ("Kurv {n}", "da") }) { find in
        (find("basket", "title")?.value ?? "Basket {n}").replacing("{n}", with: name)
      }
    }
    let session = TextSession(FakeServer())
    let component = NotingComponent()
    #expect(session.show(greeting("Ada"), in: component) == "Basket Ada")
    try await session.refresh()
    session.locale = "da-DK"
    try await session.propose("{n}s kurv", for: TextSamples.title)
    #expect(component.told == ["title Your basket", "title Din kurv", "title Adas kurv"])
    #expect(session.show(greeting("Bo"), in: component) == "Bos kurv")
    #expect(session.components.texts(of: component) == [TextSamples.title])
    #expect("\(greeting("Ada"))!" == "Kurv Ada!")
    #expect(TextKey(section: "basket", key: "none").text == "basket.none")
    #expect(session.show(Basket.note, in: component) == "Note for the bakery")
  }

  @Test func `Texts of a folder are those of a preview, and a folder without them is an error with the file`() throws {
    let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Samples/texts")
      .standardized.path
    let texts = try LocalizedTexts(folder: samples)
    #expect(texts.languages.map(\.locale) == ["en-GB", "da-DK", "de-DE", "ar-SA", "ja-JP"])
    #expect(texts.languages.map(\.direction).filter { $0 == .rightToLeft }.count == 1)
    #expect(texts.value(of: Basket.title, locale: "da-DK") == "Din kurv")
    let error = #expect(throws: NStackError.self) { try LocalizedTexts(folder: "/nowhere") }
    #expect(error?.description.contains("/nowhere/languages.json") == true)
  }
}
