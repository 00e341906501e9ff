import Basics
import NStackAPI

/// A comparison of two sheets as one self-contained HTML page, in the look of ``HTMLReport``.
public struct HTMLComparison: Sendable {
  private let comparison: SheetComparison

  /// Creates the page of a comparison.
  public init(_ comparison: SheetComparison) { self.comparison = comparison }

  /// Writes the page, in HTML, piece by piece.
  public func write(to output: inout some TextOutputStream) {
    let title = "Differences between two sheets"
    output.write(HTMLReportPage.start(title: title))
    output.write(
      "<header>\n<h1>\(title)</h1>\n<p>\(HTMLText.escaped(comparison.countLine)).</p>\n<dl class=\"facts\">\n")
    for (name, sheet) in [("Old", comparison.old), ("New", comparison.new)] {
      output.write("<dt>\(name)</dt><dd dir=\"auto\">\(HTMLText.escaped(sheet.path))</dd>\n")
    }
    output.write("</dl>\n</header>\n<main id=\"main\">\n")
    for difference in comparison.differences { output.write(Self.markup(of: difference)) }
    output.write("</main>\n\(HTMLReportPage.end)")
  }

  private static func markup(of difference: SheetComparison.Difference) -> String {
    guard let row = difference.row else { return "" }
    let texts = difference.columns.flatMap { column -> [String] in
      let (old, new) = (difference.text(column, of: difference.old), difference.text(column, of: difference.new))
      let marked = HTMLText.Marked.pair(old: old, new: new)
      return [("old", marked.old, difference.old), ("new", marked.new, difference.new)].compactMap { name, text, row in
        row.map { _ in
          "<dt>\(column.header), \(name)</dt><dd dir=\"auto\">"
            + (text.isEmpty ? "<span class=\"none\">empty</span>" : text.markup) + "</dd>"
        }
      }
    }
    return """
      <article class="row">
      <div>
      <p class="outcome"><span class="kind">\(difference.kind.rawValue)</span></p>
      <h3>\(HTMLText.name("\(row.text.section)/\(row.text.key)"))</h3>
      <p class="locale">\(HTMLText.escaped(row.text.locale))</p>
      <p class="place">\(HTMLText.escaped(row.place.description))</p>
      </div>
      <div>
      <dl class="texts">
      \(texts.joined(separator: "\n"))
      </dl>
      </div>
      </article>

      """
  }
}
