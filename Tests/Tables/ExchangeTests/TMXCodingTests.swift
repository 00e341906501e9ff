import Exchange
import Spreadsheet
import Testing

struct TMXCodingTests {
  private static func document(_ units: String, source: String = "en-US", type: String = "") -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(type)<tmx version=\"1.4\">\n"
      + "<header srclang=\"\(source)\" datatype=\"plaintext\" segtype=\"block\" o-tmf=\"x\" adminlang=\"en\"/>\n"
      + "<body>\n\(units)\n</body></tmx>"
  }

  private func pair(_ english: String, _ danish: String) -> String {
    "<tu><tuv xml:lang=\"en\"><seg>\(english)</seg></tuv><tuv xml:lang=\"da\"><seg>\(danish)</seg></tuv></tu>"
  }

  private static func units(_ text: String) throws -> [TranslationUnit] { try ExchangeFile(text).units(TMXCoding()) }

  @Test func `each unit has its texts, its source and its line`() throws {
    let unit = try #require(
      try Self.units(
        Self.document(
          "<tu tuid=\"1\"><note>Title</note><prop type=\"x\">y</prop><tuv xml:lang=\"da-DK\"><seg>Hej </seg></tuv>"
            + "<tuv xml:lang=\"EN_us\"><seg>Hello &amp;</seg></tuv><tuv xml:lang=\"da-DK\"><seg>Dav</seg></tuv></tu>")
      ).first)
    #expect(unit.lines == ["da-DK: Hej ", "en-US: Hello &", "da-DK: Dav"])
    #expect(unit.source == 1)
    #expect(unit.number == 5)
  }

  @Test func `a header that allows every source, or a unit that names its own, decides`() throws {
    let unit = pair("Yes", "Ja")
    #expect(try Self.units(Self.document(unit, source: "*all*")).map(\.source) == [nil])
    #expect(try Self.units(Self.document(unit, source: "en-GB")).map(\.source) == [0])
    let own = unit.replacing("<tu>", with: "<tu srclang=\"da\">")
    #expect(try Self.units(Self.document(own)).map(\.source) == [1])
  }

  @Test func `languages may be named in words; a file without any known language is refused`() throws {
    let named = pair("Yes", "Ja").replacing("\"en\"", with: "\"English\"").replacing("\"da\"", with: "\"dansk\"")
    #expect(try Self.units(Self.document(named)).map(\.lines) == [["en: Yes", "da: Ja"]])
    let unknown = pair("Yes", "Ja").replacing("\"en\"", with: "\"Speech 1\"").replacing(
      "\"da\"", with: "\"Klingonisch\"")
    let error = try #require(try ExchangeFile(Self.document(unknown, source: "*all*")).refusal(TMXCoding()))
    #expect(error.code == .exchangeLanguage)
    #expect(error.message == "\"Speech 1\" is not a language, and no other text has a known one.")
    #expect(error.place.line == 5)
    #expect(error.place.file != nil)
  }

  @Test func `TMX 1.1 to 1.3 name the language with lang`() throws {
    let text = Self.document(pair("Yes", "Ja")).replacing("xml:lang", with: "lang")
    #expect(try Self.units(text).map(\.lines) == [["en: Yes", "da: Ja"]])
  }

  @Test(arguments: [
    "Hi <ph x=\"1\">%@</ph>!": "Hi %@!", "<bpt i=\"1\">&lt;b&gt;</bpt>x<ept i=\"1\">&lt;/b&gt;</ept>": "<b>x</b>",
    "<bpt i=\"1\">{\\b </bpt>bold<ept i=\"1\">}</ept>": "bold", "a<it pos=\"begin\">\\i</it>b": "ab",
    "<hi type=\"x\">a <ph>{0}</ph></hi>": "a {0}", "<ph>&lt;img alt=\"<sub>Cat</sub>\"/&gt;</ph>": "<img alt=\"Cat\"/>",
    "a<ph>\\n</ph>b": "a\\nb", "a&#10;b": "a\nb", "<![CDATA[a < b]]>": "a < b",
  ]) func `placeholders and tags in codes stay, formatting of documents goes`(segment: String, expected: String) throws
  { #expect(try Self.units(Self.document(pair(segment, "x"))).first?.variants.first?.text == expected) }

  @Test(arguments: ["Hi <ph x=\"1\"/>!", "Hi <ph>{\\pict 1}</ph>!", ""])
  func `a text with a code that means nothing elsewhere is left out`(segment: String) throws {
    let text = Self.document(
      pair(segment, "Hej").replacing("</tu>", with: "<tuv xml:lang=\"de\"><seg>Hallo</seg></tuv></tu>"))
    #expect(try Self.units(text).map(\.lines) == [["da: Hej", "de: Hallo"]])
  }

  @Test func `a text without a language is refused at its line, one in no known language is left out`() throws {
    let nameless = try ExchangeFile(Self.document(pair("a", "b").replacing(" xml:lang=\"da\"", with: "")))
    let error = try #require(try nameless.refusal(TMXCoding()))
    #expect(error.code == "exchange.language")
    #expect(error.place.line == 5)
    #expect(error.place.file == nameless.path)
    #expect(try Self.units(Self.document(pair("a", "b").replacing("\"da\"", with: "\"x-none\""))).isEmpty)
  }

  @Test(arguments: [
    "<!DOCTYPE tmx SYSTEM \"tmx14.dtd\">", "<!DOCTYPE tmx PUBLIC \"-//LISA OSCAR:1998//DTD\" \"/etc/passwd\" >",
  ]) func `a document type with an external identifier is passed over`(type: String) throws {
    #expect(try Self.units(Self.document(pair("a", "b"), type: type)).count == 1)
  }

  @Test(arguments: [
    "<html><body/></html>": "exchange.format", "tmx": "xml.encoding", "": "file.empty", "<tmx><body>": "xml.malformed",
  ]) func `another document is refused`(text: String, code: String) throws {
    #expect(try ExchangeFile(text).refusal(TMXCoding())?.code.rawValue == code)
  }

  @Test func `a unit that is too large is refused at its line`() throws {
    var options = UnitReadingOptions()
    options.limits.rowText = 4_000
    let file = try ExchangeFile(Self.document(pair(String(repeating: "x", count: 4_000), "y")))
    let error = #expect(throws: SpreadsheetError.self) { try file.units(TMXCoding(), options) }
    #expect(error?.code == "limit.unit")
    #expect(error?.place.line == 5)
  }

  @Test func `an error of the receiver ends the reading, and is thrown as it is`() throws {
    struct Stop: Error {}
    let file = try ExchangeFile(Self.document(pair("a", "b") + pair("c", "d")))
    var count = 0
    #expect(throws: Stop.self) {
      try TMXCoding().read(file.path, options: UnitReadingOptions()) { _ in
        count += 1
        throw Stop()
      }
    }
    #expect(count == 1)
  }
}
