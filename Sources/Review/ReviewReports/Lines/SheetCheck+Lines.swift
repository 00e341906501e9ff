package import Basics

extension SheetCheck {
  /// The check as lines of text: the findings, the reviewers' notes, and the counts last.
  package func lines(_ extent: ReportExtent = .everything) -> [String] {
    let shown = extent == .summary ? diagnostics.filter { $0.place == nil } : diagnostics
    return extent.diagnostics(shown).map(\.line) + (extent.hidden(sheet.notes) ?? sheet.notes.map(\.line))
      + sheet.files.compactMap(\.returnText) + [countLine] + quality.flatMap { $0.quality.lines(of: $0.agency) }
  }

  /// What an import would refuse, and the quality that is not held, in lines.
  package var problemLines: [String] {
    diagnostics.errorLines + quality.flatMap { $0.quality.filter(\.isOver).lines(of: $0.agency) }.map { "error: \($0)" }
  }

  /// The numbers of rows, files, edits and refusals, as in the last of ``lines()``.
  package var countLine: String {
    let errors = diagnostics.count { $0.severity == .error } - sheet.foreignFiles.count
    let leftOut = sheet.foreignFiles.isEmpty ? "" : "; \(Counted.text(sheet.foreignFiles.count, "other file")) left out"
    let counts = diagnostics.filter { $0.severity == .error || $0.code == .row(.notChosen) }.reduce(into: [:]) {
      $0[$1.code.rawValue, default: 0] += 1
    }
    let verdicts = Verdict.allCases.compactMap { verdict in
      counts[Diagnostic.Code.row(verdict).rawValue].map {
        (group: verdict.resultKind.group, words: verdict.counted($0), count: $0)
      }
    }
    func part(_ group: RowResult.Group, _ count: Int) -> String {
      let (sum, words) = ("\(count) \(group.rawValue)", verdicts.filter { $0.group == group }.map(\.words))
      return words.isEmpty || words == [sum] ? sum : "\(sum) (\(words.joined(separator: ", ")))"
    }
    let undecided = verdicts.reduce(0) { $0 + ($1.group == .undecided ? $1.count : 0) }
    return "\(Counted.text(sheet.rowCount, "row")) in \(Counted.text(sheet.files.count, "file")): "
      + "\(sheet.rows.count) edited, \(part(.refused, errors - undecided))"
      + (undecided == 0 ? "" : ", \(part(.undecided, undecided))") + leftOut
  }

  package var json: JSONValue {
    [
      "rows": sheet.rowCount, "edited": sheet.rows.count, "notes": sheet.notes.json,
      "diagnostics": JSONValue.list(diagnostics.count) { [diagnostics] in diagnostics[$0].json },
      "files": sheet.files.map { file in
        JSONValue.members(["file": file.path, "rows": file.rowCount, "exportedRows": file.exportedRowCount])
      }, "foreignFiles": sheet.foreignFiles.json,
      "agencies": quality.map { JSONValue.members(["agency": $0.agency, "quality": $0.quality.json]) },
    ]
  }
}
