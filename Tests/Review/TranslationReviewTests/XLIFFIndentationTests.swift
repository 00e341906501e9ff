import Foundation
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// Files into which a tool put white space where it counts: it indented them anew, round the inline codes and at the ends of
/// the texts, or put blanks round the codes.
struct XLIFFIndentationTests {
  private let texts: [(key: String, english: String, danish: String?)] = [
    ("last", "Return by %@", "Afleveres senest %@"), ("two", "%@ of %d", "%@ af %d"),
    ("edited", "Hi %@, you have %d!", "Hej %@, du har %d!"), ("plain", "Plain text", "Ren tekst"),
    ("lines", "Two\nlines", "To\nlinjer"), ("joined", "%@%@", "%@%@"), ("brackets", "(%@)", "(%@)"),
    ("moved", "%@ today", "I dag %@"), ("missing", "Gone: %@", nil),
  ]

  private func exported(_ version: XLIFFSheetVersion, hasSource: Bool = true) throws -> ExportedUnits {
    let catalog = Fixture.catalog(
      english: texts.map { ("login", $0.key, $0.english) }, danish: texts.map { ("login", $0.key, $0.danish) },
      reading: .now)
    var extras = ReviewSheet.Extras()
    extras.sourceLocale = hasSource ? "en-GB" : nil
    return try ExportedUnits(catalog, as: .xliff, version: version, extras: extras)
  }

  /// How a tool indents the contents of a source or target: before an inline code, after it, and at the ends of the text.
  private struct Way: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var before = ""
    var after = ""
    var start = ""
    var end = ""
    /// Whether the white space takes the place of the spaces that were there.
    var replaces = false
    /// Whether only an end tag after a code is moved to a line of its own.
    var isTailAlone = false

