import Basics
import NStackAPI

extension SheetComparison {
  /// Writes the comparison as a page.
  package func writeHTML(to output: inout some TextOutputStream) {
    var page = ReportPage(title: "Differences between two sheets")
    page.top = ([countLine] + columnLines).map { (nil, "\($0).") }
    page.facts = [("Old", old.path), ("New", new.path)]
    page.write(differences.compactMap(Self.row), to: &output)
  }

  private static func row(of difference: Difference) -> ReportRow? {
    guard let row = difference.row else { return nil }
    let lines = difference.texts.flatMap { column, old, new -> [ReportRow.Line] in
      let marked = MarkedText.pair(old: old ?? "", new: new ?? "")
      return [("old", marked.old, old), ("new", marked.new, new)].compactMap { name, text, cell in
        cell.map { _ in ReportRow.Line("\(column), \(name)", text) }
      }
    }
    return ReportRow(kind: difference.kind.rawValue, text: row.text, place: row.place.description, lines: lines)
  }
}
