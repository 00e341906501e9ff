import Basics
import NStackAPI

struct HTMLReportRow {
  private let report: HTMLReport
  private let index: HTMLReportIndex
  private let differences: [Int: String?]
  /// The names of files in rows, as markup. A unique name is shown without its folder.
  private let fileNames: [String: String]

  init(_ report: HTMLReport, _ index: HTMLReportIndex) {
    self.report = report
    self.index = index
    let paths = Dictionary(grouping: Set(report.changeset.files.map(\.path))) { FileName($0).name }
    fileNames = paths.reduce(into: [:]) { names, found in
      for path in found.value { names[path] = HTMLText.name(found.value.count == 1 ? found.key : path) }
    }
    guard case .differences(let differences)? = report.report?.verification else {
      self.differences = [:]
      return
    }
    self.differences = Dictionary(differences.map { ($0.change, $0.seen) }) { first, _ in first }
  }

  func markup(ofItemAt position: Int) -> String {
    let item = report.changeset.items[position]
    let result = report.result(ofItemAt: position)
    let text = item.row.text
    let texts = HTMLReportTexts(item: item, catalog: report.catalog)
    let file = fileNames[item.row.place.file] ?? HTMLText.name(item.row.place.file)
    let spot = [item.row.place.worksheet, "row \(item.row.place.row)", item.row.place.locale].compactMap(\.self)
    let isDeletion = item.verdict == .delete || item.verdict == .alreadyGone
    let label = HTMLText.plain("\(index.word(for: result.kind)): \(text.section)/\(text.key), \(text.locale)")
    return """
      <article class="row \(result.kind.rawValue.replacing(" ", with: "-"))" tabindex="-1" aria-label="\(label)" \
      data-f="\(index.facets(of: item, result.kind))">
      <div>
      <p class="outcome"><span class="kind">\(Self.sign(of: result.kind))\(index.word(for: result.kind))</span> \
      <span class="verdict\(isDeletion ? " deletion" : "")">\(item.verdict.rawValue)</span></p>
      <h3>\(HTMLText.name("\(text.section)/\(text.key)"))</h3>
      <p class="locale">\(HTMLText.escaped(text.locale))</p>
      <p class="place">\(file), \(HTMLText.escaped(spot.joined(separator: ", ") + item.row.place.byline))</p>
      </div>
      <div>
      \(texts.markup)\(findings(item))\(reasons(result, item, position))\(notes(item))</div>
      </article>

      """
  }

  // MARK: - Remarks

  private func findings(_ item: Changeset.Item) -> String {
    guard !item.findings.isEmpty else { return "" }
    let lines = item.findings.map { found in
      let token = found.token.map {
        " <mark class=\"\(found.severity.rawValue)\" dir=\"auto\">\(HTMLText.escaped(TextFinding.visible($0)))</mark>"
      }
      return "<li class=\"\(found.severity.rawValue)\"><b>\(found.severity.rawValue)</b> "
        + "<code>\(HTMLText.escaped(found.check))</code>\(token ?? "") \(HTMLText.escaped(found.message))</li>"
    }
    return "<ul class=\"findings\">\n\(lines.joined(separator: "\n"))\n</ul>\n"
  }

  private func reasons(_ result: RowResult, _ item: Changeset.Item, _ position: Int) -> String {
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
    return reasons.isEmpty
      ? "" : "<p class=\"reason\" dir=\"auto\">\(HTMLText.escaped(reasons.joined(separator: " ")))</p>\n"
  }

  private func notes(_ item: Changeset.Item) -> String {
    index.notes(on: item.row).map {
      "<p class=\"note\"><b>Note</b> <span dir=\"auto\">\(HTMLText.escaped($0))</span></p>\n"
    }.joined()
  }

  // MARK: - Outcomes

