import Basics
import NStackAPI

extension SheetComparison {
  /// Writes the comparison as a page.
  package func writeHTML(to output: inout some TextOutputStream) {
    HTMLReportPage.write(
      title: "Differences between two sheets", countLine, [("Old", old.path), ("New", new.path)],
      columnLines.map { "<p>\(HTMLText.escaped($0)).</p>\n" } + differences.map(Self.markup), to: &output)
  }

  private static func markup(of difference: Difference) -> String {
    guard let row = difference.row else { return "" }
    let texts = difference.texts.flatMap { column, old, new -> [(String, String)] in
      let marked = HTMLText.Highlighted.pair(old: old ?? "", new: new ?? "")
      return [("old", marked.old, old), ("new", marked.new, new)].compactMap { name, text, cell in
        cell.map { _ in ("\(column), \(name)", text.isEmpty ? "<span class=\"none\">empty</span>" : text.markup) }
      }
    }
    return HTMLReportPage.row(difference.kind.rawValue, row.text, row.place.description, texts)
  }
}
