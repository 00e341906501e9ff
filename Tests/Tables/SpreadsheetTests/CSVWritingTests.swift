import Testing

@testable import Spreadsheet

struct CSVWritingTests {
  @Test(
    "Quotes stand around every field, or where they are needed",
    arguments: [
      ([["a", "b"], ["1", nil]], CSVWritingOptions(), "\u{FEFF}\"a\",\"b\"\r\n\"1\",\"\"\r\n"),
      (
        [["a", "b,c", "d\"e", "f\ng", " h "], [nil, "x"]],
        CSVWritingOptions(hasByteOrderMark: false, quoting: .asNeeded), "a,\"b,c\",\"d\"\"e\",\"f\ng\", h \r\n,x,,,\r\n"
      ),
      (
        [["a;b", "c,d"]], CSVWritingOptions(delimiter: 0x3B, hasByteOrderMark: false, quoting: .asNeeded),
        "\"a;b\";c,d\r\n"
      ), ([["Section"]], CSVWritingOptions(hasByteOrderMark: false, quoting: .asNeeded), "Section\r\n"),
      ([["sep=;"]], CSVWritingOptions(hasByteOrderMark: false, quoting: .asNeeded), "\"sep=;\"\r\n"),
      ([["a"], ["1", "2"]], CSVWritingOptions(hasByteOrderMark: false, quoting: .asNeeded), "a\r\n1,2\r\n"),
    ] as [(Table, CSVWritingOptions, String)]) func quoting(table: Table, options: CSVWritingOptions, text: String)
    throws
  { #expect(try csvBytes(table, options) == Array(text.utf8)) }

  @Test func `Texts that look like formulas get an apostrophe, numbers don't`() throws {
    let output = MemoryOutput()
    let writer = try CSVWriter(to: output, options: CSVWritingOptions(hasByteOrderMark: false))
    let row = Row(texts: ["=1+1", "'=x", "'tis", "-5"])
    row.storage.pointee.appendBytes(Array("-7".utf8), count: 2)
    row.append(Cell(column: 4, kind: .number, number: -7, offset: row.storage.pointee.byteCount - 2, length: 2))
    try writer.append(row)
    try writer.finish()
    #expect(output.bytes == Array("\"'=1+1\",\"''=x\",\"'tis\",\"'-5\",\"-7\"\r\n".utf8))
  }

  @Test(
    "What is written is read back, whatever the text", arguments: [CSVWritingOptions.Quoting.all, .asNeeded],
    [",", ";", "\t", "|"]) func roundTrip(quoting: CSVWritingOptions.Quoting, delimiter: Character) throws
  {
    // The first record is the header, which says how many fields there are.
    let table: Table = [["a", "b", "c"]] + HardStrings.all.map { ["k", $0, $0] }
    for encoding in ["UTF-8", "UTF-16LE", "GB18030"] {
      for escapes in [false, true] {
        let bytes = try csvBytes(
          table,
          CSVWritingOptions(
            delimiter: delimiter.asciiValue ?? 0, encoding: encoding, quoting: quoting, escapesFormulas: escapes))
        // A strict reading refuses NUL, which only the lenient one keeps.
        let reading = CSVReadingOptions(
          encoding: encoding == "GB18030" ? encoding : nil, isLenient: true, unescapesFormulas: escapes)
        #expect(try csv(bytes, reading) == table, "\(encoding), escaped: \(escapes)")
      }
    }
  }

  @Test(arguments: HardStrings.all) func `A text in the first field is read back whatever it is`(text: String) throws {
    for quoting in [CSVWritingOptions.Quoting.all, .asNeeded] {
      for mark in [false, true] {
        let bytes = try csvBytes(
          [[text, "b"]], CSVWritingOptions(hasByteOrderMark: mark, quoting: quoting, escapesFormulas: false))
        #expect(try csv(bytes, CSVReadingOptions(delimiter: UInt8(ascii: ","), isLenient: true)) == [[text, "b"]])
      }
    }
  }

  @Test func `A character that the encoding lacks is an error with the record`() throws {
    let error = spreadsheetError { try csvBytes([["a"], ["日本"]], CSVWritingOptions(encoding: "windows-1252")) }
    #expect(error?.code == "csv.encoding")
    #expect(error?.message.contains("U+65E5") == true)
    #expect(error?.message.contains("record 2") == true)
    #expect(spreadsheetError { try csvBytes([], CSVWritingOptions(encoding: "no-such")) }?.code == "csv.encoding")
  }

  @Test func `An encoding by name is written as other programs read it`() throws {
    let table: Table = [["é€"]]
    let options = { (name: String) in CSVWritingOptions(encoding: name, quoting: .asNeeded) }
    #expect(try csvBytes(table, options("windows-1252")) == hex("e9 80 0d0a"))
    #expect(try csvBytes(table, options("UTF-16LE")) == hex("fffe e900 ac20 0d00 0a00"))
    #expect(try csvBytes(table, options("UTF-16BE")) == hex("feff 00e9 20ac 000d 000a"))
  }
}