  /// A sign beside the word, because some readers cannot tell colours apart. No sign looks like a deletion.
  static func sign(of kind: RowResult.Kind) -> String {
    let sign =
      switch kind {
      case .sent: "✓"
      case .alreadyThere: "="
      case .planned: "→"
      case .nothingToDo: "○"
      case .reviewed: "☑"
      case .rejected: "☒"
      case .conflict, .disagreement: "≠"
      case .notChosen: "⊖"
      case .unapproved: "☐"
      case .refused: "⊘"
      case .failed: "!"
      case .unconfirmed: "?"
      case .notAttempted: "…"
      }
    return "<span aria-hidden=\"true\">\(sign)</span> "
  }
}

/// The texts of one row: source, base, server and sheet, with their differences and findings highlighted.
struct HTMLReportTexts {
  let item: Changeset.Item
  let catalog: Catalog?

  /// The texts as a list of names and values.
  var markup: String {
    var before = HTMLText.Highlighted(base)
    var sheet: HTMLText.Highlighted?
    var faults = item.findings
    if isChanged {
      var texts = HTMLText.Highlighted.pair(old: base, new: row.proposal)
      for fault in faults { texts.new.highlight(fault) }
      faults = faults.filter { texts.new.ranges(of: $0).isEmpty }
      (before, sheet) = (texts.old, texts.new)
    }
    var lines: [String] = []
    if let source {
      var text = HTMLText.Highlighted(source)
      for fault in faults { text.highlight(fault) }
      lines.append(Self.line("Source", text.markup, "dir=\"auto\""))
    }
    return "<dl class=\"texts\">\n\((lines + ownLines(before, sheet)).joined(separator: "\n"))\n</dl>\n"
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

  private func ownLines(_ before: HTMLText.Highlighted, _ sheet: HTMLText.Highlighted?) -> [String] {
    if item.verdict == .delete || item.verdict == .alreadyGone {
      let gone = item.serverProposal?.value ?? base
      let text = "<del>\(HTMLText.Highlighted(gone).markup)</del>"
      var lines = [Self.line("To delete", text, attributes, isAsked: true)]
      if let current = item.serverValue { lines.append(line("Current value", HTMLText.Highlighted(current))) }
      return lines
    }
    var lines: [String]
    switch server {
    case .same: lines = [line("Base, server", before)]
    case .other(let text): lines = [line("Base", before), line("Server", HTMLText.Highlighted(new: text, old: base))]
    case .none: lines = [line("Base", before), none("Server", "does not have this text")]
    case .notKnown: lines = [line("Base", before)]
    }
    if let sheet {
      lines.append(line("Sheet", sheet, isAsked: true))
    } else if row.intent == .clear {
      lines.append(none("Sheet", "the cell is empty"))
    } else if row.intent.isDeletion {
      lines.append(none("Sheet", "asks to delete the proposal"))
    } else if row.intent.isRejection {
      lines.append(none("Sheet", "rejects the proposal"))
    } else if row.intent == .signOff {
      lines.append(none("Sheet", "ok: reviewed, stays as it is"))
    }
    return lines
  }

  // MARK: - Lines

  private func line(_ name: String, _ text: HTMLText.Highlighted, isAsked: Bool = false) -> String {
    text.isEmpty ? none(name, "empty") : Self.line(name, text.markup, attributes, isAsked: isAsked)
  }

  private func none(_ name: String, _ words: String) -> String {
    Self.line(name, "<span class=\"none\">\(words)</span>", "")
  }

  /// The language and the direction of the row's texts.
  private var attributes: String {
    let language = String(row.text.locale.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    let known = catalog?.languageIndex(ofLocale: row.text.locale).map { catalog?.languages[$0].direction }
    let direction = known == .rightToLeft ? "rtl" : known == .leftToRight ? "ltr" : "auto"
    return "dir=\"\(direction)\"" + (language.isEmpty ? "" : " lang=\"\(language)\"")
  }

  private static func line(_ name: String, _ markup: String, _ attributes: String, isAsked: Bool = false) -> String {
    "<dt>\(name)</dt><dd\(isAsked ? " class=\"asked\"" : "")\(attributes.isEmpty ? "" : " " + attributes)>\(markup)</dd>"
  }
}
