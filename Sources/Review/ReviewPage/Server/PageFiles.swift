import Basics
import CEmbedded
import ReviewReports
import TranslationReview

/// The files of the page, which are embedded in the program.
enum PageFiles {
  typealias File = (type: String, bytes: @Sendable () -> [UInt8])

  private static let embedded = EmbeddedFiles(nstack_page_files())

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
  ]

  /// The files, by their names in the folder `Page`.
  static let all: [String: File] = Dictionary(
    uniqueKeysWithValues: embedded.names.map { name in
      let type = types[String(name.split(separator: ".").last ?? "")] ?? "application/octet-stream"
      return (name, (type, { bytes(of: name) }))
    })

  private static func bytes(of name: String) -> [UInt8] {
    switch name {
    case "index.html": page()
    case "style.css": Array((HTMLReportPage.sharedStyle + embedded.text(name)).utf8)
    default: Array(embedded.text(name).utf8)
    }
  }

  /// The page. It names its modules so that the browser requests all of them at once.
  private static func page() -> [UInt8] {
    let modules = all.keys.filter { $0.hasSuffix(".js") && $0 != "app.js" }.sorted()
    let links = modules.map { "<link rel=\"modulepreload\" href=\"/\($0)\">" }.joined(separator: "\n")
    return Array(
      embedded.text("index.html").replacing("<!-- modules -->", with: links).replacing(
        "<!-- languages -->", with: Words.languages.joined(separator: " ")
      ).utf8)
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
