import AppCatalogs
import Basics
import Exchange
import Spreadsheet
import Testing

struct BundledTextsCodingTests {
  /// The units of a folder or of a file in it: the name of each, its texts by language, and a star at the source text.
  private func units(_ files: [String: String], _ path: String = "", source: String? = nil, application: String? = nil)
    throws -> [String]
  {
    try CatalogSamples.withFolder(files) { folder in
      var options = UnitReadingOptions()
      options.sourceLanguage = source.flatMap(LanguageTag.init)
      var units: [String] = []
      try BundledTextsCoding(defaultLocale: application).read(folder + path, options: options) { unit in
        let texts = unit.variants.enumerated().map { "\($1.language)\($0 == unit.source ? "*" : "") \($1.text)" }
        units.append("\(unit.name ?? "-"): \(texts.sorted().joined(separator: " | "))")
      }
      return units
    }
  }

  @Test(arguments: CatalogFormat.allCases) func `texts of one name are beside each other in every format`(
    format: CatalogFormat
  ) throws {
    let isPlural = format == .stringsdict
    // ARB has a file of the language beside that of a region.
    let home = format == .arb ? "en" : "en-GB"
    let catalog = try CatalogSamples.catalog(
      [home, "da"],
      isPlural
        ? ["f.one": ["%d file", "%d fil"], "f.other": ["%d files", "%d filer"]]
        : ["x": ["Hi %@", "Hej %@"], "only": ["Only", nil]])
    let name = CatalogSamples.name(isPlural ? "f" : "x", format)
    let mark = [.arb: "{arg1}", .android: "%s", .i18next: "{{arg1}}"][format] ?? "%@"
    let plural = ["\(name) one: da %d fil | en-GB* %d file", "\(name) other: da %d filer | en-GB* %d files"]
    #expect(
      try units(CatalogSamples.files(catalog, format).files, application: home)
        == (isPlural ? plural : ["\(name): da Hej \(mark) | \(home)* Hi \(mark)"]))
  }

  @Test func `names of an .xcstrings are its source texts where it has no others, and forms are entries`() throws {
    let unit = { (text: String) in "{\"stringUnit\":{\"value\":\"\(text)\"}}" }
    let text = """
      {"sourceLanguage": "en", "strings": {"Cancel": {"localizations": {"da": \(unit("Annuller"))}}, "Alone": {},
        "n": {"localizations": {"en": {"variations": {"plural": {"other": \(unit("%lld days"))}}},
          "da": {"variations": {"plural": {"other": \(unit("%lld dage"))}}}}}}}
      """
    #expect(
      try units(["x.xcstrings": text], "/x.xcstrings", application: "da") == [
        "Cancel: da Annuller | en* Cancel", "n other: da %lld dage | en* %lld days",
      ])
  }

  @Test func `tables do not mix, and a file that names no language has the default one`() throws {
    let files = [
      "Base.lproj/A.strings": #""x" = "A";"#, "da.lproj/A.strings": #""x" = "a";"#,
      "da.lproj/B.strings": #""x" = "b";"#, "Base.lproj/B.strings": #""x" = "B";"#,
    ]
    #expect(try units(files, source: "en", application: "fr") == ["x: da a | en* A", "x: da b | en* B"])
    let unknown = #expect(throws: SpreadsheetError.self) { try units(files) }
    #expect(unknown?.code == .exchangeLanguage)
    let alone = #expect(throws: SpreadsheetError.self) { try units(files, "/da.lproj/A.strings", source: "en") }
    #expect(alone?.hint == "Name the folder that has the files of all languages.")
  }

  @Test(arguments: CatalogFormat.allCases)
  func `what a file has otherwise is told by NStack's names, and with its placeholders`(format: CatalogFormat) throws {
    func catalog(_ text: String?, _ many: String?) throws -> AppCatalog {
      try CatalogSamples.catalog(
        ["en", "da"],
        ["x": ["Hi %@", text], "f.one": ["%d file", many.map { _ in "%d fil" }], "f.other": ["%d files", many]])
    }
    let files = CatalogSamples.files(try catalog("Halløj %@", "%d arkiver"), format).files
    let texts = format == .stringsdict ? [] : ["x Halløj %@"]
    let forms = format == .strings ? [] : format == .arb ? ["f.one -", "f.other -"] : ["f.other %d arkiver"]
    try CatalogSamples.withFolder(files) { folder in
      for (text, many) in [("Hej %@", "%d filer"), (nil, nil)] {
        let comparison = CatalogComparison(
          try BundledTexts.read(folder), with: try catalog(text, many), CatalogOptions())
        let found = comparison.differences.filter { $0.bundled != nil }.flatMap(\.texts).map { text in
          let served = text.name.key.string == "x" ? "Hej %@" : "%d filer"
          return "\(text.name.key.string) \(text.proposal(inPlaceOf: served) ?? "-")"
        }
        // Of the forms that NStack lacks, the one that is the same differs too.
        #expect(found.sorted() == (many == nil && forms.count == 1 ? ["f.one %d fil"] : []) + forms + texts)
      }
    }
  }

  @Test func `placeholders in another order get their numbers, in a chosen language`() throws {
    let catalog = try CatalogSamples.catalog(["en", "da"], ["x": ["Deleted %@ from %@", "Slettede %@ fra %@"]])
    let text = #"<resources><string name="a_x">Fra %2$s slettede du %1$s</string></resources>"#
    try CatalogSamples.withFolder(["values/strings.xml": text, "values-da/strings.xml": text]) {
      let comparison = CatalogComparison(
        try BundledTexts.read($0), with: catalog, CatalogOptions(), isChosen: { $0 == "da" })
      let texts = comparison.differences.flatMap(\.texts)
      #expect(texts.map { $0.proposal(inPlaceOf: "Slettede %@ fra %@") } == ["Fra %2$@ slettede du %1$@"])
    }
  }

  @Test(
    "escapes of a format are none of the text that is suggested",
    arguments: [
      (.arb, "Hi %@", "It''s {arg1}", "It's %@"), (.arb, "It's {name}", "It''s {name}!", "It's {name}!"),
      (.arb, "Set {x} {name}", "Brug {x} '{'y'}' {name}", "Brug {x} {y} {name}"), (.arb, "OK", "Det''s OK", "Det's OK"),
      (.arb, "OK", "a '{' b", "a { b"), (.arb, "100%% %@", "50% {arg1}", "50%% %@"),
      (.arb, "%1$@ of %2$@", "{arg2} ''af'' {arg1}", "%2$@ 'af' %1$@"),
      (
        .arb, "{n, plural, one {it''s} other {#}}", "{n, plural, one {den''s} other {{n}}}",
        "{n, plural, one {den''s} other {{n}}}"
      ), (.android, "Hi %@", "It\\'s \\\"%s\\\"", "It's \"%@\""), (.android, "OK", "\\@home \\u00e6", "@home æ"),
      (.android, "100%% %@", "50%% %s", "50%% %@"), (.android, "OK", "50%", "50%"),
      (.android, "OK", "a\\nb &amp; c", "a\nb & c"), (.i18next, "100%% %@", "50% {{arg1}}", "50%% %@"),
      (.i18next, "100% {name}", "50% {{name}}", "50% {name}"), (.i18next, "OK", "50%", "50%"),
      (.i18next, "%d of %d", "{{arg2}} % {{arg1}}", "%2$d %% %1$d"),
    ] as [(CatalogFormat, String, String, String)]) func escapes(
      format: CatalogFormat, served: String, written: String, text: String
    ) throws
  {
    let catalog = try CatalogSamples.catalog(["en"], ["x": [served]])
    let name = CatalogSamples.name("x", format)
    let (path, file) =
      switch format {
      case .arb: ("app_en.arb", "{\"\(name)\": \"\(written)\"}")
      case .android: ("values/strings.xml", "<resources><string name=\"\(name)\">\(written)</string></resources>")
      default: ("en.json", "{\"a\": {\"x\": \"\(written)\"}}")
      }
    var options = CatalogOptions()
    options.usesEscaping = true
    try CatalogSamples.withFolder([path: file]) { folder in
      let comparison = CatalogComparison(try BundledTexts.read(folder), with: catalog, options)
      #expect(comparison.differences.flatMap(\.texts).compactMap { $0.proposal(inPlaceOf: served) } == [text])
    }
  }
}
