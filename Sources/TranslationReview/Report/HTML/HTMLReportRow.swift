import Basics
import NStackAPI

/// The rows of a report.
struct HTMLReportRow {
  private let report: HTMLReport
  private let index: HTMLReportIndex
  private let differences: [Int: String?]
  /// The names by which rows call their files, as markup: without the folder, where that is clear.
  private let fileNames: [String: String]

  init(_ report: HTMLReport, _ index: HTMLReportIndex) {
    self.report = report
    self.index = index
    let paths = Dictionary(grouping: Set(report.changeset.files.map(\.path))) { path in
      path.split(separator: "/").last.map(String.init) ?? path
    }
    fileNames = paths.reduce(into: [:]) { names, found in
      for path in found.value { names[path] = HTMLText.name(found.value.count == 1 ? found.key : path) }
    }
    guard case .differences(let differences)? = report.report?.verification else {
      self.differences = [:]
      return
    }
    self.differences = Dictionary(differences.map { ($0.change, $0.seen) }) { first, _ in first }
  }

  /// One row as an element.
  func markup(ofItemAt place: Int) -> String {
    let item = report.changeset.items[place]
    let result = report.result(ofItemAt: place)
    let text = item.row.text
    let texts = HTMLReportTexts(item, report.catalog)
    let file = fileNames[item.row.place.file] ?? HTMLText.name(item.row.place.file)
    let spot = [item.row.place.worksheet, "row \(item.row.place.row)", item.row.place.locale].compactMap(\.self)
    let isDeletion = item.verdict == .delete || item.verdict == .alreadyGone
    let label = HTMLText.plain("\(result.kind.rawValue): \(text.section)/\(text.key), \(text.locale)")
    return """
      <article class="row \(Self.name(of: result.kind))" tabindex="-1" aria-label="\(label)" \
      data-f="\(index.facets(of: item, result.kind))">
      <div>
      <p class="outcome"><span class="kind">\(Self.sign(of: result.kind))\(result.kind.rawValue)</span> \
      <span class="verdict\(isDeletion ? " deletion" : "")">\(item.verdict.rawValue)</span></p>
      <h3>\(HTMLText.name("\(text.section)/\(text.key)"))</h3>
      <p class="locale">\(HTMLText.escaped(text.locale))</p>
      <p class="place">\(file), \(HTMLText.escaped(spot.joined(separator: ", ")))</p>
      </div>
      <div>
      \(texts.markup)\(findings(item))\(reasons(result, item, place))\(notes(item))</div>
      </article>

      """
  }

  // MARK: - What is said about the texts

  private func findings(_ item: Changeset.Item) -> String {
    guard !item.findings.isEmpty else { return "" }
    let lines = item.findings.map { found in
      let token = found.finding.token.map {
        " <mark class=\"\(found.severity.rawValue)\" dir=\"auto\">\(HTMLText.escaped(RowFinding.visible($0)))</mark>"
      }
      return "<li class=\"\(found.severity.rawValue)\"><b>\(found.severity.rawValue)</b> "
        + "<code>\(HTMLText.escaped(found.check))</code>\(token ?? "") \(HTMLText.escaped(found.finding.message))</li>"
    }
    return "<ul class=\"findings\">\n\(lines.joined(separator: "\n"))\n</ul>\n"
  }

  private func reasons(_ result: RowResult, _ item: Changeset.Item, _ place: Int) -> String {
    // The findings are listed on their own.
    let said = Set(item.findings.map(\.sentence) + [RowFinding.refusal(item.findings)].compactMap(\.self))
    var reasons = result.reasons.filter { !said.contains($0) }
    if item.verdict == .refusedByCheck { reasons.insert("A check refused the text, so it is not sent.", at: 0) }
    if let change = report.report?.change(ofItemAt: place), let seen = differences[change] {
      let now = seen.map { "\"\(Visible.text($0))\"" } ?? "nothing"
      reasons.append("The last reading did not find it: the server now holds \(now).")
    }
    return reasons.isEmpty
      ? "" : "<p class=\"reason\" dir=\"auto\">\(HTMLText.escaped(reasons.joined(separator: " ")))</p>\n"
  }

  private func notes(_ item: Changeset.Item) -> String {
    index.notes(on: item.row).map {
      "<p class=\"note\"><b>Note</b> <span dir=\"auto\">\(HTMLText.escaped($0))</span></p>\n"
    }.joined()
  }

  // MARK: - Outcomes

  /// The name of an outcome in the style sheet.
  private static func name(of kind: RowResult.Kind) -> String { kind.rawValue.replacing(" ", with: "-") }

  /// A sign beside the word, because colour alone tells nothing to some readers. None of them looks like a deletion.
  static func sign(of kind: RowResult.Kind) -> String {
    let sign =
      switch kind {
      case .applied: "✓"
      case .alreadyThere: "="
      case .planned: "→"
      case .notSent: "○"
      case .reviewed: "☑"
      case .conflict: "≠"
      case .refused: "⊘"
      case .failed: "!"
      case .inDoubt: "?"
      case .notAttempted: "…"
      }
    return "<span aria-hidden=\"true\">\(sign)</span> "
  }
}
