import ProgramRuns

/// Reviews as web pages that never end, or that are something else.
enum HTMLFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    files.fileName = "review.html"
    files.reading = .reviewSheet
    addFloods(&files)
    addMarkup(&files)
    addData(&files)
    return files.all
  }()

  private static let tag = "<script type=\"application/json\" id=\"nstack-review-data\">"
  private static let columns = #"["Section","Key","Locale","Current value","Proposal","Deletable"]"#

  private static func page(_ json: String) -> String {
    "<!DOCTYPE html>\n<html><body>\(tag)\(json)</script></body></html>\n"
  }

  private static func data(_ rows: String, columns: String = columns) -> String {
    page("{\"format\":\"nstack-review review\",\"version\":1,\"columns\":\(columns),\"rows\":[\(rows)]}")
  }

  private static func addFloods(_ files: inout HostileFiles) {
    files.refused("a page of 97 MiB", "limit.page") { "<html>" + " ".repeated(97 << 20) }
    files.refused("100,000 lists in each other", "html.broken-data") { page("{\"x\":" + "[".repeated(100_000)) }
    files.refused("two million rows", "limit.cells") { data("[],".repeated(2_000_000) + "[]", columns: "[]") }
    files.refused("a million rows without cells", "sheet.no-header") {
      data("[],".repeated(1_000_000) + "[]", columns: "[]")
    }
    files.refused("a row of a million cells", "limit.columns") { data("[" + "\"\",".repeated(1_000_000) + "\"\"]") }
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
    let row = #"["s","k","da","now","new",""]"#
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
}
