import Basics
import Exchange
import Foundation
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets

/// Review sheets as memories.
struct ReviewSheetCodingTests {
  private static let layouts: [(name: String, layout: SheetLayout)] = [
    ("a.xlsx", .rows), ("a.xlsx", .locales), ("a.xlsx", .columns), ("a.csv", .rows), ("a.csv", .columns),
    ("a.html", .rows),
  ]

  private func english(_ text: String) -> UnitReadingOptions {
    var options = UnitReadingOptions()
    options.sourceLanguage = LanguageTag(text)
    return options
  }

  /// The units of a file: `2: en-GB Welcome = da-DK Velkommen`.
  private func units(
    _ path: String, _ options: UnitReadingOptions = UnitReadingOptions(), _ coding: ReviewSheetCoding? = nil
  ) throws -> [String] {
    let coding = coding ?? ReviewSheetCoding()
    #expect(try coding.recognizes(ExaminedFile(path: path, options: options)))
    var units: [String] = []
    try coding.read(path, options: options) { unit in
      #expect(unit.source == 0)
      units.append("\(unit.number): " + unit.variants.map { "\($0.language) \($0.text)" }.joined(separator: " = "))
    }
    return units
  }

  @Test("translations are current values, and proposals that the reviewer wrote or kept", arguments: layouts)
  func translations(name: String, layout: SheetLayout) throws {
    var sheet = EditedSheet(catalog: .pending(.other(7, "button", "Log på")), layout: layout)
    sheet.name = name
    let units = try sheet.withFile({
      try $0[$0.count - 1].set(["Proposal": "'=Tryk", "Note": "Sure?"], ofDanish: "hint")
    }) { try self.units($0) }
    #expect(
      units.map { $0.drop { $0 != " " } } == [
        " en-GB Welcome = da-DK Velkommen", " en-GB Log in = da-DK Log på",
        name == "a.csv" ? " en-GB Tap to go on = da-DK =Tryk" : " en-GB Tap to go on = da-DK '=Tryk",
      ])
  }

  private func recognizes(_ header: String) throws -> Bool {
    let folder = try ScratchFolder()
    let path = folder.file("keys.csv")
    let row = header.split(separator: ",").map { _ in "x" }.joined(separator: ",")
    try "\(header)\n\(row)\n\(row)\n".write(toFile: path, atomically: true, encoding: .utf8)
    return try ReviewSheetCoding().recognizes(ExaminedFile(path: path, options: UnitReadingOptions()))
  }

  @Test(arguments: [
    "Section,Key,en-GB,da-DK", "Section,Key,en-GB,da-DK,Status", "Key,Section,Status,en,da",
    "section,key,note,en,da,status", "Namespace,Identifier,en,pt-BR,Status", "Section,Key,Description,en,da",
    "key,en,da,status", "status,key,section,de,en", "Section,Key,Status,zh-Hans,en", "Section,Key,Note,Status,sv",
  ]) func `a table of keys with a column for each language is no review sheet`(header: String) throws {
    #expect(try !recognizes(header))
  }

  @Test(arguments: [
    "Section,Key,Locale,Status,da", "Section,Key,Proposal,da", "Section,Key,Base,da", "Section,Key,Nu,Status,Action",
    "Section,Key,Status,Sprache",
  ]) func `a review sheet that lacks columns is one`(header: String) throws { #expect(try recognizes(header)) }

  /// The rows of two tables, and whether the second has those of the first.
  @Test(arguments: [
    (["a,k,x", "a,l,y"], ["a,k,x", "a,l,y"], true), (["a,k,x"], ["a,l,y", "a,k,x"], true), ([], ["a,k,x"], true),
    (["a,k,x", "a,l,z"], ["a,k,x", "a,l,y"], false), (["a,k,x"], [], false), (["a,k,'-5"], ["a,k,-5"], false),
    (["a,k,x"], ["a,kx,"], false),
  ]) func `rows are in another table by their bytes`(rows: [String], others: [String], isContained: Bool) throws {
    let folder = try ScratchFolder()
    func file(
      _ name: String, _ rows: [String], _ header: String = "Section,Key,Proposal,Locale,Current value,Deletable"
    ) throws -> String {
      let path = folder.file(name)
      try ([header] + rows.map { "\($0),da-DK,v," }).map { $0 + "\n" }.joined().write(
        toFile: path, atomically: true, encoding: .utf8)
      return path
    }
    let (path, other) = (try file("a.csv", rows), try file("b.csv", others))
    #expect(ReviewSheetReader.hasRows(of: path, in: other, csv: CSVReadingOptions()) == isContained)
    #expect(
      try !ReviewSheetReader.hasRows(of: path, in: file("c.csv", others, "a,b,c,d,e,f"), csv: CSVReadingOptions()))
  }

  /// What is done with a suggestion or a pending proposal, and the translation that is left.
  private static let actions: [(cells: [String: String], hint: String?, button: String)] = [
    ([:], nil, "Log på"), (["Action": "accept"], "Tryk her", "Log på"), (["Action": "skip"], nil, "Log ind"),
    (["Action": "ok"], nil, "Log på"), (["Action": "delete"], nil, "Log ind"), (["Action": "slet!"], nil, "Log ind"),
    (["Proposal": ""], nil, "Log ind"), (["Proposal": "Nu"], "Nu", "Nu"),
    (["Proposal": "Nu", "Action": "skip"], nil, "Log ind"), (["Key": "other", "Proposal": "Nu"], nil, ""),
    (["Current value": "7"], nil, "Log på"),
  ]

  @Test("a suggestion counts if it was kept, and a proposal if nobody withdrew it", arguments: actions) func kept(
    cells: [String: String], hint: String?, button: String
  ) throws {
    let catalog = Catalog.pending(.own(7, "button", "Log på"))
    let suggestions = try Fixture.suggestions(["hint": "Tryk her"], in: catalog)
    for (key, expected, english) in [("hint", hint ?? "", "Tap to go on"), ("button", button, "Log in")] {
      var sheet = EditedSheet(catalog: catalog)
      sheet.suggestions = suggestions
      let units = try sheet.withFile({ try $0[0].set(cells, ofDanish: key) }) { try self.units($0) }
      let found = units.first { $0.contains(" en-GB \(english) = ") }
      #expect(found.map { String($0.drop { $0 != "=" }.dropFirst(8)) } ?? "" == expected)
    }
  }

  @Test func `the source column is read where the sheet has one, and its locale is told by the bases`() throws {
    var sheet = EditedSheet(sourceLocale: "da-DK")
    sheet.name = "a.csv"
    let edit: (inout [EditedSheet.Table]) throws -> Void = { tables in
      // Only the English rows are left.
      let locale = try tables[0].column("Locale")
      tables[0].cells.removeAll { $0[locale] == "da-DK" }
    }
    let texts = ["2: da-DK Velkommen = en-GB Welcome", "3: da-DK Log ind = en-GB Log in"]
    #expect(
      try sheet.withFile(edit) { try units($0, UnitReadingOptions(), ReviewSheetCoding(locales: ["da-DK"])) } == texts)
    // Without the name of the locale, its hash says nothing.
    #expect(
      try sheet.withFile(edit) { try units($0, english("da")) } == texts.map { $0.replacing("da-DK", with: "da") })
  }

  @Test("the hidden column has the source texts of a sheet without their rows, in the language that the caller knows")
  func hiddenColumn() throws {
    var sheet = EditedSheet()
    sheet.name = "a.csv"
    let edit: (inout [EditedSheet.Table]) throws -> Void = { tables in
      let locale = try tables[0].column("Locale")
      tables[0].cells.removeAll { $0[locale] == "en-GB" }
    }
    try sheet.withFile(edit) { path throws in
      #expect(
        try units(path, UnitReadingOptions(), ReviewSheetCoding(defaultLocale: "en-GB")) == [
          "2: en-GB Welcome = da-DK Velkommen", "3: en-GB Log in = da-DK Log ind",
        ])
      let error = #expect(throws: SpreadsheetError.self) { try units(path) }
      #expect(error?.code == .exchangeLanguage)
      #expect(error?.place.file == path)
    }
  }

  @Test func `another language may be the source, if its rows are in the sheet`() throws {
    try EditedSheet().withFile({ _ in }) { path throws in
      #expect(
        try units(path, english("da")) == ["2: da-DK Velkommen = en-GB Welcome", "3: da-DK Log ind = en-GB Log in"])
    }
  }

  @Test(arguments: [SheetFormat.po, .xliff]) func `reviews in exchange formats are sheets too`(format: SheetFormat)
    throws
  {
    let folder = try ScratchFolder()
    let path = folder.file("memory.dat")
    var selection = ReviewSelection()
    selection.locales = ["da-DK"]
    let catalog = Catalog.pending(.other(7, "button", "Log på"))
    let writer = ReviewSheetWriter(
      try ReviewSheet(catalog: catalog, scope: Fixture.scope, selection: selection), provenance: Fixture.provenance)
    _ = try writer.write(to: OutputFile(path: path), as: format)
    #expect(try units(path) == ["1: en-GB Welcome = da-DK Velkommen", "2: en-GB Log in = da-DK Log på"])
  }

  @Test(arguments: [
    "English,Danish,Close,Luk\n", "en,da\nClose,Luk\n", "msgid \"a\"\nmsgstr \"b\"\n", "<tmx version=\"1.4\"/>", "{}",
    "<xliff version=\"1.2\"><file original=\"a\" source-language=\"en\"><body/></file></xliff>", "Key,Value\na,b\n",
    "a,\"b",
  ]) func `other files are no sheets`(text: String) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "memory.dat")
    #expect(try !ReviewSheetCoding().recognizes(ExaminedFile(path: path, options: UnitReadingOptions())))
  }

  @Test func `a page with broken data is refused as a sheet`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("<html><script id=\"nstack-review-data\">{\"rows\":</script>", to: "memory.dat")
    let error = #expect(throws: SpreadsheetError.self) { try units(path) }
    #expect(error?.code == .htmlBrokenData)
    #expect(error?.place.file == path)
  }

  @Test func `a sheet with a broken header is refused as a sheet`() throws {
    var sheet = EditedSheet()
    sheet.name = "a.csv"
    let error = #expect(throws: SpreadsheetError.self) {
      try sheet.withFile({ try $0[0].set("Can it go", in: "Deletable", row: 0) }) { try units($0) }
    }
    #expect(error?.code == .sheetMissingColumn)
  }
}
