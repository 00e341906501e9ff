import Basics
private import CEmbedded
private import Foundation
import NStackAPI
private import SystemCrypto

/// The frame of a report's page, with its style sheet and its script.
package enum HTMLReportPage {
  private static let files = EmbeddedFiles(nstack_report_files())
  /// The style sheet that all pages of the package share: the colours, and the file `shared.css`.
  package static let sharedStyle = ColorToken.style + files.text("shared.css")
  /// The style sheet of the report: the shared one, and the file `report.css`.
  static let style = sharedStyle + files.text("report.css")
  /// The script of the report, from the file `report.js`.
  static let script = files.text("report.js")
  /// Hides controls that need the script if scripts are turned off.
  private static let withoutScript = ".script{display:none!important}"

  /// The page up to its content.
  static func start(title: String) -> String {
    let policy =
      "default-src 'none'; style-src '\(hash(style))' '\(hash(withoutScript))'; script-src '\(hash(script))'; "
      + "base-uri 'none'; form-action 'none'"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      <style>\(style)</style>
      <noscript><style>\(withoutScript)</style></noscript>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the rows</a>

      """
  }

  /// The beginning of the page's header.
  ///
  /// - Parameter sandbox: The sentence about the sandbox; nil for any other server.
  static func header(title: String, sandbox: String?) -> String {
    "<header>\n" + (sandbox.map { "<p class=\"sandbox\">Sandbox: \($0).</p>\n" } ?? "") + "<h1>\(title)</h1>\n"
  }

  /// Writes a page of rows without filters.
  static func write(
    title: String, sandbox: String? = nil, _ summary: String, _ facts: [(name: String, value: String)],
    _ rows: some Sequence<String>, to output: inout some TextOutputStream
  ) {
    let title = HTMLText.escaped(title)
    output.write(start(title: title) + header(title: title, sandbox: sandbox))
    output.write("<p>\(HTMLText.escaped(summary)).</p>\n\(list(of: facts))</header>\n<main id=\"main\">\n")
    for row in rows { output.write(row) }
    output.write("</main>\n\(end)")
  }

  /// Facts, each with a name and a value.
  static func list(of facts: [(name: String, value: String)]) -> String {
    let rows = facts.map { "<dt>\(HTMLText.escaped($0))</dt><dd dir=\"auto\">\(HTMLText.escaped($1))</dd>" }
    return rows.isEmpty ? "" : "<dl class=\"facts\">\n\(rows.joined(separator: "\n"))\n</dl>\n"
  }

  /// The markup of a row: the name of its text, and its texts with labels.
  static func row(
    _ kind: String, _ text: TextIdentity, _ place: String, _ texts: [(name: String, markup: String)],
    findings: [String] = []
  ) -> String {
    let lines = texts.map { "<dt>\($0)</dt><dd dir=\"auto\">\($1)</dd>" }
    let found = findings.map { "<li class=\"warning\" dir=\"auto\">\(HTMLText.escaped($0))</li>\n" }.joined()
    return """
      <article class="row">
      <div>
      <p class="outcome"><span class="kind">\(kind)</span></p>
      <h3>\(HTMLText.name("\(text.section)/\(text.key)"))</h3>
      <p class="locale">\(HTMLText.escaped(text.locale))</p>
      <p class="place">\(HTMLText.escaped(place))</p>
      </div>
      <div>
      <dl class="texts">
      \(lines.joined(separator: "\n"))
      </dl>
      \(found.isEmpty ? "" : "<ul class=\"findings\">\n\(found)</ul>\n")</div>
      </article>

      """
  }

  /// The list of keyboard shortcuts.
  static let help = """
    <dialog id="help" class="script" aria-labelledby="help-title">
    <h2 id="help-title">Keyboard</h2>
    <dl>
    <dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>next row, previous row</dd>
    <dt><kbd>/</kbd></dt><dd>search; every word must be in the row</dd>
    <dt><kbd>1</kbd> to <kbd>9</kbd></dt><dd>show an outcome, or leave it out again</dd>
    <dt><kbd>f</kbd></dt><dd>go to the filters</dd>
    <dt><kbd>0</kbd>, <kbd>Esc</kbd></dt><dd>clear the filters</dd>
    <dt><kbd>?</kbd></dt><dd>this list</dd>
    </dl>
    <p>Base is the text when the sheet was exported. Server is the text when the import was planned. Sheet is what came
    back.</p>
    <p>The browser’s own search finds only the rows that are on the page; “Show all” puts all of them there. Printing
    prints all rows that the filters choose.</p>
    <form method="dialog"><button autofocus>Close</button></form>
    </dialog>

    """

  /// The words of the page in each language, by their ids. The script uses the language that the browser prefers.
  private static let words: String = {
    let shared = [
      "page.close", "page.columns.current", "page.columns.source", "page.count.row.one", "page.count.row.other",
      "page.locale", "page.note", "page.place", "page.search", "page.section", "page.showMore",
    ]
    let languages = Words.languages.compactMap(Words.init(in:)).map { words in
      (words.language, words.json(under: "report.").with(.object(shared.map { ($0, .string(words[$0])) })))
    }
    let json = String(decoding: JSONValue.object(languages).compactUTF8, as: UTF8.self)
    return json.replacing("<", with: "\\u003C").replacing("&", with: "\\u0026")
  }()

  /// The page after its content.
  static var end: String {
    "<template id=\"words\">\(words)</template>\n<script>\(script)</script>\n</body>\n</html>\n"
  }

  /// The hash by which a content security policy allows an inline element.
  package static func hash(_ text: String) -> String {
    "sha256-" + Data(MessageDigest.sha256(text.utf8)).base64EncodedString()
  }
}
