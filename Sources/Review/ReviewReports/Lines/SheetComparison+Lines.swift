package import Basics

extension SheetComparison {
  /// The comparison as lines of text: each row that differs, with the differences of its texts, then the counts.
  package func lines() -> [String] { ReportDisplay.plain.lines(of: self) }

  /// The number of rows, and of rows that differ.
  var countLine: String {
    let counts = Kind.allCases.map { "\(count(of: $0)) \($0.rawValue)" }.joined(separator: ", ")
    return "\(Counted.text(old.rowCount, "row")) and \(Counted.text(new.rowCount, "row")): "
      + (isAlike ? "no difference" : counts)
  }

  /// A line for each column that people added and whose number of texts differs.
  var columnLines: [String] {
    columns.map { name, before, after in
      let column = "\"\(Visible.text(name))\""
      if let before, let after {
        return "\(Visible.path(new.path)): the column \(column) has \(Counted.text(after, "text")), and had \(before)"
      }
      let (here, other) = before == nil ? (new, old) : (old, new)
      return "\(Visible.path(here.path)): a column that \(Visible.path(other.path)) lacks: \(column), with "
        + Counted.text(before ?? after ?? 0, "text")
    }
  }

  /// The comparison as an object: `old`, `new`, `added`, `gone`, `edited`, `differences`, `columns`.
  package var json: JSONValue {
    let sheets = [old, new].map { JSONValue.members(["file": $0.path, "rows": $0.rowCount]) }
    return JSONValue.members(["old": sheets[0], "new": sheets[1]]).with(
      .object(Kind.allCases.map { ($0.rawValue, .integer(count(of: $0))) })
    ).with([
      "differences": JSONValue.list(differences.count) { differences[$0].json },
      "columns": columns.map { JSONValue.members(["column": $0.name, "old": $0.old, "new": $0.new]) },
    ])
  }
}

extension SheetComparison.Difference {
  /// The row of the new sheet, or else that of the old sheet.
  var row: ReturnedRow? { new ?? old }

  /// The old and the new text in each column that differs, with the column's header. Nil if that sheet lacks the row.
  var texts: [(name: String, old: String?, new: String?)] {
    columns.map { ($0.header, old?.cells.cell($0), new?.cells.cell($0)) }
      + (states.map { [("State", $0.old, $0.new)] } ?? [])
  }

  fileprivate var json: JSONValue {
    let names = (row?.place.json ?? [:]).with(row?.text.json ?? [:])
    return JSONValue.members(["kind": kind.rawValue]).with(names).with([
      "columns": texts.map { JSONValue.members(["column": $0.name, "old": $0.old, "new": $0.new]) }
    ])
  }
}

extension ReportDisplay {
  package func lines(of comparison: SheetComparison) -> [String] {
    let longest = comparison.differences.flatMap(\.texts).map(\.name.count).max() ?? 0
    let rows = comparison.differences.flatMap { difference -> [String] in
      guard let row = difference.row else { return [] }
      let style = difference.kind == .added ? "32" : difference.kind == .gone ? "31" : "33"
      let head = "\(row.place): \(styled(difference.kind.rawValue, style)) \(name(row.text.reportName))"
      return [head]
        + difference.texts.flatMap { name, old, new in
          lines(of: WordDiff(from: old ?? "", to: new ?? "").pieces, label: name, labelWidth: longest + 2, indent: 4)
        }
    }
    return rows + comparison.columnLines + [comparison.countLine]
  }
}
