import Foundation
import ProgramRuns

/// Reviews as web pages that never end, that are something else, or that say one thing to a browser and another to a reader.
enum HTMLFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    files.fileName = "review.html"
    files.reading = .reviewSheet
    addFloods(&files)
    addMarkup(&files)
    addData(&files)
    addForged(&files)
    addElements(&files)
    addEncodings(&files)
    return files.all
  }()

  private static let tag = "<script type=\"application/json\" id=\"nstack-review-data\">"
  private static let columns = #"["Section","Key","Locale","Current value","Proposal","Deletable"]"#

  private static let row = #"["s","k","da","now","new",""]"#
  /// A review, and the element with its data; `forged` is that of another review.
  private static let whole = data(row)
  private static let element = whole.replacing(/(?s)^.*<body>|<\/body>.*$/, with: "")
  private static let forged = element.replacing("new", with: "forged")
  /// What comes of the review.
  private static let rows = [
    #"["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]"#, #"["s", "k", "da", "now", "new"]"#,
  ]

  private static func page(_ json: String) -> String {
    "<!DOCTYPE html>\n<html><body>\(tag)\(json)</script></body></html>\n"
  }

  private static func data(_ rows: String, columns: String = columns, more: String = "") -> String {
    page("{\"format\":\"nstack-review review\",\"version\":1,\"columns\":\(columns),\"rows\":[\(rows)]\(more)}")
  }

  private static func mail(_ fields: String, _ body: String) -> String {
    "MIME-Version: 1.0\nContent-Type: text/html\n\(fields)\n\n\(body)"
  }

  private static func addFloods(_ files: inout HostileFiles) {
    files.refused("a page of 97 MiB", "limit.page") { "<html>" + " ".repeated(97 << 20) }
    files.refused("100,000 lists in each other", "html.broken-data") { page("{\"x\":" + "[".repeated(100_000)) }
    files.refused("two million rows", "limit.cells") { data("[],".repeated(2_000_000) + "[]", columns: "[]") }
    files.refused("a million rows without cells", "sheet.no-header") {
      data("[],".repeated(1_000_000) + "[]", columns: "[]")
    }
    files.refused("a row of a million cells", "limit.columns") { data("[" + "\"\",".repeated(1_000_000) + "\"\"]") }
    files.refused("a million rows of one cell", "sheet.no-header") {
      data("[\"x\"],".repeated(1_000_000) + "[\"x\"]", columns: "[\"Key\"]")
    }
    files.refused("100,000 columns", "limit.columns") { data("", columns: "[\("\"\",".repeated(100_000))\"\"]") }
    files.refused("a header of 20 MiB", "limit.row-text") { data("", columns: "[\"\("x".repeated(20 << 20))\"]") }
    files.refused("two thousand properties", "html.broken-data", mentions: ["1,000 properties"]) {
      data(row, more: ",\"properties\":{\((0..<2_000).map { "\"\($0)\":\"\"" }.joined(separator: ","))}")
    }
    files.refused("100,000 properties of one name", "html.broken-data", mentions: ["twice"]) {
      data(row, more: ",\"properties\":{\("\"a\":\"\",".repeated(100_000))\"a\":\"\"}")
    }
    files.refused("a version of a million digits", "html.broken-data", mentions: ["another version"]) {
      whole.replacing("\"version\":1", with: "\"version\":\("9".repeated(1_000_000))")
    }
    files.refused("a text of 32 MiB", "limit.row-text") {
      data("[\"s\",\"k\",\"da\",\"now\",\"\("x".repeated(32 << 20))\",\"\"]")
    }
  }

  private static func addMarkup(_ files: inout HostileFiles) {
    let floods = [
      "tags": "<a b='", "comments": "<!--", "scripts": "<script>", "signs": "<", "ends": "<script></scrip",
      "quotes": "<a \"", "entities": "&quot;",
    ]
    for (name, text) in floods.sorted(by: { $0.key < $1.key }) {
      files.bounded("a million \(name)") { "<html>" + text.repeated(1_000_000) + tag }
    }
    files.bounded("a mail of 100,000 parts") {
      "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n"
        + "--x\nContent-Type: text/html; boundary=y\nContent-Transfer-Encoding: base64\n\nQUJD\n".repeated(100_000)
    }
    files.bounded("200,000 fields that begin as those of a part") {
      "MIME-Version: 1.0\n\n" + "content-a: boundary\n".repeated(200_000)
    }
    files.bounded("5,000 fields with the word boundary 440 times") {
      "MIME-Version: 1.0\n" + "Content-Type: \("boundary ".repeated(440))\n".repeated(5_000)
    }
    files.bounded("a million comments that end at once") { "<html>" + "<!----!>".repeated(1_000_000) + tag }
    files.refused("a mail whose base64 is broken", "html.broken-data") {
      // The id of the element, and a byte that no base64 has.
      "MIME-Version: 1.0\nContent-Transfer-Encoding: base64\n\nbnN0YWNrLXJldmlldy1kYXRh\n\u{7F}\n"
    }
    files.refused("a page of something else", "file.unsupported-format") { "<html><body>Prices</body></html>" }
    files.refused("a review without its data", "html.no-data") {
      "<html><meta name=\"generator\" content=\"nstack-review review\"></html>"
    }
    files.refused("two reviews", "html.two-reviews") { data("") + page("{}") }
  }

  private static func addData(_ files: inout HostileFiles) {
    files.refused("no end", "html.broken-data") { "<html>\(tag){\"format\":" }
    files.refused("no object", "html.broken-data") { page("[]") }
    files.refused("a script", "html.broken-data") { page("alert(1)") }
    files.refused("a script after the data", "html.broken-data") { page("{};alert(1)") }
    files.refused("rows twice", "html.broken-data") { data("],\"rows\":[\(row)") }
    files.refused("a row that is a number", "html.broken-data") { data("1") }
    files.refused("a cell that is a list", "html.broken-data") { data("[[\"s\"]]") }
    files.refused("half of a character", "html.broken-data") { data(row.replacing("new", with: #"\ud800"#)) }
    files.refused("no headers", "sheet.no-header") { data(row, columns: #"["a","b","c","d","e","f"]"#) }
  }

  private static func addForged(_ files: inout HostileFiles) {
    let refused: [(what: String, code: String, text: String)] = [
      ("an end of a script in a text", "html.broken-data", data(row.replacing("new", with: "a</script>b"))),
      (
        "a word that begins as the end of a script", "html.broken-data",
        data(row.replacing("new", with: "a</SCRIPTED>b"))
      ), ("a NUL in a text", "html.broken-data", data(row.replacing("new", with: "n\0w"))),
      ("a NUL between members", "html.broken-data", whole.replacing("\"rows\"", with: "\0\"rows\"")),
      ("a row without a cell", "html.broken-data", data(row.replacing("\"new\",", with: ""))),
      ("a row without cells", "html.broken-data", data("[]")),
      ("headers twice", "sheet.repeated-column", data(row, columns: columns.replacing("Deletable", with: "Proposal"))),
      ("headers that are numbers", "html.broken-data", data(row, columns: "[1,2]")),
      ("rows with names", "html.broken-data", whole.replacing("[\(row)]", with: "{\"0\":\(row)}")),
      ("a cell that is null", "html.broken-data", data(row.replacing("\"new\"", with: "null"))),
      ("a cell that is a huge number", "html.broken-data", data(row.replacing("\"new\"", with: "1e999999999"))),
      (
        "a version that is 1 in another form", "html.broken-data",
        whole.replacing("\"version\":1", with: "\"version\":1e0")
      ), ("rows twice, once by an escape", "html.broken-data", data(row, more: #","row\u0073":[]"#)),
      ("a sheet's name twice", "html.broken-data", data(row, more: #","properties":{"Sheet ID":"a","Sheet ID":"b"}"#)),
      ("a sheet's name that is an object", "html.broken-data", data(row, more: #","properties":{"Sheet ID":{"a":1}}"#)),
      ("a million ampersands", "html.broken-data", "<html>\(tag){&\("&".repeated(1_000_000))</script>"),
      (
        "XML with entities of entities", "file.unsupported-format",
        "<?xml version=\"1.0\"?><!DOCTYPE html [<!ENTITY a \"\("x".repeated(1_000))\"><!ENTITY b \"\("&a;".repeated(1_000))\">]>"
          + "<html>\(tag)&b;</script></html>"
      ),
    ]
    for one in refused { files.refused(one.what, one.code) { one.text } }
    files.found("a Base of nobody", "row.damaged") {
      data(
        row.replacing("]", with: ",\"v1.aaaaaaaaaa.bbbbbbbbbb.cccccccccc.dddddddddd...eeeeeeeeee\"]"),
        columns: columns.replacing("]", with: ",\"Base\"]"))
    }
    files.found("a NUL as an escape", "row.refused-by-check", mentions: ["U+0000"]) {
      data(row.replacing("new", with: #"n\u0000w"#))
    }
    files.found("a count of more rows", mentions: ["sheet.rows-missing"]) {
      data(row, more: #","properties":{"Rows":"Review: 2"}"#)
    }
    files.found("a row with a cell more", mentions: ["sheet.unread-text", "more than that"]) {
      data(row.replacing("]", with: ",\"more than that\"]"))
    }
    files.found("a column of nobody", mentions: ["sheet.unread-text", "Unknown"]) {
      data(row.replacing("]", with: ",\"x\"]"), columns: columns.replacing("]", with: ",\"Unknown\"]"))
    }
  }

  private static func addElements(_ files: inout HostileFiles) {
    let html = "<!DOCTYPE html><html><body>"
    // What a browser shows, or a reader of another kind takes, is the other one of the two.
    for (place, start, end) in [
      ("noscript", "<noscript>", "</noscript>"), ("a template", "<template>", "</template>"),
      ("a frame", "<iframe>", "</iframe>"), ("an old element", "<xmp>", "</xmp>"), ("CDATA", "<![CDATA[", "]]>"),
      ("a comment of a script", "<script><!--<script></script>", "--></script>"),
      ("what seems a comment", "<!-->", "<!-- -->"), ("what seems a longer comment", "<!--->", "<!-- -->"),
    ] { files.refused("two reviews, one in \(place)", "html.two-reviews") { html + start + forged + end + element } }
    let gone = "<!-- nstack-review review -->"
    files.refused("data in a comment alone", "html.no-data") { "\(html)<!-- nstack-review review \(element) -->" }
    files.refused("data in a script", "html.no-data") { "\(html)\(gone)<script>\(element)</script>" }
    files.refused("data in a quote that never ends", "html.no-data") { "\(html)\(gone)<p title=\"\(element)" }
    files.refused("data that a script would write", "html.no-data") {
      "\(html)<script>document.write('\(element.replacing("<", with: #"\x3c"#))')</script>"
    }
    files.refused("data within data", "html.broken-data") { "\(html)\(tag)\(element)</script>" }

    files.reading = .table
    for (what, text) in [
      ("other data in a comment", "<!--\(forged)--!>\(element)<!-- -->"),
      ("other data in an attribute", "<p title='\(forged)'>\(element)"),
      ("other data in a text field", "<textarea>\(forged)</textarea>\(element)"),
      ("another element with the id", "<div id=nstack-review-data>x</div>\(element)"),
      ("the same data twice", element + element),
      ("data that are loaded from elsewhere", element.replacing("<script", with: "<script src=x.js")),
    ] { files.accepted(what, rows) { html + text } }
    files.accepted("members that JavaScript has of its own", rows) {
      data(row, more: #","__proto__":{"rows":[]},"constructor":{"prototype":{"columns":[]}},"toString":null"#)
    }
    files.accepted("a number of a million digits", rows) { data(row, more: ",\"x\":" + "9".repeated(1_000_000)) }
    files.accepted(
      "names that JavaScript has of its own", [rows[0], #"["__proto__", "constructor", "da", "now", "new"]"#]
    ) { data(row.replacing("\"s\",\"k\"", with: "\"__proto__\",\"constructor\"")) }
    files.accepted("a mail that lies about its length", rows) { mail("Content-Length: 3\nLines: 1", whole) }
    files.accepted("5,000 mails in each other", rows) {
      (0..<5_000).map { "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\($0)\"\n\n--b\($0)\n" }.joined()
        + mail("Content-Transfer-Encoding: base64", Data(whole.utf8).base64EncodedString())
    }
    files.reading = .reviewSheet
  }

  private static func addEncodings(_ files: inout HostileFiles) {
    let little = whole.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let bytes: [(what: String, code: String, bytes: [UInt8])] = [
      ("UTF-16 that is cut off", "html.broken-data", [0xFF, 0xFE] + little.prefix(400)),
      ("UTF-16 with half a character", "html.broken-data", [0xFF, 0xFE] + little + [0]),
      ("UTF-16 with half of a pair", "html.broken-data", [0xFF, 0xFE] + little + [0x00, 0xD8, 0x20, 0x00]),
      ("UTF-16 with the other mark", "file.unsupported-format", [0xFE, 0xFF] + little),
      ("UTF-16 with the mark of UTF-8", "file.unsupported-format", [0xEF, 0xBB, 0xBF] + little),
      ("UTF-32", "file.unsupported-format", [0xFF, 0xFE, 0, 0] + whole.utf8.flatMap { [$0, 0, 0, 0] }),
      ("UTF-7", "html.broken-data", Array(data(row.replacing("new", with: "+AFw-u00e6")).utf8)),
      ("Windows-1252 in a text", "html.broken-data", Array(Data(whole.utf8).replacing(Data("new".utf8), with: [0xE5]))),
      (
        "an overlong character", "html.broken-data",
        Array(Data(whole.utf8).replacing(Data("new".utf8), with: [0xC0, 0xAF]))
      ),
      (
        "half of a pair in UTF-8", "html.broken-data",
        Array(Data(whole.utf8).replacing(Data("new".utf8), with: [0xED, 0xA0, 0x80]))
      ), ("a PDF before it", "file.unsupported-format", Array("%PDF-1.7\n\(whole)".utf8)),
      ("gzip by another name", "file.unsupported-format", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + whole.utf8),
      (
        "a mail whose quoted-printable is broken", "html.broken-data",
        Array(
          mail(
            "Content-Transfer-Encoding: quoted-printable", whole.replacing("=", with: "=3D").replacing("[", with: "=ZZ")
          ).utf8)
      ),
      (
        "a mail whose base64 is cut off", "html.broken-data",
        Array(
          mail("Content-Transfer-Encoding: base64", String(Data(whole.utf8).base64EncodedString().prefix(300))).utf8)
      ),
      (
        "a mail with two reviews", "html.two-reviews",
        Array(mail("Content-Transfer-Encoding: 7bit", element + "\n" + forged).utf8)
      ),
    ]
    for one in bytes { files.refused(one.what, one.code) { one.bytes } }
    files.refused("a workbook by another name", "sheet.no-header") { WorkbookFile.kept }
    files.refused("a page in an archive by another name", "file.unsupported-format") {
      ZIPArchiveBuilder([.init("review.html", whole)])
    }
  }
}
