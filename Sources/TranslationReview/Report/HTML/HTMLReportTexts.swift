import Basics
import NStackAPI

/// The texts of one row: source, base, server and sheet, with their differences and findings marked.
struct HTMLReportTexts {
  private let item: Changeset.Item
  private let catalog: Catalog?

  init(_ item: Changeset.Item, _ catalog: Catalog?) {
    self.item = item
    self.catalog = catalog
  }

  /// The texts as a list of names and values.
  var markup: String {
    var before = HTMLText.Marked(base)
    var sheet: HTMLText.Marked?
    var faults = item.findings
    if isChanged {
      var texts = HTMLText.Marked.pair(old: base, new: row.proposal)
      for fault in faults { texts.new.mark(fault) }
      faults = faults.filter { texts.new.places(of: $0).isEmpty }
      (before, sheet) = (texts.old, texts.new)
    }
    var lines: [String] = []
    if let source {
      var text = HTMLText.Marked(source)
      for fault in faults { text.mark(fault) }
      lines.append(Self.line("Source", text.markup, "dir=\"auto\""))
    }
    return "<dl class=\"texts\">\n\((lines + ownLines(before, sheet)).joined(separator: "\n"))\n</dl>\n"
  }

  // MARK: - Which texts

  private var row: ReturnedRow { item.row }

  /// What the server has now in the place of the base.
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
      return RowSides.server(of: item, base: base).map(compared) ?? (item.serverValue == nil ? .none : .same)
    }
    if let proposal = item.serverProposal { return compared(proposal.value) }
    guard item.serverValue != nil, base != row.currentValue else { return compared(item.serverValue) }
    // The base is a proposal, and the verdict is not about it.
    let pending = catalog?.pendingProposals(of: row.text).first { $0.id == row.proposalID }
    return pending.map { compared($0.value) } ?? .notKnown
  }

  /// The exported text.
  private var base: String { RowSides.base(of: item) ?? "" }

  /// Whether the row asks for another text. An emptied cell and an unknown action do not.
  private var isChanged: Bool {
    row.isProposalChanged && !row.isProposalBlank || row.intent == .accept || item.verdict == .propose
  }

  /// The source text. A resumed import has no texts of the server, and what its journal kept of the sheet instead.
  private var source: String? {
    item.source ?? (catalog == nil ? [row.sourceValue, row.sourceText].compactMap(\.self).first { !$0.isEmpty } : nil)
  }

  private func ownLines(_ before: HTMLText.Marked, _ sheet: HTMLText.Marked?) -> [String] {
    if item.verdict == .delete || item.verdict == .alreadyGone {
      let gone = item.serverProposal?.value ?? base
      let text = "<del>\(HTMLText.Marked(gone).markup)</del>"
      var lines = [Self.line("To delete", text, attributes, isAsked: true)]
      if let current = item.serverValue { lines.append(line("Current value", HTMLText.Marked(current))) }
      return lines
    }
    var lines: [String]
    switch server {
    case .same: lines = [line("Base, server", before)]
    case .other(let text): lines = [line("Base", before), line("Server", HTMLText.Marked(new: text, old: base))]
    case .none: lines = [line("Base", before), none("Server", "does not have this text")]
    case .notKnown: lines = [line("Base", before)]
    }
    if let sheet {
      lines.append(line("Sheet", sheet, isAsked: true))
    } else if row.intent == .clear {
      lines.append(none("Sheet", "the cell is empty"))
    } else if row.intent.isDeletion {
      lines.append(none("Sheet", "asks to delete the proposal"))
    } else if row.intent == .signOff {
      lines.append(none("Sheet", "ok: reviewed, stays as it is"))
    }
    return lines
  }

  // MARK: - Lines

  private func line(_ name: String, _ text: HTMLText.Marked, isAsked: Bool = false) -> String {
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
