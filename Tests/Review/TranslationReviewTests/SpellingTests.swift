import ReviewFixtures
import Testing

@testable import TranslationReview

struct SpellingTests {
  private static let dictionary: Set = [
    "åbne", "besked", "beskeder", "her", "indstilling", "menu", "mere", "sendt", "skærm", "vises", "tekst",
  ]

  private static func options() -> PlanningOptions {
    var options = PlanningOptions()
    options.checks = options.checks.filter { $0.id == "word.spelling" }
    let term = Glossary.Term(sources: ["Thing"], locale: "da", preferred: ["Blipblop"], forbidden: ["dimsen"])
    options.spelling = Spelling(
      Glossary([term]),
      unknown: { words, locale in locale.hasPrefix("da") ? words.filter { !dictionary.contains($0.lowercased()) } : nil
      }, nearest: { words, _ in words.contains("beskde") ? ["beskde": ["besked", "beskeder"]] : [:] })
    return options
  }

  private typealias Case = (key: String, english: String, danish: String?, proposal: String, found: Int)

  private static let cases: [Case] = [
    ("right", "Your message", nil, "Din besked", 0), ("wrong", "Your message", nil, "Din beskde", 1),
    ("first", "Your message", nil, "Beskde sendt", 1), ("capitals", "Your message", nil, "BESKDE sendt", 0),
    ("name", "Your message", nil, "iBeskde sendt", 0), ("source", "Show Nstackr", nil, "Vis Nstackr", 0),
    ("live", "Your message", nil, "Kardemum sendt", 0), ("ending", "Your message", "Kardemum", "Kardemums sendt", 0),
    ("other", "Your message", nil, "Kardemumagtig", 1), ("term", "Your thing", nil, "Din blipblop", 0),
    ("forbidden", "Your thing", nil, "Din dimsen", 1), ("braces", "Hi {fornavnx}", nil, "Hej {fornavnx}", 0),
    ("fragment", "{count} texts", nil, "{count}texter", 0),
    ("address", "See https://eksmpel.dk/sidde", nil, "Se mere https://eksmpel.dk/sidde", 0),
    ("digits", "Your message", nil, "Din beskde2", 0), ("hyphen1", "Your message", nil, "Beskde-menu", 0),
    ("hyphen2", "Your message", nil, "Menu-beskde", 1), ("short", "Your message", nil, "Vhx sendt", 0),
    ("compound1", "A screen", "En skærm", "Beskedskærm", 0), ("compound2", "A screen", nil, "Skærmindstilling", 0),
    ("compound3", "Settings menu", nil, "Indstillingsmenu", 0), ("compound4", "A screen", nil, "Beskedskærmn", 1),
    ("compound5", "A screen", nil, "Beskedtekst", 1), ("apostrophe", "Your message", nil, "Beskde’s sendt", 1),
    ("two", "Your message", nil, "Beskde sednt", 2), ("twice", "Your message", nil, "beskde her beskde", 1),
    ("marks", "Your message", nil, "»Besked« – sendt!", 0),
  ]

  private static func catalog(_ cases: [Case]) -> Catalog {
    Fixture.catalog(
      english: cases.map { ("login", $0.key, $0.english) }, danish: cases.map { ("login", $0.key, $0.danish) })
  }

  @Test(arguments: SheetCases.formats) func `a new word that nothing has is told, whatever the format`(
    format: SheetFormat
  ) throws {
    let catalog = Self.catalog(Self.cases)
    let returned = try SheetCases.returned(
      SheetCases.sheet(catalog), as: format, Self.cases.map { RowEdit(key: $0.key, proposal: $0.proposal) })
    let plan = Fixture.plan(returned, against: catalog, options: Self.options())
    let expected = Self.cases.map {
      "\($0.key) propose \($0.proposal)" + String(repeating: " (word.spelling)", count: $0.found)
    }
    #expect(SheetCases.outcome(plan) == expected.joined(separator: ", "))
  }

  @Test func `a finding names the word and the nearest ones, and is info`() throws {
    let catalog = Self.catalog([("wrong", "Your message", nil, "", 1)])
    let edits = [RowEdit(key: "wrong", proposal: "Din beskde")]
    let returned = try SheetCases.returned(SheetCases.sheet(catalog), as: .csv, edits)
    let told =
      "word.spelling (\"beskde\"): No dictionary, glossary or other text has this word. Check its spelling. "
      + "Did you mean besked, beskeder?"
    let findings = Fixture.plan(returned, against: catalog, options: Self.options()).items[0].findings
    #expect(findings.map(\.sentence) == [told])
    #expect(findings.map(\.severity) == [.info])
    // Without a server it is not known which words are new.
    #expect(SheetCheck(returned, options: Self.options()).diagnostics.filter { !$0.checks.isEmpty } == [])
  }

  @Test func `a project, a note or a machine without dictionaries turns it off`() throws {
    let catalog = Self.catalog([("wrong", "Your message", nil, "", 1)])
    func found(_ note: String, _ options: PlanningOptions) throws -> [String] {
      let edit = RowEdit(key: "wrong", proposal: "Din beskde", note: note)
      let returned = try SheetCases.returned(SheetCases.sheet(catalog), as: .csv, [edit])
      return Fixture.plan(returned, against: catalog, options: options).items[0].findings.map(\.check)
    }
    var (off, without) = (Self.options(), Self.options())
    off.checks = []
    without.spelling = Spelling(nil, unknown: { _, _ in nil }, nearest: { _, _ in [:] })
    #expect(try found("", Self.options()) == ["word.spelling"])
    #expect(try found("ignore: word.spelling", Self.options()) == [])
    #expect(try found("", off) == [])
    #expect(try found("", without) == [])
  }
}