    func indented(_ content: Substring) -> String {
      let code = /<ph\b[^>]*(?:\/>|>[^<]*<\/ph>)/
      let pieces = content.split(separator: code, omittingEmptySubsequences: false)
      let codes = content.matches(of: code).map { String($0.0) }
      if isTailAlone { return pieces.last?.isEmpty == true && !codes.isEmpty ? content + after : String(content) }
      var text = start
      for (index, piece) in pieces.enumerated() {
        var piece = piece
        if replaces, index > 0 { piece = piece.drop { $0 == " " } }
        while replaces, index < codes.count, piece.last == " " { piece.removeLast() }
        text += piece
        if index < codes.count { text += before + codes[index] + after }
      }
      return text + end
    }
  }

  private static let indent = "\n          "
  private static let blanks: [Way] = [
    Way(testDescription: "a space before codes", before: " "), Way(testDescription: "a space after codes", after: " "),
    Way(testDescription: "spaces round codes", before: " ", after: " "),
    Way(testDescription: "two spaces before codes", before: "  "),
    Way(testDescription: "U+00A0 round codes", before: "\u{A0}", after: "\u{A0}"),
    Way(testDescription: "U+200B round codes", before: "\u{200B}", after: "\u{200B}"),
    Way(testDescription: "U+00A0 before codes and U+200B after them", before: "\u{A0}", after: "\u{200B}"),
  ]
  private static let ways: [Way] = [
    Way(testDescription: "an end tag after a code", after: "\n        ", isTailAlone: true),
    Way(testDescription: "an end tag after a code, with tabs", after: "\n\t\t\t\t", isTailAlone: true),
    Way(testDescription: "an end tag after a code, with CRLF", after: "\r\n        ", isTailAlone: true),
    Way(testDescription: "before codes", before: indent), Way(testDescription: "after codes", after: indent),
    Way(testDescription: "round codes", before: indent, after: indent),
    Way(testDescription: "round codes, with tabs", before: "\n\t\t\t\t\t", after: "\n\t\t\t\t\t"),
    Way(testDescription: "round codes, with CRLF", before: "\r\n          ", after: "\r\n          "),
    Way(testDescription: "round codes, in place of spaces", before: indent, after: indent, replaces: true),
    Way(testDescription: "round codes, without indentation", before: "\n", after: "\n"),
    Way(testDescription: "at both ends", start: indent, end: "\n        "),
    Way(testDescription: "at both ends, with tabs and CRLF", start: "\r\n\t\t\t\t\t", end: "\r\n\t\t\t\t"),
    Way(testDescription: "everywhere", before: indent, after: indent, start: indent, end: "\n        "),
    Way(
      testDescription: "everywhere, in place of spaces", before: indent, after: indent, start: indent,
      end: "\n        ", replaces: true),
  ]

  private static func indent(_ sheet: ExportedUnits, _ way: Way, keepsSpace: Bool = true, sources: Bool = true) throws {
    var text = try sheet.text
    text = text.replacing(/(<(source|target)\b[^>\/]*>)(.*?)(<\/\2>)/.dotMatchesNewlines()) { match in
      "\(match.1)\(sources || match.2 == "target" ? way.indented(match.3) : String(match.3))\(match.4)"
    }
    if !keepsSpace { text = text.replacing(" xml:space=\"preserve\"", with: "") }
    try sheet.write(text)
  }

  @Test(arguments: blanks + ways, XLIFFSheetVersion.allCases)
  private func `the one edit is planned, and the others are unchanged`(way: Way, version: XLIFFSheetVersion) throws {
    for keepsSpace in [true, false] {
      let sheet = try exported(version)
      try sheet.edit(">, du har <", ">, du har nu <")
      try Self.indent(sheet, way, keepsSpace: keepsSpace)
      let plan = try sheet.plan()
      #expect(plan.counts == [.propose: 1, .unchanged: 8])
      #expect(plan.sent == ["Hej %@, du har nu %d!"])
      for item in plan.items { #expect(!item.message.contains("--accept"), "\(item.message)") }
    }
  }

  @Test(arguments: blanks, XLIFFSheetVersion.allCases)
  private func `without source values blanks round codes are refused`(way: Way, version: XLIFFSheetVersion) throws {
    let sheet = try exported(version, hasSource: false)
    try Self.indent(sheet, way)
    #expect(throws: SpreadsheetError.self) { try sheet.plan() }
  }

  @Test(arguments: ways.filter { $0.before != "\n" }, XLIFFSheetVersion.allCases)
  private func `without source values no wrong text is sent`(way: Way, version: XLIFFSheetVersion) throws {
    let sheet = try exported(version, hasSource: false)
    try sheet.edit(">, du har <", ">, du har nu <")
    try Self.indent(sheet, way, keepsSpace: true)
    let plan = try sheet.plan()
    #expect(plan.counts[.unchanged] == 8)
    #expect(plan.changes.allSatisfy { $0.operation == .propose(value: "Hej %@, du har nu %d!") })
    for item in plan.items { #expect(!item.message.contains("--accept"), "\(item.message)") }
  }

  @Test(arguments: blanks + ways, XLIFFSheetVersion.allCases)
  private func `white space in the translations alone is refused`(way: Way, version: XLIFFSheetVersion) throws {
    let sheet = try exported(version)
    try sheet.edit(">, du har <", ">, du har nu <")
    try Self.indent(sheet, way, sources: false)
    let error = #expect(throws: SpreadsheetError.self) { try sheet.plan() }
    #expect(error?.code == "exchange.format")
    #expect(error?.message.hasPrefix("a tool added white space around the inline codes") == true)
  }

  @Test func `a blank that a person put before one code stays`() throws {
    for version in XLIFFSheetVersion.allCases {
      let sheet = try exported(version)
      let target = try #require(try sheet.text.matches(of: /<target[^>]*>\(/).first)
      try sheet.edit(String(target.0), "\(target.0) ")
      let plan = try sheet.plan()
      #expect(plan.sent == ["( %@)"])
      #expect(!plan.diagnostics.codes.contains("sheet.programs-changes"))
    }
  }

  @Test func `an edit after the tool is refused where its own blanks cannot be told, and its reason names no flag`()
    throws
  {
    let sheet = try exported(.version12)
    try Self.indent(sheet, Self.blanks[2])
    for (old, new) in [(">Hej  <", ">Hejsa <"), (" , du har  ", " og "), ("</ph> !</target>", "</ph> her</target>")] {
      try sheet.edit(old, new)
    }
    let plan = try sheet.plan()
    #expect(plan.counts == [.refused: 1, .unchanged: 8])
    #expect(plan.tells("white space that a tool added"))
    #expect(!plan.tells("--"))
  }

  @Test(arguments: XLIFFSheetVersion.allCases) func `codes in the other forms of tools are no different`(
    version: XLIFFSheetVersion
  ) throws {
    let sheet = try exported(version)
    try sheet.edit(">, du har <", ">, du har nu <")
    var text = try sheet.text
    let pair = version == .version12 ? "g" : "pc"
    if version == .version12 {
      text = text.replacing(/<ph id="(\d)" equiv-text="([^"]*)">[^<]*<\/ph>/) {
        "\(Self.indent)<x id=\"\($0.1)\" equiv-text=\"\($0.2)\"/>\(Self.indent)"
      }
    } else {
      text = text.replacing(/<ph [^>]*\/>/) { "\(Self.indent)\($0.0)\(Self.indent)" }
    }
    for plain in ["Plain text", "Ren tekst"] {
      text = text.replacing(
        ">\(plain)</", with: ">\(Self.indent)<\(pair) id=\"9\">\(Self.indent)\(plain)\(Self.indent)</\(pair)>\n    </",
        maxReplacements: 1)
    }
    try sheet.write(text)
    let plan = try sheet.plan()
    #expect(plan.counts == [.propose: 1, .unchanged: 8])
    #expect(plan.sent == ["Hej %@, du har nu %d!"])
  }

  /// What a person may write into a file that no tool indented.
  @Test(arguments: [
    "Afleveres senest\n%@", "\nAfleveres senest %@", "Afleveres senest %@\n", "Afleveres\n  senest %@",
    "Afleveres senest %@\n    ", "Afleveres senest\n    %@",
  ]) func `a line that a person wrote stays`(text: String) throws {
    for version in XLIFFSheetVersion.allCases {
      let sheet = try exported(version)
      let parts = text.components(separatedBy: "%@")
      let written = try sheet.text.replacing(/Afleveres senest (<ph [^>]*(?:\/>|>[^<]*<\/ph>))/) {
        "\(parts[0])\($0.1)\(parts[1])"
      }
      try sheet.write(written)
      #expect(try sheet.plan().sent == [text])
    }
  }

  @Test func `an edit whose white space nobody can tell is refused, and its reason names no flag`() throws {
    let sheet = try exported(.version12)
    // The source text has nothing after its code.
    try sheet.edit(
      "Afleveres senest <ph id=\"1\" equiv-text=\"%@\">%@</ph>", "A <ph id=\"1\" equiv-text=\"%@\">%@</ph> b")
    try Self.indent(
      sheet, Way(testDescription: "", before: Self.indent, after: Self.indent, replaces: true), keepsSpace: true)
    let items = try sheet.plan().items.filter { $0.row.text.key == "last" }
    #expect(items.map(\.verdict) == [.refused])
    #expect(items.first?.message.contains("white space that a tool added") == true)
    #expect(items.first?.message.contains("--") == false)
  }
}
