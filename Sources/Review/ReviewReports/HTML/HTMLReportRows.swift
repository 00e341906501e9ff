import Basics
import NStackAPI

/// The rows of the report of an import or of a plan.
struct HTMLReportRows {
  private let report: HTMLReport
  private let notes: [RowPlace: [String]]
  private let differences: [Int: String?]
  /// The names of files in rows. A unique name is shown without its folder.
  private let fileNames: [String: String]

  init(_ report: HTMLReport) {
    self.report = report
    notes = Dictionary(grouping: report.changeset.notes, by: \.place).mapValues { $0.map(\.note) }
    let paths = Dictionary(grouping: Set(report.changeset.files.map(\.path))) { FileName($0).name }
    fileNames = paths.reduce(into: [:]) { names, found in
      for path in found.value { names[path] = found.value.count == 1 ? found.key : path }
    }
    guard case .differences(let differences)? = report.report?.verification else {
      self.differences = [:]
      return
    }
    self.differences = Dictionary(differences.map { ($0.change, $0.seen) }) { first, _ in first }
  }

  func row(ofItemAt position: Int) -> ReportRow {
    let item = report.changeset.items[position]
    let result = report.report?.result(ofItemAt: position) ?? report.changeset.result(ofItemAt: position)
    let place = item.row.place
    let file = fileNames[place.file] ?? place.file
    let spot = [file, place.worksheet, "row \(place.row)", place.locale].compactMap(\.self).joined(separator: ", ")
    return ReportRow(
      kind: result.kind.rawValue, text: item.row.text, place: spot + place.byline,
      lines: HTMLReportTexts(item: item, catalog: report.catalog).lines, verdict: item.verdict.rawValue,
      isDeletion: item.verdict == .delete || item.verdict == .alreadyGone,
      findings: item.findings.map { ($0.check, $0.severity, $0.token, $0.message) },
      reason: reason(result, item, position), notes: notes[place] ?? (item.row.note.isEmpty ? [] : [item.row.note]))
  }

  private func reason(_ result: RowResult, _ item: Changeset.Item, _ position: Int) -> String {
    // The findings are listed separately.
    let said = Set(item.findings.map(\.reason) + [TextFinding.refusal(item.findings)].compactMap(\.self))
    var reasons = result.reasons.filter { !said.contains($0) }.map {
      "\($0 == item.reason ? item.reasonNamingRivals : $0)"
    }
    if item.verdict == .refusedByCheck { reasons.insert("A check refused the text, so it is not sent.", at: 0) }
    if let change = report.report?.change(ofItemAt: position), let seen = differences[change] {
      let now = seen.map { "\"\(Visible.text($0))\"" } ?? "nothing"
      reasons.append("The last reading did not find it: the server now holds \(now).")
    }
    return reasons.joined(separator: " ")
  }
}

/// The texts of one row: source, base, server and sheet, with their differences and findings marked.
struct HTMLReportTexts {
  let item: Changeset.Item
  let catalog: Catalog?

  var lines: [ReportRow.Line] {
    var before = MarkedText(base)
    var sheet: MarkedText?
    var faults = item.findings
    if isChanged {
      var texts = MarkedText.pair(old: base, new: row.proposal)
      for fault in faults { texts.new.mark(fault) }
      faults = faults.filter { texts.new.ranges(of: $0).isEmpty }
      (before, sheet) = (texts.old, texts.new)
    }
    var lines: [ReportRow.Line] = []
    if let source {
      var text = MarkedText(source)
      for fault in faults { text.mark(fault) }
      lines.append(ReportRow.Line("source", text))
    }
    return lines + ownLines(before, sheet)
  }

  // MARK: - Which texts

  private var row: ReturnedRow { item.row }

  /// The server's text as compared with the base.
  private enum ServerText {
    case same
    case other(String)
    case none
    case notKnown
  }

  private var server: ServerText {
    func compared(_ text: String?) -> ServerText {
      guard let text else { return .none }
      return LineEnds.areEqual(text, base) ? .same : .other(text)
    }
    if item.verdict.isChange || item.verdict == .conflict {
      return item.shownServer(base: base).map(compared) ?? (item.serverValue == nil ? .none : .same)
    }
    if let proposal = item.serverProposal { return compared(proposal.value) }
    guard item.serverValue != nil, base != row.currentValue else { return compared(item.serverValue) }
    // The base is a proposal, but the verdict is not about that proposal.
    let pending = catalog?.pendingProposals(of: row.text).first { $0.id == row.proposalID }
    return pending.map { compared($0.value) } ?? .notKnown
  }

  private var base: String { item.shownBase ?? "" }

  /// Whether the row asks for another text. An emptied cell and an unknown action do not.
  private var isChanged: Bool {
    row.isProposalChanged && !row.isProposalBlank || row.intent == .accept || item.verdict == .propose
  }

  /// The source text. A resumed import has only the one that the journal stored from the sheet.
  private var source: String? {
    item.source ?? (catalog == nil ? [row.sourceValue, row.sourceText].compactMap(\.self).first { !$0.isEmpty } : nil)
  }

  private func ownLines(_ before: MarkedText, _ sheet: MarkedText?) -> [ReportRow.Line] {
    if item.verdict == .delete || item.verdict == .alreadyGone {
      let gone = ReportRow.Line("toDelete", MarkedText(item.serverProposal?.value ?? base, as: .removed))
      return [gone] + (item.serverValue.map { [ReportRow.Line("current", MarkedText($0))] } ?? [])
    }
    var lines: [ReportRow.Line]
    switch server {
    case .same: lines = [ReportRow.Line("baseAndServer", before)]
    case .other(let text):
      lines = [ReportRow.Line("base", before), ReportRow.Line("server", MarkedText(new: text, old: base))]
    case .none: lines = [ReportRow.Line("base", before), ReportRow.Line("server", none: "notOnServer")]
    case .notKnown: lines = [ReportRow.Line("base", before)]
    }
    if let sheet {
      lines.append(ReportRow.Line("sheet", sheet))
    } else if row.intent == .clear {
      lines.append(ReportRow.Line("sheet", none: "cellIsEmpty"))
    } else if row.intent.isDeletion {
      lines.append(ReportRow.Line("sheet", none: "asksToDelete"))
    } else if row.intent.isRejection {
      lines.append(ReportRow.Line("sheet", none: "rejects"))
    } else if row.intent == .signOff {
      lines.append(ReportRow.Line("sheet", none: "signsOff"))
    }
    return lines
  }
}
