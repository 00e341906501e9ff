import AppCatalogs
import Testing

struct CatalogPlaceholderTests {
  private func text(
    _ format: CatalogFormat, _ locales: [String] = ["en"], _ values: KeyValuePairs<String, [String?]>, file: String
  ) throws -> (text: String, told: [String]) {
    let (files, told) = CatalogSamples.files(try CatalogSamples.catalog(locales, values), format)
    return (files[file] ?? "", told)
  }

  /// Texts, and what each of some files must have of them.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var locales = ["en"]
    let values: KeyValuePairs<String, [String?]>
    let wanted: [(CatalogFormat, file: String, texts: [String])]
    /// What is told of some formats.
    var told: [CatalogFormat: [String]] = [:]
  }

  static let cases = [
    Case(
      testDescription: "a category in other letters is a text of its own, and none is lost",
      values: ["files.one": ["One"], "files.ONE": ["ONE!"], "files.other": ["Many"]],
      wanted: [
        (.i18next, "en/translation.json", [#""files_one": "One""#, #""files.ONE": "ONE!""#, #""files_other": "Many""#])
      ]),
    Case(
      testDescription: "what is not a number does not become a plural's number",
      values: [
        "cart.one": ["One file in {folder}"], "cart.other": ["Many files in {folder}"], "who.one": ["File from %@"],
        "who.other": ["Files from %@"],
      ],
      wanted: [
        (
          .i18next, "en/translation.json",
          [#""cart_other": "Many files in {{folder}}""#, #""who_other": "Files from {{arg1}}""#]
        ),
        (
          .arb, "app_en.arb",
          [
            #""aCart": "{count, plural, one{One file in {folder}} other{Many files in {folder}}}""#,
            #""aWho": "{count, plural, one{File from {arg1}} other{Files from {arg1}}}""#,
          ]
        ),
      ]),
    Case(
      testDescription: "a plural's number is the same argument in every language", locales: ["en", "da"],
      values: [
        "x.one": ["{n} file in {folder}", "{n} fil i {folder}"],
        "x.other": ["{n} files in {folder}", "{folder} har filer"],
      ],
      wanted: [
        (
          .i18next, "da/translation.json",
          [#""x_one": "{{count}} fil i {{folder}}""#, #""x_other": "{{folder}} har filer""#]
        ), (.arb, "app_da.arb", ["{n, plural, one{{n} fil i {folder}} other{{folder} har filer}}"]),
      ], told: [.i18next: ["a.x: i18next names a plural's number count, so {n} is written as {{count}}."]]),
    Case(
      testDescription: "two placeholders never become one",
      values: ["x": ["{user-name} and {userName}"], "y": ["{0} {text0}"], "z": ["%d {arg1}"]],
      wanted: [
        (.arb, "app_en.arb", [#""{userName} and {userName_2}""#, #""{text0} {text0_2}""#]),
        (.i18next, "en/translation.json", [#""{{arg1}} {{arg1_2}}""#]),
      ]),
    Case(
      testDescription: "per cent signs of a format are doubled in every language and form", locales: ["en", "da"],
      values: [
        "x": ["%d%% of all", "100% af alle"], "y": ["%d%% done", "100%% færdig"],
        "z.one": ["50%% of %d file", "50%% af en fil"], "z.other": ["50%% of %d files", "50%% af %d filer"],
      ],
      wanted: [
        (
          .android, "values-da/strings.xml",
          [#"<string name="a_x">100%% af alle</string>"#, #"<item quantity="one">50%% af en fil</item>"#]
        ), (.i18next, "da/translation.json", [#""y": "100% færdig""#]), (.arb, "app_da.arb", [#""aY": "100% færdig""#]),
      ]),
    Case(
      testDescription: "the per cent sign of a number is text", locales: ["en", "de"],
      values: ["x": ["Set to 50%-ish", "Auf 50%-ige Werte"], "y": ["%@ at 100%", "%@ zu 100%ig"]],
      wanted: [
        (.arb, "app_de.arb", [#""aX": "Auf 50%-ige Werte""#, #""aY": "{arg1} zu 100%ig""#]),
        (.arb, "app_en.arb", [#""aX": "Set to 50%-ish""#]),
        (.android, "values/strings.xml", [#"<string name="a_x" formatted="false">Set to 50%-ish</string>"#]),
        (.i18next, "en/translation.json", [#""x": "Set to 50%-ish""#]),
      ], told: [.arb: [], .android: [], .i18next: []]),
    Case(
      testDescription: "a sign before a brace stays if the default language has it as a sign", locales: ["en", "tr"],
      values: ["x": ["{percent}% off", "%{percent} indirim"], "y": ["Hi %{name}", "%{name}: merhaba"]],
      wanted: [
        (.arb, "app_tr.arb", [#""aX": "%{percent} indirim""#, #""aY": "{name}: merhaba""#]),
        (.i18next, "tr/translation.json", [#""x": "%{{percent}} indirim""#]),
      ]),
    Case(
      testDescription: "an .xcstrings keeps the precision of a plural's number",
      values: ["x.one": ["%1$.1f km of %2$@"], "x.other": ["%1$.1f kms of %2$@"]],
      wanted: [(.xcstrings, "Localizable.xcstrings", [#""%1$.1f kms of %2$@""#])]),
    Case(
      testDescription: "Apple's texts read the arguments before a plural's number themselves",
      values: [
        "x.one": ["%@ has %d file"], "x.other": ["%@ has %d files"], "y.one": ["%2$d file of %1$@"],
        "y.other": ["%2$d files of %1$@"],
      ],
      wanted: [
        (
          .stringsdict, "en.lproj/Localizable.stringsdict",
          [
            "<string>%1$@ has %2$#@count@</string>", "<string>%2$d files</string>", "<string>%2$#@count@%1$@</string>",
            "<string>%2$d files of </string>",
          ]
        ), (.xcstrings, "Localizable.xcstrings", [#""%1$@ has %#@count@""#, #""argNum" : 2"#, #""%arg files of ""#]),
      ], told: [.stringsdict: [], .xcstrings: []]),
    Case(
      testDescription: "a plural whose forms begin with different arguments stays in its forms",
      values: ["x.one": ["One of %1$@"], "x.other": ["%1$@ has %2$d"]],
      wanted: [(.xcstrings, "Localizable.xcstrings", [#""a.x.one""#, #""One of %1$@""#, #""%1$@ has %2$d""#])],
      told: [
        .xcstrings: [
          "a.x (en): Apple's plurals need each argument before the last one of a text or form, and one is missing, so "
            + "each form stays a separate text."
        ]
      ]),
    Case(
      testDescription: "arguments that every form has come first",
      values: ["x": ["{n, plural, one {{who} at {place}} other {# at {place}}}"]],
      wanted: [
        (
          .stringsdict, "en.lproj/Localizable.stringsdict",
          ["<string>%1$#@n@</string>", "<string>%3$@ at %2$@</string>", "<string>%1$lld at %2$@</string>"]
        ), (.android, "values/strings.xml", [">%3$s at %2$s<", ">%1$d at %2$s<"]),
      ], told: [.stringsdict: ["a.x: The arguments have positions in place of names: 1 n, 2 place, 3 who."]]),
    Case(
      testDescription: "a message that lacks an argument before its last one stays as it is, and is told once",
      locales: ["en", "da"],
      values: ["x": ["{who}: {n, plural, one {#} other {# x}}", "{n, plural, =5 {fem} one {# y} other {# z}}"]],
      wanted: [
        (.stringsdict, "en.lproj/Localizable.stringsdict", ["<string>%1$@: %2$#@n@</string>"]),
        (.strings, "da.lproj/Localizable.strings", ["= \"{n, plural, =5 {fem} one {# y} other {# z}}\";"]),
      ],
      told: [
        .stringsdict: [
          "a.x (da): .stringsdict cannot express a text that has n without who, so the message stays as it is.",
          "a.x: The arguments have positions in place of names: 1 who, 2 n.",
        ]
      ]),
    Case(
      testDescription: "two plurals of one number keep their own forms",
      values: ["x": ["{n, plural, one {# file} other {# files}}: {n, plural, one {it} other {them}}"]],
      wanted: [
        (
          .stringsdict, "en.lproj/Localizable.stringsdict",
          [
            "<string>%1$#@n@: %1$#@n_@</string>", "<string>%1$lld files</string>", "<key>n_</key>",
            "<string>them</string>",
          ]
        ), (.xcstrings, "Localizable.xcstrings", [#""%#@n@: %#@n_@""#, #""%arg files""#, #""them""#]),
      ]),
    Case(
      testDescription: "i18next has other in place of a form that the language lacks", locales: ["en", "pl"],
      values: ["x.one": ["%d file", "%d plik"], "x.other": ["%d files", "%d pliku"]],
      wanted: [
        (
          .i18next, "pl/translation.json",
          [
            #""x_one": "{{count}} plik""#, #""x_few": "{{count}} pliku""#, #""x_many": "{{count}} pliku""#,
            #""x_other": "{{count}} pliku""#,
          ]
        )
      ], told: [.i18next: []]),
  ]

  @Test(arguments: cases) func `each format has what a placeholder or a sign means`(it: Case) throws {
    let catalog = try CatalogSamples.catalog(it.locales, it.values)
    for (format, file, texts) in it.wanted {
      let (files, told) = CatalogSamples.files(catalog, format)
      for text in texts { #expect(files[file]?.contains(text) == true, "\(files)") }
      if let lines = it.told[format] { #expect(told == lines) }
    }
  }

  @Test(arguments: [
    "{n, plural, one{a}}", "{n, plural, =5{five} other{x}}", "{g, select, non-binary{they} other{x}}",
    "{g, select, a{x}}", "{n, selectordinal, other{#th}}", "{n, plural, offset:1 other{x}}",
  ]) func `ARB leaves out messages that stop gen-l10n`(message: String) throws {
    let (text, told) = try text(.arb, ["en"], ["x": [message], "hash-code": ["1"]], file: "app_en.arb")
    #expect(
      text
        == "{\n  \"@@locale\": \"en\",\n  \"@@x-generator\": \"Generated by nstack-review. Do not edit.\",\n  \"aHashCode\": \"1\"\n}\n"
    )
    #expect(told.count == 1)
  }

  @Test(
    "widths and precisions that Java has are kept, and conversions that it throws on stay and are told",
    arguments: [
      "%5.1f": "%5.1f", "%'d": "%,d", "%-8@": "%-8s", "%.3@": "%.3s", "%05d": "%05d", "%lld": "%d", "%.2d": nil,
      "%05@": nil, "%+s": nil, "%-d": nil, "%-05d": nil, "%#d": nil,
    ] as [String: String?]) func conversions(apple: String, java: String?) throws
  {
    let (text, told) = try text(.android, ["en"], ["x": ["\(apple) of it"]], file: "values/strings.xml")
    #expect(text.contains(">\(java ?? apple) of it<"), "\(text)")
    let loss = "a.x (en): Java has no conversion for one of \(apple), so the text stays as it is."
    #expect(told == (java == nil ? [loss] : []))
  }

  @Test func `a combining letter after a space, a per cent sign or the end of a comment changes nothing`() throws {
    let values: KeyValuePairs<String, [String?]> = ["x": [" \u{301}lead"], "y": ["b  \u{301}c"]]
    let (text, _) = try text(.android, ["en"], values, file: "values/strings.xml")
    #expect(text.contains("\" \u{301}lead\"<"))
    #expect(text.contains("\"b  \u{301}c\"<"))
    let catalog = try CatalogSamples.catalog(
      ["en"], ["n.one": ["%d 1%\u{301}"], "n.other": ["%d 2%\u{301}"], "z": ["z"]], descriptions: ["z": "a */\u{301} b"]
    )
    let (files, _) = CatalogSamples.files(catalog, .strings)
    #expect(
      files["en.lproj/Localizable.strings"]?.utf8.starts(
        with: "/* Generated by nstack-review. Do not edit. */\n\n/* a * /\u{301} b */\n".utf8) == true)
    let (plurals, _) = CatalogSamples.files(catalog, .stringsdict)
    #expect(plurals["en.lproj/Localizable.stringsdict"]?.contains("<string>%d 2%%\u{301}</string>") == true)
  }

  @Test(arguments: [
    (CatalogFormat.xcstrings, "Localizable.xcstrings"), (.i18next, "en/translation.json"),
    (.android, "values/strings.xml"),
  ]) func `conversions that take one argument are told, and none is lost`(format: CatalogFormat, file: String) throws {
    let (text, told) = try text(
      format, ["en"], ["x.one": ["By %1$@, and %ld more"], "x.other": ["By %1$@, and %ld others"]], file: file)
    #expect(text.contains("By %1$@, and %ld more") && text.contains("By %1$@, and %ld others"), "\(text)")
    #expect(!told.isEmpty)
  }

  @Test(
    "a number's own text is lost aloud where its category has other numbers",
    arguments: [
      ("is", "=1", 0), ("lv", "=0", 0), ("hi", "=1", 0), ("ru", "=1", 0), ("en", "=1", 1), ("es", "=1", 1),
      ("en", "=0", 1),
    ]) func exactNumbers(locale: String, selector: String, kept: Int) throws
  {
    let (text, told) = try text(
      .i18next, [locale], ["x": ["{count, plural, \(selector){own} one{# a} zero{# z} other{# b}}"]],
      file: "\(locale)/translation.json")
    #expect(text.contains("own") == (kept == 1), "\(text)")
    #expect(told.count { $0.contains("is left out") } == 1 - kept)
  }

  @Test(arguments: [
    (CatalogFormat.i18next, "en/translation.json"), (.android, "values/strings.xml"),
    (.xcstrings, "Localizable.xcstrings"),
  ]) func `without plurals an ICU message is as it is in every format`(format: CatalogFormat, file: String) throws {
    let message = "{count, plural, one{{file}} other{{files}}}"
    let catalog = try CatalogSamples.catalog(["en"], ["x": [message]], groupsPlurals: false)
    #expect(CatalogSamples.files(catalog, format).files[file]?.contains(message) == true)
  }

  @Test func `the tenth argument of a property list keeps its position`() throws {
    let names = (1...10).map { "{a\($0)}" }.joined()
    let catalog = try CatalogSamples.catalog(["en"], ["x": ["\(names){n, plural, one {#} other {#}}"]])
    let (files, _) = CatalogSamples.files(catalog, .stringsdict)
    let file = "en.lproj/Localizable.stringsdict"
    let comparison = try CatalogSamples.withFolder([file: #require(files[file])]) { folder in
      CatalogComparison(try BundledTexts.read("\(folder)/\(file)"), with: catalog, CatalogOptions())
    }
    #expect(comparison.isEmpty)
    #expect(comparison.equal == 1)
  }
}
