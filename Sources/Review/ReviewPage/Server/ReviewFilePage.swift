import Basics
import ReviewReports
import TranslationReview

/// The page as one file that is its own editor: what comes before the sheet's data, and after them.
///
/// The element with the data is not part of either. All of the page is ASCII, so that what re-encodes a file leaves it whole.
package enum ReviewFilePage {
  /// The bytes before the element with the data.
  package static let prefix = Array(parts.before.utf8)
  /// The bytes after the element with the data.
  package static let suffix = Array(parts.after.utf8)

  static let script = WebPage.script(of: "app")
  private static let element = "<script type=\"application/json\" id=\"nstack-review-data\">{{data}}</script>"
  private static let parts = WebPage.file(
    style: WebPage.text("style.css"), script: script, hasPictures: true, around: element, data: json
  ) { head in
    // By its generator a page is known whose data were left out.
    let lines = [
      "<meta name=\"generator\" content=\"nstack-review review\">", head, "<link rel=\"icon\" href=\"data:,\">",
    ]
    return PageFiles.page(head: lines.joined(separator: "\n"), data: element)
  }

  /// What the script needs besides the sheet: the template that it writes the file from, and the words in all languages,
  /// those of actions among them.
  private static func json(_ template: String) -> String {
    let all = Words.languages.compactMap(Words.init(in:))
    let codes = Set(script.matches(of: /"((?:check|row)\.[A-Za-z.]+)"/).map { String($0.1) }).sorted()
    let reasons = (codes + codes.map { $0 + ".one" }).map { code in
      (code, JSONValue.object(all.filter { !$0[code].isEmpty }.map { ($0.language, .string($0[code])) }))
    }
    return WebPage.ascii(
      WebPage.json([
        "template": template, "words": JSONValue.object(all.map { ($0.language, $0.json(under: "page.")) }),
        "reasons": JSONValue.object(reasons),
        "actions": JSONValue.object(ReviewAction.allCases.map { ($0.rawValue, $0.words.json) }),
      ]))
  }
}
