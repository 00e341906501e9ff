import Basics
import Exchange
import Spreadsheet
import Testing

struct POReaderTests {
  private static func entries(_ bytes: some Sequence<UInt8>) throws -> (entries: [POEntry], header: POHeader) {
    let file = try ExchangeFile(bytes)
    var entries: [POEntry] = []
    var last = POHeader([])
    try POReader.read(file.path, limits: SpreadsheetLimits()) { entry, header in
      entries.append(entry)
      last = header
    }
    return (entries, last)
  }

  private func refusal(_ bytes: some Sequence<UInt8>) -> SpreadsheetError? {
    do {
      _ = try Self.entries(bytes)
      return nil
    } catch { return error as? SpreadsheetError }
  }

  private let whole = """
    # by hand
    msgid ""
    msgstr ""
    "Language: da\\n"
    "Content-Type: text/plain; charset=UTF-8\\n"

    # note
    #. extracted
    #: a.c:1 b.c:2
    #, fuzzy, c-format
    #| msgid "old"
    msgctxt "login.title"
    msgid "Hi %s"
    msgstr ""
    "Hej "
    "%s\\t\\"x\\"\\\\\\n"
    #, python-format
    msgid "%d day"
    msgid_plural "%d days"
    msgstr[0] "%d dag"
    msgstr[1] "%d dage"
    #~ msgctxt "c"
    #~ msgid "gone"
    #~ msgstr "væk"
    """

  @Test func `all parts of an entry are read, also without blank lines between entries`() throws {
    let (entries, header) = try Self.entries(whole.utf8)
    #expect(header["language"] == "da")
    #expect(header.comments == ["by hand"])
    #expect(entries.map(\.number) == [1, 2, 3])
    #expect(entries.map(\.line) == [7, 17, 22])
    let first = try #require(entries.first)
    #expect(first.translatorComments == ["note"])
    #expect(first.extractedComments == ["extracted"])
    #expect(first.flags == ["fuzzy", "c-format"])
    #expect(first.context == "login.title")
    #expect(first.source == "Hi %s")
    #expect(first.translations == ["Hej %s\t\"x\"\\\n"])
    #expect(entries[1].pluralSource == "%d days")
    #expect(entries[1].translations == ["%d dag", "%d dage"])
    #expect(entries.map(\.isObsolete) == [false, false, true])
    #expect(entries[2].translations == ["væk"])
  }

  @Test func `line ends, a byte order mark and the encoding of the header do not matter`() throws {
    let plain = try Self.entries(whole.utf8).entries
    #expect(try Self.entries(whole.replacing("\n", with: "\r\n").utf8).entries == plain)
    #expect(try Self.entries(whole.replacing("\n", with: "\r").utf8).entries == plain)
    #expect(try Self.entries([0xEF, 0xBB, 0xBF] + Array(whole.utf8)).entries == plain)
    let latin = whole.replacing("UTF-8", with: "ISO-8859-1").unicodeScalars.map { UInt8($0.value) }
    #expect(try Self.entries(latin).entries == plain)
  }

  @Test func `escapes of C, and texts that look like them`() throws {
    let text = #"msgid "a"\#nmsgstr "\a\b\f\v\101\x41\\n\"\r\n""#
    #expect(try Self.entries(text.utf8).entries.first?.translations == ["\u{7}\u{8}\u{C}\u{B}AA\\n\"\r\n"])
  }

  @Test(arguments: [
    ("msgid \"a\"\n", "exchange.format", 1), ("msgid \"a\"\nmsgstr \"b\n", "exchange.format", 2),
    ("msgid \"a\"\nmsgstr \"b\"c\"\n", "exchange.format", 2), ("msgid \"a\"\nmsgid \"b\"\n", "exchange.format", 2),
    ("msgwhat \"a\"\n", "exchange.format", 1), ("msgid \"a\"\nmsgstr[1] \"b\"\n", "exchange.format", 2),
    ("msgid \"\\q\"\nmsgstr \"\"\n", "exchange.format", 1), ("msgid \"a\\\"\nmsgstr \"\"\n", "exchange.format", 1),
    ("# only a comment\n", "exchange.format", nil), ("msgid \"a\"\nmsgstr \"\\x\"\n", "exchange.format", 2),
  ]) func `a file that is cut off or broken is refused, with its line`(text: String, code: String, line: Int?) {
    let error = refusal(text.utf8)
    #expect(error?.code.rawValue == code)
    #expect(error?.place.line == line)
    #expect(error?.place.file != nil)
  }

  @Test func `bytes that are not in the encoding, and an encoding that does not exist, are refused`() {
    #expect(refusal(Array("msgid \"a\"\nmsgstr \"".utf8) + [0xFF, 0x22, 0x0A])?.code == "exchange.encoding")
    let unknown = whole.replacing("UTF-8", with: "KLINGON")
    #expect(refusal(unknown.utf8)?.code == "exchange.encoding")
    #expect(refusal([])?.code == "file.empty")
    #expect(refusal([0x50, 0x4B, 3, 4, 0, 0])?.code == "exchange.format")
  }

  @Test func `an entry and a line have a limit`() {
    let line = "msgid \"\(String(repeating: "x", count: 17 << 20))\"\n"
    #expect(refusal(line.utf8)?.code == "limit.unit")
    let lines = "msgid \"\"\n" + String(repeating: "\"\(String(repeating: "x", count: 1 << 20))\"\n", count: 17)
    #expect(refusal(lines.utf8)?.code == "limit.unit")
  }

