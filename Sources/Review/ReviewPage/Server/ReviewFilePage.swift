import Basics
import ReviewReports

/// The page as one file that is its own editor: what comes before the sheet's data, and after them.
///
/// The element with the data is not part of either. The file asks nobody for anything: its policy allows its own script
/// and style alone. All of it is ASCII, so that what re-encodes a file leaves the page whole.
package enum ReviewFilePage {
  /// The bytes before the element with the data.
  package static let prefix = Array(parts.before.utf8)
  /// The bytes after the element with the data.
  package static let suffix = Array(parts.after.utf8)

  /// The element with the data.
  private static let element = ("<script type=\"application/json\" id=\"nstack-review-data\">", "</script>")

  private static let parts: (before: String, after: String) = {
    let contents = ["style": PageFiles.text("style.css"), "script": script]
    let hashes = contents.mapValues(HTMLReportPage.hash)
    let policy =
      "default-src 'none'; script-src '\(hashes["script"] ?? "")'; style-src '\(hashes["style"] ?? "")'; img-src data:; "
      + "base-uri 'none'; form-action 'none'"
    // By its generator a page is known whose data were left out.
    let head = """
      <meta name="generator" content="nstack-review review">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <link rel="icon" href="data:,">
      <style id="nstack-review-style">{{style}}</style>
      <script type="application/json" id="nstack-review-page">{{page}}</script>
      <script type="module" id="nstack-review-script">{{script}}</script>
      """
    let template = PageFiles.page(head: head, data: element.0 + "{{data}}" + element.1)
    var file = template
    // What a place is filled with may have the names of other places.
    let page = json(template)
    for (name, text) in [("script", contents["script"] ?? ""), ("page", page), ("style", contents["style"] ?? "")] {
      if let place = file.firstRange(of: "{{\(name)}}") { file.replaceSubrange(place, with: text) }
    }
    let ends = file.ranges(of: element.0 + "{{data}}" + element.1).last ?? file.endIndex..<file.endIndex
    return (String(file[..<ends.lowerBound]), String(file[ends.upperBound...]))
  }()

  // MARK: - The words

  /// What the script needs besides the sheet: the template that it writes the file from, and the words in all languages.
  private static func json(_ template: String) -> String {
    let all = Words.languages.compactMap(Words.init(in:))
    let codes = Set(script.matches(of: /"((?:check|row)\.[A-Za-z.]+)"/).map { String($0.1) }).sorted()
    let reasons = (codes + codes.map { $0 + ".one" }).map { code in
      (code, JSONValue.object(all.filter { !$0[code].isEmpty }.map { ($0.language, .string($0[code])) }))
    }
    let page: JSONValue = [
      "template": template, "words": JSONValue.object(all.map { ($0.language, $0.json(under: "page.")) }),
      "reasons": JSONValue.object(reasons),
    ]
    let text = String(decoding: page.compactUTF8, as: UTF8.self)
    return ascii(text.replacing("<", with: "\\u003c").replacing(">", with: "\\u003e").replacing("&", with: "\\u0026"))
  }

  /// A text with an escape for each UTF-16 code unit that is not ASCII.
  private static func ascii(_ text: String) -> String {
    var result = ""
    for unit in text.utf16 {
      if unit < 0x7F, let scalar = Unicode.Scalar(unit) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u" + HexDigit.text(of: [UInt8(unit >> 8), UInt8(unit & 0xFF)])
      }
    }
    return result
  }

  // MARK: - The script

  /// All modules of the page as one, since a browser loads none from beside a file: each is a function that returns what
  /// it exports, after those that it imports.
  static let script: String = {
    var done: Set<String> = []
    var result = ""
    func add(_ name: String) {
      guard done.insert(name).inserted else { return }
      let text = PageFiles.text("\(name).js")
      for found in text.matches(of: imports) { add(String(found.output.2)) }
      let body = text.replacing(imports) { found in
        "const \(found.output.1.replacing(" as ", with: ": ")) = $\(found.output.2);"
      }
      let exported = body.matches(of: exports).map { String($0.output.2) }
      let module = body.replacing(exports) { "\($0.output.1)\($0.output.2)" }
      result +=
        "const $\(name) = await (async () => {\n\(module)\nreturn { \(exported.joined(separator: ", ")) };\n})();\n"
    }
    add("app")
    return ascii(result)
  }()

  // Compiled regular expressions are immutable.
  nonisolated(unsafe) private static let imports = /^import (\{.*\}) from "\.\/(\w+)\.js";$/.anchorsMatchLineEndings()
  nonisolated(unsafe) private static let exports = /^export ((?:async )?(?:const|class|function) )(\w+)/
    .anchorsMatchLineEndings()
}
