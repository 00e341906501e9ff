import Basics
import NStackAPI

/// A comparison of two sheets as one self-contained HTML page, in the look of ``HTMLReport``.
package struct HTMLComparison: Sendable {
  private let comparison: SheetComparison

  /// Creates the page of a comparison.
  package init(_ comparison: SheetComparison) { self.comparison = comparison }

  /// Writes the page, in HTML, piece by piece.
  package func write(to output: inout some TextOutputStream) {
    let title = "Differences between two sheets"
    output.write(HTMLReportPage.start(title: title))
    let sheets = [("Old", comparison.old.path), ("New", comparison.new.path)]
    output.write("<header>\n<h1>\(title)</h1>\n<p>\(HTMLText.escaped(comparison.countLine)).</p>\n")
    output.write(HTMLReportPage.list(of: sheets) + "</header>\n<main id=\"main\">\n")
    for line in comparison.columnLines { output.write("<p>\(HTMLText.escaped(line)).</p>\n") }
    for difference in comparison.differences { output.write(Self.markup(of: difference)) }
    output.write("</main>\n\(HTMLReportPage.end)")
  }

  private static func markup(of difference: SheetComparison.Difference) -> String {
    guard let row = difference.row else { return "" }
    let texts = difference.texts.flatMap { column, old, new -> [(String, String)] in
      let marked = HTMLText.Marked.pair(old: old ?? "", new: new ?? "")
      return [("old", marked.old, old), ("new", marked.new, new)].compactMap { name, text, cell in
        cell.map { _ in ("\(column), \(name)", text.isEmpty ? "<span class=\"none\">empty</span>" : text.markup) }
      }
    }
    return HTMLReportPage.row(difference.kind.rawValue, row.text, row.place.description, texts)
  }
}