  @Test(arguments: [
    "", " ", "a\nb", "a\n", "\n", "\n\n", "\r\n", "\t\"\\", "\\n", "\u{1}\u{B}\u{85}\u{2028}", "\u{1F600}e\u{301}",
    "#~ x",
  ]) func `what is written is read back`(text: String) throws {
    var entry = POEntry(context: text, source: "x" + text, translations: [text])
    entry.flags = ["fuzzy"]
    entry.extractedComments = ["a", "", "b"]
    let output = MemoryOutput()
    let writer = POWriter(to: output, header: POHeader([("Language", "da")]))
    try writer.write(entry)
    try writer.finish()
    let read = try #require(try Self.entries(output.bytes).entries.first)
    #expect(read.context.map { Array($0.utf8) } == Array(text.utf8))
    #expect(read.source.utf8.elementsEqual(("x" + text).utf8))
    #expect(read.translations.map { Array($0.utf8) } == [Array(text.utf8)])
    #expect(read.extractedComments == ["a", "", "b"])
    #expect(read.isFuzzy)
  }

  @Test func `a memory has what is finished, with both plural forms`() throws {
    var options = UnitReadingOptions()
    options.sourceLanguage = LanguageTag("en")
    let file = try ExchangeFile(whole + "\nmsgid \"Close\"\nmsgstr \"Luk\"\nmsgid \"Open\"\nmsgstr \"\"\n")
    #expect(
      try file.units(POCoding(), options).map(\.lines) == [
        ["en: %d day", "da: %d dag"], ["en: %d days", "da: %d dage"], ["en: Close", "da: Luk"],
      ])
    #expect(try file.refusal(POCoding())?.code == "exchange.language")
  }

  @Test func `the header names the encoding, and nothing else does`() throws {
    let text = "# once charset=ISO-8859-1\nmsgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
    let entry = "\nmsgid \"a\"\nmsgstr \"<meta charset=klingon> \u{E6}\"\n"
    #expect(try Self.entries((text + entry).utf8).entries.map(\.translations) == [["<meta charset=klingon> \u{E6}"]])
    #expect(try Self.entries(entry.utf8).entries.count == 1)
    let latin = text.replacing("UTF-8", with: "ISO-8859-1") + "\nmsgid \"a\"\nmsgstr \"\u{E6}\"\n"
    #expect(try Self.entries(latin.unicodeScalars.map { UInt8($0.value) }).entries.map(\.translations) == [["\u{E6}"]])
  }

  @Test(arguments: [
    "msgid \"a\"\nmsgstr[0] \"b\"\nmsgstr[1] \"c\"\n", "msgid \"a\"\nmsgstr \"b\"\nmsgstr[1] \"c\"\n",
    "msgctxt \"a\"\nmsgctxt \"b\"\nmsgid \"a\"\nmsgstr \"b\"\n", "msgid \"a\"\nmsgid \"b\"\nmsgstr \"b\"\n",
    "msgid \"a\"\nmsgstr \"b\"\nmsgid_plural \"c\"\n", "msgid \"a\"\nmsgctxt \"b\"\nmsgstr \"b\"\n",
    "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr \"c\"\n", "msgid \"a\"\nmsgstr \"b\"\nmsgstr \"c\"\n",
  ]) func `keywords in another order are refused`(text: String) {
    let error = refusal(text.utf8)
    #expect(error?.code == "exchange.format")
    #expect(error?.place.line != nil)
  }

  @Test func `escapes that are not UTF-8 are refused, and not replaced`() throws {
    #expect(
      try Self.entries("msgid \"a\"\nmsgstr \"G\\303\\246m \\x41\"\n".utf8).entries.map(\.translations) == [
        ["G\u{E6}m A"]
      ])
    for text in ["msgid \"a\"\nmsgstr \"G\\303\"\n\"\\246m\"\n", "msgid \"a\"\nmsgstr \"\\xE6\"\n"] {
      let error = refusal(text.utf8)
      #expect(error?.code == "exchange.encoding")
      #expect(error?.place.line == 2)
    }
  }

  @Test func `domains, and remarks on obsolete entries, are passed over; marks after spaces stay`() throws {
    let text =
      "domain \"a\"\n#~ # old remark\n#~ msgid \"x\"\n#~ msgstr \"y\"\n# \u{301}note\nmsgid \"a\"\nmsgstr \"b\"\n"
    let entries = try Self.entries(text.utf8).entries
    #expect(entries.map(\.source) == ["x", "a"])
    #expect(entries.last?.translatorComments == ["\u{301}note"])
    let header = "msgid \"\"\nmsgstr \"Language: da\\r\\nX-A: b\\r\\n\"\n\nmsgid \"a\"\nmsgstr \"b\"\n"
    #expect(try Self.entries(header.utf8).header["X-A"] == "b")
  }

  @Test func `a file that ends at any byte is refused, or has the entries before its end`() throws {
    let bytes = Array(self.whole.utf8)
    let whole = try Self.entries(bytes).entries
    var refused = 0
    for count in 0..<bytes.count {
      do {
        let entries = try Self.entries(bytes[..<count]).entries
        // The translation of the last entry may go on in the lines that are missing, or have a further plural form.
        for (entry, expected) in zip(entries.dropLast(), whole) { #expect(entry == expected) }
        if let last = entries.last {
          let expected = try #require(whole.dropFirst(entries.count - 1).first)
          #expect(last.source == expected.source && last.context == expected.context)
          for (form, text) in zip(last.translations, expected.translations) { #expect(text.hasPrefix(form)) }
        }
      } catch let error as SpreadsheetError {
        refused += 1
        #expect(
          ["exchange.format", "exchange.encoding", "file.empty"].contains(error.code.rawValue), "\(count): \(error)")
        #expect(error.place.file != nil)
      }
    }
    #expect(refused > bytes.count / 2)
  }
}
