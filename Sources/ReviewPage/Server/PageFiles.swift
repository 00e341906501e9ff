import Basics
import ReviewReports
import TranslationReview

/// The files of the page, in the program itself.
enum PageFiles {
  struct File: Sendable {
    let type: String
    let bytes: @Sendable () -> [UInt8]
  }

  /// The files, by their names in the folder `Page`.
  static let all: [String: File] = [
    "index.html": File(type: "text/html; charset=utf-8", bytes: page),
    "style.css": File(type: "text/css; charset=utf-8") { Array(SharedStyle.text.utf8) + PackageResources.style_css },
    "icon.svg": File(type: "image/svg+xml; charset=utf-8") { PackageResources.icon_svg },
    "address.js": script { PackageResources.address_js }, "api.js": script { PackageResources.api_js },
    "app.js": script { PackageResources.app_js }, "beside.js": script { PackageResources.beside_js },
    "connection.js": script { PackageResources.connection_js }, "deciding.js": script { PackageResources.deciding_js },
    "dialogs.js": script { PackageResources.dialogs_js }, "dom.js": script { PackageResources.dom_js },
    "editor.js": script { PackageResources.editor_js }, "frame.js": script { PackageResources.frame_js },
    "keyboard.js": script { PackageResources.keyboard_js }, "list.js": script { PackageResources.list_js },
    "notices.js": script { PackageResources.notices_js }, "page.js": script { PackageResources.page_js },
    "panel.js": script { PackageResources.panel_js }, "proposals.js": script { PackageResources.proposals_js },
    "review.js": script { PackageResources.review_js }, "rows.js": script { PackageResources.rows_js },
    "selection.js": script { PackageResources.selection_js }, "sending.js": script { PackageResources.sending_js },
    "store.js": script { PackageResources.store_js }, "visible.js": script { PackageResources.visible_js },
    "windowed.js": script { PackageResources.windowed_js }, "words.js": script { PackageResources.words_js },
  ]

  /// The page, which names its modules so that the browser asks for all at once.
  @Sendable private static func page() -> [UInt8] {
    let modules = all.keys.filter { $0.hasSuffix(".js") && $0 != "app.js" }.sorted()
    let links = modules.map { "<link rel=\"modulepreload\" href=\"/\($0)\">" }.joined(separator: "\n")
    return Array(
      String(decoding: PackageResources.index_html, as: UTF8.self).replacing("<!-- modules -->", with: links).replacing(
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
    return File(type: "application/json; charset=utf-8") { words.json(under: "page.").compactUTF8 }
  }

  private static func script(_ bytes: @escaping @Sendable () -> [UInt8]) -> File {
    File(type: "text/javascript; charset=utf-8", bytes: bytes)
  }
}
