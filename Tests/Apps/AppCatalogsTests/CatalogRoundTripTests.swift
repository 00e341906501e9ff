import AppCatalogs
import Basics
import Foundation
import Spreadsheet
import Testing

struct CatalogRoundTripTests {
  /// Calls `body` with a folder that has the files of a catalogue.
  private func withFiles<Result>(
    _ catalog: AppCatalog, _ format: CatalogFormat, _ options: CatalogOptions = CatalogOptions(),
    _ body: (String) throws -> Result
  ) throws -> Result {
    let files = CatalogSamples.files(catalog, format, options).files
    return try CatalogSamples.withFolder(files, body)
  }

  @Test(arguments: CatalogFormat.allCases) func `hard texts come back from every format, byte by byte`(
    format: CatalogFormat
  ) throws {
    let texts: [(key: String, value: [String?])] = CatalogSamples.hard.enumerated().flatMap { number, text in
      format == .stringsdict
        ? [("k\(number).one", [text, text]), ("k\(number).other", [text + " ", nil])]
        : [("k\(number)", [text, number.isMultiple(of: 2) ? text : nil])]
    }
    let catalog = try CatalogSamples.catalog(["en", "pt-BR"], texts, descriptions: [:], groupsPlurals: true)
    var options = CatalogOptions()
    options.usesEscaping = true
    try withFiles(catalog, format, options) { folder in
      let comparison = CatalogComparison(try BundledTexts.read(folder), with: catalog, options)
      #expect(comparison.differences.map(\.name) == (format == .stringsdict ? ["a.k18", "a.k29", "a.k30"] : []))
      #expect(comparison.locales.isEmpty)
      #expect(comparison.equal == (format == .stringsdict ? 35 : format == .arb ? 55 : 57))
    }
  }

