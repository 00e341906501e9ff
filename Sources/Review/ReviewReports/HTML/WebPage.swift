package import Basics
private import CEmbedded
private import Foundation
private import SystemCrypto

/// The scripts and styles of all pages: the review on a page, a review in one file, and reports.
package enum WebPage {
  package static let files = EmbeddedFiles(nstack_page_files())

  /// The text of a file. The style sheet begins with the colours.
  package static func text(_ name: String) -> String {
    (name == "style.css" ? ColorToken.style : "") + files.text(name)
  }

  /// A page as one file that loads nothing from elsewhere, in two parts: before the place for its data, and after it.
  ///
  /// Its policy allows its own script and style alone, and pictures only from data if it may have any.
  ///
  /// - Parameters:
  ///   - data: What the script needs, given the page as it is before the style, the data and the script are in their places.
  ///   - page: The page with the given head.
  package static func file(
    style: String, script: String, hasPictures: Bool = false, around place: String, data: (String) -> String,
    page: (String) -> String
  ) -> (before: String, after: String) {
    let policy =
      "default-src 'none'; script-src '\(hash(script))'; style-src '\(hash(style))'; "
      + (hasPictures ? "img-src data:; " : "") + "base-uri 'none'; form-action 'none'"
    let template = page(
      """
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <style id="nstack-review-style">{{style}}</style>
      <script type="application/json" id="nstack-review-page">{{page}}</script>
      <script type="module" id="nstack-review-script">{{script}}</script>
      """)
    var file = template
    // What a place is filled with may have the names of other places.
    for (name, text) in [("script", script), ("page", data(template)), ("style", style)] {
      if let place = file.firstRange(of: "{{\(name)}}") { file.replaceSubrange(place, with: text) }
    }
    let ends = file.ranges(of: place).last ?? file.endIndex..<file.endIndex
    return (String(file[..<ends.lowerBound]), String(file[ends.upperBound...]))
  }

  /// JSON for an element of a page, which no text in it can end.
  package static func json(_ value: JSONValue) -> String {
    let escapes = [UInt8(ascii: "<"): "\\u003c", UInt8(ascii: ">"): "\\u003e", UInt8(ascii: "&"): "\\u0026"]
    var bytes: [UInt8] = []
    for byte in value.compactUTF8 {
      if let escape = escapes[byte] { bytes += Array(escape.utf8) } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text with an escape for each UTF-16 code unit that is not ASCII, as JSON and scripts read it.
  package static func ascii(_ text: String) -> String {
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

  /// The hash by which a content security policy allows an inline element.
  package static func hash(_ text: String) -> String {
    "sha256-" + Data(MessageDigest.sha256(text.utf8)).base64EncodedString()
  }

  // MARK: - The scripts

  /// The names of a module and of those that it imports, each after those that it imports itself.
  package static func modules(of entry: String) -> [String] {
    var names: [String] = []
    func add(_ name: String) {
      guard !names.contains(name) else { return }
      for found in files.text("\(name).js").matches(of: imports) { add(String(found.output.2)) }
      if !names.contains(name) { names.append(name) }
    }
    add(entry)
    return names
  }

  /// A module and those that it imports as one script in ASCII, since a browser loads none from beside a file: each is a
  /// function that returns what it exports.
  package static func script(of entry: String) -> String {
    let functions = modules(of: entry).map { name in
      let body = files.text("\(name).js").replacing(imports) { found in
        "const \(found.output.1.replacing(" as ", with: ": ")) = $\(found.output.2);"
      }
      let exported = body.matches(of: exports).map { String($0.output.2) }
      let module = body.replacing(exports) { "\($0.output.1)\($0.output.2)" }
      return
        "const $\(name) = await (async () => {\n\(module)\nreturn { \(exported.joined(separator: ", ")) };\n})();\n"
    }
    return ascii(functions.joined())
  }

  // Compiled regular expressions are immutable.
  nonisolated(unsafe) private static let imports = /^import (\{.*\}) from "\.\/(\w+)\.js";$/.anchorsMatchLineEndings()
  nonisolated(unsafe) private static let exports = /^export ((?:async )?(?:const|class|function) )(\w+)/
    .anchorsMatchLineEndings()
}
