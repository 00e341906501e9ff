import Basics
import NStackAPI

/// A report as a page that is one file and loads nothing.
///
/// The top is markup. The rows are data, of which the page's script shows those that the reader chooses. A browser without
/// scripts shows each row as lines.
struct ReportPage {
  /// The number of rows that are lines outside of a `noscript` element, which some mail programs leave out.
  static let firstRows = 100

  let title: String
  /// The id of the title among the words of reports; nil if it is in one language.
  var titleID: String?
  /// The sentence about the sandbox; nil for any other server.
  var sandbox: String?
  /// The paragraphs at the top, each with its kind of status, if it is one.
  var top: [(status: String?, text: String)] = []
  var isPlan = false
  var agencies = JSONValue.array([])
  var remarks: [(severity: String, text: String)] = []
  /// Notes on rows that the report does not list.
  var notes: [ReturnedSheet.Note] = []
  /// The number of all rows by result.
  var counts: String?
  var facts: [(name: String, value: String)] = []
  /// The directions of writing by locale, as far as they are known.
  var directions: JSONValue = [:]

  private static let frame = WebPage.file(
    style: WebPage.text("style.css") + WebPage.text("report.css"), script: WebPage.script(of: "report"),
    around: "{{report}}", data: { _ in WebPage.json(["words": words]) }
  ) { head in
    """
    <!DOCTYPE html>
    <html lang="en" data-languages="\(Words.languages.joined(separator: " "))">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{{title}}</title>
    \(head)
    </head>
    <body>
    {{report}}
    </body>
    </html>

    """
  }

  /// The words of the page in each language, by their ids. The script uses the language that the browser prefers.
  private static var words: JSONValue {
    let shared = [
      "close", "columns.current", "columns.source", "count.info.one", "count.info.other", "count.row.one",
      "count.row.other", "locale", "note", "place", "search", "section", "severity.error", "severity.info",
      "severity.warning", "showMore",
    ]
    return .object(
      Words.languages.compactMap(Words.init(in:)).map { words in
        let own = shared.map { ($0, words["page.\($0)"]) }.filter { !$1.isEmpty }
        return (words.language, words.json(under: "report.").with(.object(own.map { ($0, .string($1)) })))
      })
  }

  /// Writes the page piece by piece.
  func write(_ rows: some Collection<ReportRow>, to output: inout some TextOutputStream) {
    let title = Self.escaped(title)
    output.write(Self.frame.before.replacing("{{title}}", with: title))
    output.write("<a class=\"skip\" href=\"#main\">Skip to the rows</a>\n<header>\n")
    if let sandbox { output.write("<p class=\"sandbox\">Sandbox: \(sandbox).</p>\n") }
    output.write("<h1>\(title)</h1>\n")
    for (status, text) in top {
      output.write("<p\(status.map { " class=\"status \($0)\"" } ?? "")>\(Self.escaped(text))</p>\n")
    }
    output.write("</header>\n<main id=\"main\">\n<pre>\n")
    for (severity, text) in remarks { output.write("\(severity): \(Self.escaped(text))\n") }
    for (index, row) in rows.enumerated() {
      if index == Self.firstRows { output.write("</pre>\n<noscript><pre>\n") }
      output.write(row.markup)
    }
    for note in notes {
      let kind = note.isQuestion ? "question" : "note"
      output.write(Self.escaped("\(note.place): \(note.text.reportName): \(kind): \(note.note)") + "\n")
    }
    for (name, value) in facts { output.write(Self.escaped("\(name): \(value)") + "\n") }
    output.write(rows.count > Self.firstRows ? "</pre></noscript>\n</main>\n" : "</pre>\n</main>\n")
    // The rows are the last member, so that they can be written one by one.
    output.write("<script type=\"application/json\" id=\"nstack-review-report\">")
    output.write(String(WebPage.json(json).dropLast()) + ",\"rows\":[")
    for (index, row) in rows.enumerated() { output.write((index > 0 ? ",\n" : "\n") + WebPage.json(row.json)) }
    output.write("\n]}</script>" + Self.frame.after)
  }

  private var json: JSONValue {
    .members([
      "title": titleID, "isPlan": isPlan, "agencies": agencies, "counts": counts, "directions": directions,
      "remarks": remarks.map { JSONValue.members(["severity": $0.severity, "text": $0.text]) },
      "notes": notes.map { note in
        note.text.json.with([
          "place": note.place.description + note.place.byline, "note": note.note, "isQuestion": note.isQuestion,
        ])
      }, "facts": facts.map { [$0.name, $0.value] },
    ])
  }

  /// A text as the content of an element. Every invisible character is shown as its code, because a text must not change
  /// the direction of the page around it.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in Visible.text(text, limit: .max).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
