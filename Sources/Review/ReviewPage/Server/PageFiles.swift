import Basics
import ReviewReports
import TranslationReview

/// The files of the page, which are embedded in the program.
enum PageFiles {
  typealias File = (type: String, bytes: @Sendable () -> [UInt8])

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
  ]

  /// The files, by their names in the folder `Page`.
  static let all: [String: File] = Dictionary(
    uniqueKeysWithValues: WebPage.files.names.map { name in
      let type = types[String(name.split(separator: ".").last ?? "")] ?? "application/octet-stream"
      return (name, (type, { bytes(of: name) }))
    })

  private static func bytes(of name: String) -> [UInt8] {
    name == "index.html" ? Array(page(head: links, data: "").utf8) : Array(WebPage.text(name).utf8)
  }

  /// What the page needs, in its head. It names its modules so that the browser requests all of them at once.
  private static var links: String {
    let modules = WebPage.modules(of: "app").filter { $0 != "app" }.sorted()
    return """
      <link rel="icon" href="/icon.svg" type="image/svg+xml">
      <link rel="stylesheet" href="/style.css">
      \(modules.map { "<link rel=\"modulepreload\" href=\"/\($0).js\">" }.joined(separator: "\n"))
      <script type="module" src="/app.js"></script>
      """
  }

  /// The page with what is in its head, and with the data of a review in one file.
  static func page(head: String, data: String) -> String {
    WebPage.text("index.html").replacing("{{languages}}", with: Words.languages.joined(separator: " ")).replacing(
      "{{head}}", with: head
    ).replacing("{{data}}", with: data)
  }

  static func file(at path: String) -> File? {
    path == "/" ? all["index.html"] : all[String(path.dropFirst())] ?? words(at: path)
  }

  /// The words of the page in a language: `/words/da.json`.
  private static func words(at path: String) -> File? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == "words", parts[2].hasSuffix(".json"),
      let words = Words(in: String(parts[2].dropLast(5)))
    else { return nil }
    return ("application/json; charset=utf-8", { words.json(under: "page.").compactUTF8 })
  }
}
