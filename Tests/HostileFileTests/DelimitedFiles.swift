/// Delimited text that is broken or odd, read strictly as a review sheet and leniently as any table.
enum DelimitedFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    files.fileName = "sheet.csv"
    addEncodings(&files)
    addQuotes(&files)
    addFields(&files)
    addLineEnds(&files)
    addLengths(&files)
    return files.all
  }()

  static let header =
    "Section,Key,Locale,Current value,Proposal,Deletable,Action,Note,Proposal ID,Exported proposal,Ticket"

  /// A table that both readings take.
  private static func add(
    _ what: String, _ text: [UInt8], strict code: String?, lenient rows: [String], to files: inout HostileFiles
  ) {
    files.reading = .reviewSheet
    let sheet = Array((header + "\n").utf8) + text
    if let code {
      files.refused("a review sheet with \(what)", code, mentions: ["line"]) { sheet }
    } else {
      files.accepted("a review sheet with \(what)", []) { sheet }
    }
    files.reading = .table
    files.accepted("a table with \(what)", rows) { text }
  }

  private static func addEncodings(_ files: inout HostileFiles) {
    let encodings: [(String, [UInt8], String)] = [
      ("a word in Windows-1252", Array("caf".utf8) + [0xE9], "café"), ("a dash in Windows-1252", [0x61, 0x97], "a—"),
      ("a word in MacRoman", Array("caf".utf8) + [0x8E], "cafŽ"), ("a word in GBK", [0xD6, 0xD0], "ÖÐ"),
      ("a character that is cut", [0x61, 0xE2, 0x82], "aâ‚"), ("an overlong form", [0x61, 0xC0, 0xAF], "aÀ¯"),
      ("a surrogate", [0x61, 0xED, 0xA0, 0x80], "aí\u{A0}€"),
      ("two surrogates", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], "í\u{A0}½í¸€"),
      ("a character beyond the last", [0xF4, 0x90, 0x80, 0x80], "ô\u{90}€€"),
    ]
    for (what, bytes, text) in encodings {
      add(what, bytes + [0x2C, 0x78, 0x0A], strict: "csv.encoding", lenient: ["[\"\(text)\", \"x\"]"], to: &files)
    }
    files.reading = .table
    let text = "a,é\n\"😀\",c\n"
    let rows = [#"["a", "é"]"#, #"["😀", "c"]"#]
    files.accepted("UTF-8 with a byte order mark", rows) { [0xEF, 0xBB, 0xBF] + Array(text.utf8) }
    for isBigEndian in [false, true] {
      let order = isBigEndian ? "big" : "little"
      files.accepted("UTF-16 with a byte order mark, \(order)-endian", rows) {
        UTF16Text.bytes("\u{FEFF}" + text, isBigEndian: isBigEndian)
      }
      let names = header.split(separator: ",").map { "\"\($0)\"" }.joined(separator: ", ")
      files.tolerated("UTF-16 without one, \(order)-endian", "csv.encoding", ["[\(names)]"], mentions: ["UTF-16"]) {
        UTF16Text.bytes(header, isBigEndian: isBigEndian)
      }
      files.refused("UTF-16 without one that ends in half a character, \(order)-endian", "csv.encoding") {
        UTF16Text.bytes(header, isBigEndian: isBigEndian) + [0x61]
      }
      files.refused("UTF-16 without one that has NUL, \(order)-endian", "csv.encoding") {
        UTF16Text.bytes(String(repeating: header, count: 9) + "\0", isBigEndian: isBigEndian)
      }
      files.reading = .reviewSheet
      files.refused("UTF-16 without one, \(order)-endian, as a review sheet", "csv.encoding") {
        UTF16Text.bytes(header, isBigEndian: isBigEndian)
      }
      files.refused("UTF-16 with a lone surrogate, \(order)-endian", "csv.encoding") {
        UTF16Text.bytes("\u{FEFF}" + header, isBigEndian: isBigEndian)
          + (isBigEndian ? [0xD8, 0, 0, 0x61] : [0, 0xD8, 0x61, 0])
      }
      files.refused("UTF-16 that ends inside a character, \(order)-endian", "csv.encoding") {
        UTF16Text.bytes("\u{FEFF}" + header, isBigEndian: isBigEndian) + [0x61]
      }
      files.reading = .table
    }
    files.reading = .reviewSheet
    for (what, bytes) in [("a program", Array("\u{7F}ELF".utf8)), ("a compressed file", [0x1F, 0x8B, 8, 0])] {
      files.refused("\(what) as a review sheet", "csv.binary", "file.unsupported-format") { bytes }
    }
    files.refused("noise as a review sheet", "csv.encoding", "csv.nul", "csv.binary", "csv.bare-quote") {
      var numbers = SeededNumbers(seed: 7)
      return [0x80] + numbers.bytes(50_000)
    }
    for seed in 1...6 {
      files.reading = seed % 2 == 0 ? .reviewSheet : .table
      files.bounded("noise as a table, seed \(seed)") {
        var numbers = SeededNumbers(seed: UInt64(seed) << 40)
        return numbers.bytes(200_000)
      }
    }
  }

  private static func addQuotes(_ files: inout HostileFiles) {
    files.reading = .reviewSheet
    files.refused("a quote that is never closed", "csv.unterminated-quote", mentions: ["line 3, column 3"]) {
      Array((header + "\na,b\nc,\"d\ne\nf\n").utf8)
    }
    files.refused("a quote that is never closed, and 3 MiB behind it", "limit.csv-field", mentions: ["line 2"]) {
      Array((header + "\na,\"" + String(repeating: "x,y\n", count: 800_000)).utf8)
    }
    files.refused("text after a closing quote", "csv.text-after-quote", mentions: ["line 3, column 1"]) {
      Array((header + "\na,b\n\"c\nd\"e,f\n").utf8)
    }
    add(
      "a bare quote", Array("a \"b\" c,d\n".utf8), strict: "csv.bare-quote", lenient: [#"["a \"b\" c", "d"]"#],
      to: &files)
    add("typographic quotes", Array("“a”,b\n".utf8), strict: nil, lenient: [#"["“a”", "b"]"#], to: &files)
    add(
      "a mark on a quote", Array("\"a\"\u{301},b\n".utf8), strict: "csv.text-after-quote",
      lenient: ["[\"a\u{301}\", \"b\"]"], to: &files)
    add(
      "a mark on a delimiter", Array("a,\u{301}b\n".utf8), strict: nil, lenient: ["[\"a\", \"\u{301}b\"]"], to: &files)
    add("doubled quotes", Array("\"\"\"\",\"\"\n".utf8), strict: nil, lenient: [#"["\""]"#], to: &files)
    add("a NUL byte", Array("a\0b,c\n".utf8), strict: "csv.nul", lenient: [#"["a\u0000b", "c"]"#], to: &files)
    add(
      "a NUL byte in quotes", Array("\"a\0b\",c\n".utf8), strict: "csv.nul", lenient: [#"["a\u0000b", "c"]"#],
      to: &files)
  }

  private static func addFields(_ files: inout HostileFiles) {
    files.reading = .reviewSheet
    files.refused("a record with more fields than the header", "csv.field-count", mentions: ["line 3"]) {
      Array((header + "\na,b\n1,2,3,4,5,6,7,8,9,10,11,12\n").utf8)
    }
    files.accepted("a record with more empty fields than the header, and short ones", []) {
      Array((header + "\na,b\n1,2,3,4,5,6,7,8,9,10,11,,,,\n").utf8)
    }
    files.refused("another delimiter below the header", "csv.field-count", "sheet.missing-column", "csv.bare-quote") {
      Array((header + "\n" + String(repeating: "x,", count: 30) + "y\n").utf8)
    }
    files.refused("a header twice", "sheet.repeated-column") {
      Array((header.replacing("Note", with: "Key") + "\n").utf8)
    }
    files.refused("a header in another order of words", "sheet.missing-column", "sheet.no-header") {
      Array("a,b,c\n1,2,3\n".utf8)
    }
    files.refused("a header whose names turn the line around", "sheet.missing-column", "sheet.no-header") {
      Array("Section,Key,Locale,\u{202E}Current,\u{1B}[2JProposal\n".utf8)
    }
    files.reading = .table
    files.accepted("formulas", [#"["=1+1", "@x", "+1", "-1", "=cmd|' /C calc'!A0"]"#]) {
      Array("=1+1,@x,+1,-1,=cmd|' /C calc'!A0\n".utf8)
    }
    files.accepted("ragged records", [#"["a", "b"]"#, #"["c"]"#, #"["d", "e", "f"]"#]) { Array("a,b\nc\nd,e,f\n".utf8) }
    files.accepted("a delimiter told in front", [#"["a,b", "c"]"#]) { Array("sep=;\na,b;c\n".utf8) }
    files.accepted("one empty byte order mark", [], mentions: ["file.empty"]) { [0xEF, 0xBB, 0xBF] }
    files.tolerated("no bytes at all", "file.empty", []) { [] }
    files.accepted(
      "a title with other delimiters", [#"["A, b, c"]"#, #"["d", "e"]"#, #"["f", "g"]"#, #"["h", "i"]"#],
      mentions: ["csv.delimiter"]
    ) {
      Array("A, b, c\nd;e\nf;g\nh;i\n".utf8)
    }
  }

  private static func addLineEnds(_ files: inout HostileFiles) {
    let ends: [(String, String)] = [("CR", "\r"), ("LF", "\n"), ("CRLF", "\r\n")]
    for (what, end) in ends {
      add(
        "\(what) at the ends of lines", Array("a,b\(end)c,\"d\(end)e\"\(end)".utf8), strict: nil,
        lenient: [#"["a", "b"]"#, "[\"c\", \"d" + end.debugDescription.dropFirst().dropLast() + "e\"]"], to: &files)
    }
    add(
      "mixed ends of lines", Array("a,b\r\nc,d\re,f\n\n\r\n".utf8), strict: nil,
      lenient: [#"["a", "b"]"#, #"["c", "d"]"#, #"["e", "f"]"#], to: &files)
    for (what, text) in [("U+2028", "\u{2028}"), ("U+0085", "\u{85}"), ("U+2029", "\u{2029}"), ("NBSP", "\u{A0}")] {
      add(
        "\(what) in a field", Array("a\(text)b,c\n".utf8), strict: nil, lenient: ["[\"a\(text)b\", \"c\"]"], to: &files)
    }
    add(
      "a vertical tab and a form feed", [0x61, 0x0B, 0x62, 0x0C, 0x63, 0x2C, 0x64, 0x0A], strict: nil,
      lenient: [#"["a\u000bb\u000cc", "d"]"#], to: &files)
  }

  private static func addLengths(_ files: inout HostileFiles) {
    for reading in [HostileFile.Reading.table, .reviewSheet] {
      files.reading = reading
      files.refused("a million columns, \(reading)", "limit.columns") {
        [UInt8](repeating: 0x2C, count: 1_000_000) + [0x0A]
      }
      files.refused("a header of 2 MiB, \(reading)", "limit.csv-field") { [UInt8](repeating: 0x61, count: 2 << 20) }
      files.refused("a field of 20 MiB, \(reading)", "limit.csv-field") {
        Array("a,b,c\nd,\"".utf8) + [UInt8](repeating: 0x78, count: 20 << 20) + Array("\",e\n".utf8)
      }
      files.bounded("two million quotes, \(reading)") { [UInt8](repeating: 0x22, count: 2_000_000) }
    }
    files.reading = .table
    files.accepted("two million blank lines", [#"["x"]"#]) { [UInt8](repeating: 0x0A, count: 2_000_000) + [0x78] }
    files.accepted("16,384 columns", ["[" + String(repeating: "null, ", count: 16_383) + "\"x\"]"]) {
      [UInt8](repeating: 0x2C, count: 16_383) + [0x78, 0x0A]
    }
    files.refused("a field of 1 MiB and a byte", "limit.csv-field", mentions: ["1048576"]) {
      Array("a,".utf8) + [UInt8](repeating: 0x78, count: (1 << 20) + 1) + [0x0A]
    }
    files.refused("a record of 65 fields of 1 MiB", "limit.record") {
      ([UInt8](repeating: 0x78, count: 1 << 20) + [0x2C]).repeated(66)
    }
    files.bounded("a million quoted delimiters") { Array("\",\",".utf8).repeated(16_000).dropLast() + [0x0A] }
    files.bounded("300,000 records of three empty fields") { Array(",,\n".utf8).repeated(300_000) }
  }
}
