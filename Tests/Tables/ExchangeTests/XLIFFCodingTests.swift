import Basics
import Exchange
import Spreadsheet
import Testing

struct XLIFFCodingTests {
  private func first(_ units: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
    <file original="App/Localizable.strings" source-language="en" target-language="da" datatype="plaintext"><body>
    \(units)
    </body></file></xliff>
    """
  }

  private func second(_ units: String) -> String {
    """
    <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="da"><file id="f">
    \(units)
    </file></xliff>
    """
  }

  private func units(_ text: String) throws -> [TranslationUnit] { try ExchangeFile(text).units(XLIFFCoding()) }

  @Test func `what Xcode exports`() throws {
    let units = try units(
      first(
        "<trans-unit id=\"hello\" xml:space=\"preserve\"><source>Hello %@</source><target>Hej %@</target>"
          + "<note>Greeting</note></trans-unit>\n<trans-unit id=\"b\"><source>Bye</source><note/></trans-unit>"))
    #expect(units.map(\.lines) == [["en: Hello %@", "da: Hej %@"]])
    #expect(units.first?.source == 0)
    #expect(units.first?.number == 4)
  }

  @Test(arguments: [
    "<target state=\"new\">x</target>": false, "<target state=\"needs-review-translation\">x</target>": false,
    "<target state-qualifier=\"fuzzy-match\">x</target>": false, "<target/>": false, "": false,
    "<seg-source><mrk mtype=\"seg\" mid=\"1\">a</mrk><mrk mtype=\"seg\" mid=\"2\">b</mrk></seg-source>"
      + "<target><mrk mtype=\"seg\" mid=\"1\">x</mrk><mrk mtype=\"seg\" mid=\"2\"/></target>": false,
    "<target state=\"translated\" state-qualifier=\"fuzzy-match\">x</target>": true,
    "<target state=\"final\">x</target>": true,
    "<target>x</target><alt-trans><target state=\"new\">y</target></alt-trans>": true,
    "<seg-source><mrk mtype=\"seg\" mid=\"1\">ab</mrk></seg-source>"
      + "<target><mrk mtype=\"seg\" mid=\"1\">x</mrk></target>": true,
  ]) func `a target is a translation once it is finished, whatever was offered before`(target: String, isFinished: Bool)
    throws
  {
    let text = first("<trans-unit id=\"a\"><source>ab</source>\(target)</trans-unit>")
    #expect(try units(text).map(\.lines) == (isFinished ? [["en: ab", "da: x"]] : []))
  }

  @Test func `codes of XLIFF 1.2 are what they stand for, found by their id where the target has none`() throws {
    let text = first(
      "<trans-unit id=\"a\"><source>Hi <ph id=\"1\">%@</ph>, <g id=\"2\">you</g><x id=\"3\" equiv-text=\"{n}\"/></source>"
        + "<target><x id=\"3\"/><x id=\"1\"/>, <g id=\"2\">du</g></target></trans-unit>")
    #expect(try units(text).map(\.lines) == [["en: Hi %@, you{n}", "da: {n}%@, du"]])
  }

  @Test func `what a reviser deleted in Trados is not text`() throws {
    let text = first(
      "<trans-unit id=\"a\"><source>Thanks</source><target><mrk mtype=\"seg\" mid=\"1\">"
        + "<mrk mtype=\"x-sdl-deleted\" sdl:revid=\"1\" xmlns:sdl=\"http://sdl.com\">Anerkendelser</mrk>"
        + "<mrk mtype=\"x-sdl-added\">Tak<mrk mtype=\"x-sdl-feedback-deleted\">!</mrk></mrk></mrk></target></trans-unit>"
    )
    #expect(try units(text).map(\.lines) == [["en: Thanks", "da: Tak"]])
  }

  @Test("the segments of a unit of XLIFF 2 are one text, in the order of the target, with the data of its codes")
  func segments() throws {
    let text = second(
      "<unit id=\"u\"><originalData><data id=\"d\">%d</data></originalData>"
        + "<segment state=\"final\"><source>One.</source><target order=\"3\">En.</target></segment>"
        + "<ignorable><source> </source></ignorable>"
        + "<segment><source><ph id=\"1\" dataRef=\"d\"/> two</source><target order=\"1\"><ph id=\"1\" dataRef=\"d\"/> to"
        + "</target></segment></unit>")
    #expect(try units(text).map(\.lines) == [["en: One. %d two", "da: %d to En."]])
  }

  @Test(arguments: [
    "<segment state=\"initial\"><source>b</source><target>y</target></segment>",
    "<segment><source>b</source></segment>",
  ]) func `a unit of XLIFF 2 with a segment that is not finished is not a translation`(segment: String) throws {
    let whole = "<segment state=\"final\"><source>a</source><target>x</target></segment>"
    #expect(try units(second("<unit id=\"u\">\(whole)\(segment)</unit>")).isEmpty)
    #expect(try units(second("<unit id=\"u\">\(whole)</unit>")).count == 1)
  }

  @Test(arguments: [
    "<xliff version=\"3.0\"/>": "exchange.version", "<xliff/>": "exchange.version", "<tmx/>": "exchange.format",
    "<xliff version=\"1.2\"><file><body><trans-unit id=\"1\"><source>a</source><target>b</target></trans-unit></body>"
      + "</file></xliff>": "exchange.language",
  ]) func `other versions, other documents and missing languages are refused`(text: String, code: String) throws {
    #expect(try ExchangeFile(text).refusal(XLIFFCoding())?.code.rawValue == code)
  }

  @Test(arguments: [
    ("", "<sdl:seg-defs><sdl:seg id=\"1\" conf=\"Draft\"/></sdl:seg-defs>", 0),
    ("", "<sdl:seg-defs><sdl:seg id=\"1\" conf=\"ApprovedTranslation\"/></sdl:seg-defs>", 1),
    (" mq:status=\"NotStarted\"", "", 0), (" mq:status=\"ManuallyConfirmed\"", "", 1),
    (" mq:status=\"AssembledFromFragments\"", "", 0), (" mq:status=\"AutoJoined\"", "", 0),
    (" mq:status=\"Reviewer1Confirmed\"", "", 1), (" mq:status=\"Proofread\"", "", 1), (" m:confirmed=\"0\"", "", 0),
    (" m:confirmed=\"1\"", "", 1),
  ]) func `the state of Trados, memoQ and Phrase counts`(attribute: String, element: String, count: Int) throws {
    let text = first("<trans-unit id=\"1\"\(attribute)><source>a</source><target>x</target>\(element)</trans-unit>")
      .replacing(
        "<xliff ",
        with: "<xliff xmlns:sdl=\"http://sdl.com/FileTypes/SdlXliff/1.0\" xmlns:mq=\"MQXliff\" "
          + "xmlns:m=\"http://www.memsource.com/mxlf/2.0\" ")
    #expect(try units(text).count == count)
  }
}
