package import Basics

extension SheetCheck {
  /// The check as lines of text: the findings, the reviewers' notes, and the counts last.
  package func lines(_ extent: ReportExtent = .everything) -> [String] {
    let shown = extent == .summary ? diagnostics.filter { $0.place == nil } : diagnostics
    return extent.diagnostics(shown).map(\.line) + (extent.hidden(sheet.notes) ?? sheet.notes.map(\.line))
      + sheet.files.compactMap(\.returnText) + [countLine]
  }

  /// The numbers of rows, files, edits and refusals, as in the last of ``lines()``.
  package var countLine: String {
    let refused = diagnostics.count { $0.severity == .error } - sheet.foreignFiles.count
    let leftOut = sheet.foreignFiles.isEmpty ? "" : "; \(Counted.text(sheet.foreignFiles.count, "other file")) left out"
    let refusals = diagnostics.filter { $0.severity == .error || $0.code == .row(.notChosen) }.reduce(into: [:]) {
      $0[$1.code.rawValue, default: 0] += 1
    }
    let reasons = Verdict.allCases.compactMap { verdict in
      refusals[Diagnostic.Code.row(verdict).rawValue].map(verdict.counted)
    }
    return "\(Counted.text(sheet.rowCount, "row")) in \(Counted.text(sheet.files.count, "file")): "
      + "\(sheet.rows.count) edited, \(refused) refused"
      + (reasons.isEmpty || reasons == ["\(refused) refused"] ? "" : " (\(reasons.joined(separator: ", ")))") + leftOut
  }

  package var json: JSONValue {
    [
      "rows": sheet.rowCount, "edited": sheet.rows.count, "notes": sheet.notes.json,
      "diagnostics": JSONValue.list(diagnostics.count) { [diagnostics] in diagnostics[$0].json },
      "files": sheet.files.map { file in
        JSONValue.members(["file": file.path, "rows": file.rowCount, "exportedRows": file.exportedRowCount])
      }, "foreignFiles": sheet.foreignFiles.json,
    ]
  }
}