  @Test(
    "a difference is missing, stale or extra, and a locale that one side lacks is told once",
    arguments: [CatalogFormat.strings, .xcstrings, .android, .arb, .i18next]) func differences(format: CatalogFormat)
    throws
  {
    let old = try CatalogSamples.catalog(
      ["en", "da", "fr"], ["x": ["X", "X", nil], "gone": ["G", "G", "G"], "same": ["S", "S", nil]])
    let new = try CatalogSamples.catalog(
      ["en", "da", "de"], ["x": ["X 2", "X", nil], "same": ["S", "S", nil], "new": ["N", nil, "N"]])
    try withFiles(old, format) { folder in
      let comparison = CatalogComparison(try BundledTexts.read(folder), with: new, CatalogOptions())
      let name = { (key: String) in CatalogSamples.name(key, format) }
      #expect(
        comparison.differences.map {
          "\($0.kind.rawValue) \($0.locale) \($0.name) \($0.bundled ?? "-") \($0.served ?? "-")"
        } == ["stale en \(name("x")) X X 2", "missing en \(name("new")) - N", "extra en \(name("gone")) G -"])
      #expect(comparison.locales.map { "\($0.locale) \($0.texts) \($0.isMissing)" } == ["fr 1 false", "de 1 true"])
      #expect(comparison.equal == 3)
    }
  }

  @Test func `a folder without a .stringsdict lacks the plurals, and one with a single language lacks the others`()
    throws
  {
    let catalog = try CatalogSamples.catalog(
      ["en", "da"], ["x": ["X", "X"], "f.one": ["%d f", nil], "f.other": ["%d fs", nil]])
    try withFiles(catalog, .strings) { folder in
      try FileManager.default.removeItem(atPath: "\(folder)/da.lproj")
      #expect(
        CatalogComparison(try BundledTexts.read(folder), with: catalog, CatalogOptions()).locales.map {
          "\($0.locale) \($0.texts) \($0.isMissing)"
        } == ["da 1 true", "en 1 true"])
      let file = try BundledTexts.read("\(folder)/en.lproj/Localizable.strings")
      #expect(CatalogComparison(file, with: catalog, CatalogOptions(), isWhole: false).isEmpty)
    }
  }

  @Test func `an empty entry of an .xcstrings is not extra, and one with a text is`() throws {
    let catalog = try CatalogSamples.catalog(["en", "da"], ["x": ["X", "X"]])
    let unit = { (text: String) in "{\"stringUnit\":{\"state\":\"new\",\"value\":\"\(text)\"}}" }
    let entries = ["": "", "b": "", "c": "C", "a.x": "X"].map { name, text in
      "\"\(name)\":{\"localizations\":{\"en\":\(unit(text)),\"da\":\(unit(text))}}"
    }
    let text = "{\"sourceLanguage\":\"en\",\"strings\":{\(entries.joined(separator: ",")),\"d\":{}}}"
    try CatalogSamples.withFolder(["x.xcstrings": text]) { folder in
      let files = try BundledTexts.read("\(folder)/x.xcstrings")
      let comparison = CatalogComparison(files, with: catalog, CatalogOptions())
      #expect(comparison.differences.map { "\($0.kind) \($0.name)" } == ["extra c"])
      #expect(comparison.equal == 2)
    }
  }

  @Test(
    arguments: [
      ("x.strings", "\"a\" = \"b\"", 1), ("x.strings", "\"a\" =\n \"b", 2), ("x.strings", "/* a", 1),
      ("x.strings", "\"a\" = \"\\Ud800\";", 1), ("x.xcstrings", "{\n\"strings\": {", 2), ("x.xcstrings", "[]", nil),
      ("x.xcstrings", "{\"strings\": 1}", nil), ("app_en.arb", "{\"a\": 1}", nil), ("en.json", "{\"a\":\n}", 2),
      ("x.stringsdict", "<plist><array/></plist>", 1), ("strings.xml", "<html></html>", 1),
      ("x.strings", "bplist00", nil), ("x.strings", "", nil), ("x.txt", "a", nil),
    ] as [(String, String, Int?)]) func `a file that is broken ends in one error with its place`(
      name: String, text: String, line: Int?
    ) throws
  {
    try CatalogSamples.withFolder([name: text]) { folder in
      let error = #expect(throws: SpreadsheetError.self) { try BundledTexts.read("\(folder)/\(name)") }
      #expect(error?.place.file == "\(folder)/\(name)")
      #expect(error?.place.line == line)
      #expect(error?.code.rawValue.hasPrefix("exchange.") == true)
    }
  }

  @Test func `entities that grow, and objects without end, are refused`() throws {
    let entities =
      "<!DOCTYPE r [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><resources><string name=\"x\">&b;</string></resources>"
    let deep = String(repeating: "{\"a\":", count: 100_000)
    let files = ["strings.xml": entities, "x.xcstrings": deep]
    try CatalogSamples.withFolder(files) { folder in
      let first = #expect(throws: SpreadsheetError.self) { try BundledTexts.read("\(folder)/strings.xml") }
      #expect(first?.code == "xml.doctype")
      let second = #expect(throws: SpreadsheetError.self) { try BundledTexts.read("\(folder)/x.xcstrings") }
      #expect(second?.message == "the file is not JSON: found more than 64 levels.")
    }
  }

  @Test func `a .strings may be UTF-16, have bare names, octal escapes and comments of both kinds`() throws {
    let text = "// one\n/* two */ name = 'it'; \"b\" = \"\\U00e9\\351\\n\"; same;\n"
    let data = Data([0xFF, 0xFE]) + Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    let read = try CatalogSamples.withFolder(["da.lproj/x.strings": data]) { folder in
      try BundledTexts.read("\(folder)/da.lproj/x.strings")
    }
    #expect(read[0].locale == "da")
    #expect(
      read[0].texts == [
        ExactText("name"): .plain("it"), ExactText("b"): .plain("éé\n"), ExactText("same"): .plain("same"),
      ])
  }
}
