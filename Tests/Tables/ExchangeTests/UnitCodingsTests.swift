import Exchange
import Spreadsheet
import Testing

struct UnitCodingsTests {
  private static func name(_ bytes: some Sequence<UInt8>) throws -> String {
    let file = try ExchangeFile(bytes)
    return try UnitCodings.coding(ofFileAt: file.path, options: UnitReadingOptions()).name
  }

  @Test(arguments: [
    "<?xml version=\"1.0\"?>\n<!DOCTYPE tmx SYSTEM \"a\">\n<!-- <x> -->\n<tmx version=\"1.4\"/>": "TMX",
    "<x:xliff xmlns:x=\"a\"/>": "XLIFF", "<martif/>": "TBX", "\u{FEFF}<tbx>": "TBX",
    "# x\nmsgid \"\"\nmsgstr \"\"\n": "PO", "English,Danish,a,b\n": "Google Translate phrasebook",
    "en,da\na,b\n": "glossary", "a;b\n": "glossary",
    "engelsk,dansk,a,b\nhollandsk,engelsk,c,d\nengelsk,dansk,e,f\n": "Google Translate phrasebook",
  ]) func `the contents of a file decide, whatever its name is`(text: String, name: String) throws {
    #expect(try Self.name(text.utf8) == name)
  }

  @Test func `a glossary in Windows-1252 is one by its contents too`() throws {
    #expect(try Self.name(Array("en;de\r\nHome;K".utf8) + [0xFC] + Array("che\r\n".utf8)) == "glossary")
    #expect(try Self.name(Array("K".utf8) + [0xFC] + Array("che;kitchen\r\n".utf8)) == "glossary")
  }

  @Test(arguments: [
    "{\"a\": 1}": "this looks like JSON, which cannot be read as a memory.",
    "<svg/>": "this looks like XML with the root element \"svg\", which cannot be read as a memory.",
    "word\nword\n": "this looks like text with one column, which cannot be read as a memory.",
    "\0\u{1}\u{2}": "this looks like a file that is not text, which cannot be read as a memory.",
  ]) func `a file of no format is refused, with what it looks like`(text: String, message: String) throws {
    let file = try ExchangeFile(text)
    let error = #expect(throws: SpreadsheetError.self) {
      try UnitCodings.coding(ofFileAt: file.path, options: UnitReadingOptions())
    }
    #expect(error?.code == "exchange.unknown")
    #expect(error?.message == message)
    #expect(error?.place.file == file.path)
  }
}
