import Basics
import NStackAPI

/// The report of an import, or of its plan, as one self-contained HTML page.
///
/// The page has no script: radio buttons and style sheets filter the rows. It follows the reader's light or dark scheme,
/// prints without the buttons, and sets each text in its own direction.
public struct HTMLReport: Sendable {
  /// Facts about the import, such as the profile and the time, each with a name and a value.
  public var facts: [(name: String, value: String)] = []

  private let changeset: Changeset
  private let results: [RowResult]
  private let closingLines: [String]
  private let isGood: Bool
  private let title: String

  /// Creates the report of an import.
  public init(_ report: SubmissionReport) {
    changeset = report.changeset
    results = report.results
    closingLines = report.verificationLines
    switch report.verification {
    case .verified: isGood = true
    case .nothingToVerify: isGood = !report.outcomes.contains { $0.isOpen }
    case .differences, .notRead: isGood = false
    }
    title = "Import of translations"
  }

  /// Creates the report of a plan.
  public init(_ changeset: Changeset) {
    self.changeset = changeset
    results = changeset.results
    closingLines = [
      "This is a plan: \(changeset.callsLine). Nothing was sent."
    ]
    isGood = !changeset.hasRefusals && !changeset.hasConflicts && !changeset.hasErrors
    title = "Plan of an import of translations"
  }

  /// The page, in HTML.
  public var text: String {
    let kinds = RowResult.Kind.allCases.filter { kind in results.contains { $0.kind == kind } }
    var page = HTMLReportStyle.head(title: title, kinds: kinds.map(Self.identifier))
    page += "<h1>\(Self.escaped(title))</h1>\n"
    page += "<p class=\"\(isGood ? "good" : "bad")\">\(closingLines.map(Self.escaped).joined(separator: "<br>"))</p>\n"
    page += "<p>\(Self.escaped(changeset.summaryLine)).</p>\n"
    page += factTable
    if !changeset.diagnostics.isEmpty {
      let lines = changeset.diagnostics.map { "<li class=\"\($0.severity.rawValue)\">\(Self.escaped($0.line))</li>" }
      page += "<ul class=\"findings\">\n\(lines.joined(separator: "\n"))\n</ul>\n"
    }
    if results.isEmpty {
      page += "<p>No row asks for a change.</p>\n"
    } else {
      page += filters(kinds) + table
    }
    return page + notes + "</main>\n</body>\n</html>\n"
  }

  // MARK: - Parts

  private var factTable: String {
    let files = changeset.files.map { file in
      ("File", "\(file.path), \(Counted.text(file.rowCount, "row"))\(file.sheetID.map { ", sheet \($0)" } ?? "")")
    }
    let rows = (facts.map { ($0.name, $0.value) } + files).map { name, value in
      "<dt>\(Self.escaped(name))</dt><dd dir=\"auto\">\(Self.escaped(value))</dd>"
    }
    return rows.isEmpty ? "" : "<dl>\n\(rows.joined(separator: "\n"))\n</dl>\n"
  }

  private func filters(_ kinds: [RowResult.Kind]) -> String {
    func choice(_ id: String, _ label: String, _ count: Int, isChosen: Bool = false) -> String {
      "<input type=\"radio\" name=\"show\" id=\"show-\(id)\"\(isChosen ? " checked" : "")>"
        + "<label for=\"show-\(id)\">\(Self.escaped(label)) <b>\(count)</b></label>\n"
    }
    return choice("all", "all", results.count, isChosen: true)
      + kinds.map { kind in
        choice(Self.identifier(kind), kind.rawValue, results.count { $0.kind == kind })
      }.joined()
  }

  private var table: String {
    let head = ["Outcome", "Text", "Locale", "Change", "Reason", "Where"].map { "<th scope=\"col\">\($0)</th>" }
    let rows = results.map(row)
    return
      "<table>\n<thead><tr>\(head.joined())</tr></thead>\n<tbody>\n\(rows.joined(separator: "\n"))\n</tbody>\n</table>\n"
  }

  private func row(_ result: RowResult) -> String {
    let item = changeset.items[result.item]
    let text = item.row.text
    let place = item.row.place
    let spot = [place.worksheet, "row \(place.row)"].compactMap(\.self).joined(separator: ", ")
    let cells = [
      "<td class=\"outcome\">\(Self.escaped(result.kind.rawValue))</td>",
      "<td class=\"name\">\(Self.escaped(Visible.text(text.section)))<wbr>/\(Self.escaped(Visible.text(text.key)))</td>",
      "<td class=\"locale\">\(Self.escaped(Visible.text(text.locale)))</td>", "<td>\(change(item, result.kind))</td>",
      "<td dir=\"auto\">\(Self.escaped(result.reason))</td>",
      "<td class=\"place\">\(Self.escaped(place.file))<br>\(Self.escaped(spot))</td>",
    ]
    return "<tr class=\"\(Self.identifier(result.kind))\">\(cells.joined())</tr>"
  }

  private func change(_ item: Changeset.Item, _ kind: RowResult.Kind) -> String {
    let row = item.row
    let language = String(row.text.locale.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    func block(_ label: String, _ from: String, _ to: String) -> String {
      let pieces = WordDiff(from: from, to: to).pieces.map { piece in
        let text = Self.escaped(piece.text)
        switch piece.kind {
        case .same: return text
        case .removed: return "<del>\(text)</del>"
        case .added: return "<ins>\(text)</ins>"
        }
      }
      let name = label.isEmpty ? "" : "<span class=\"side\">\(label)</span>"
      return "\(name)<div class=\"text\" dir=\"auto\" lang=\"\(language)\">\(pieces.joined())</div>"
    }
    let server = item.serverProposal?.value ?? item.serverValue ?? ""
    switch item.verdict {
    case .conflict:
      let base = item.baseText
      return block("base", base, base) + block("server", base, server) + block("sheet", base, row.proposal)
    case .delete, .alreadyGone: return block("", item.serverProposal?.value ?? row.proposal, "")
    case .propose: return block("", server, row.proposal)
    // Nothing is sent for a row without an edit or with an emptied proposal, so its value stays as it is.
    default: return block("", item.baseText, item.row.isProposalBlank ? item.baseText : row.proposal)
    }
  }

  private var notes: String {
    guard !changeset.notes.isEmpty else { return "" }
    let rows = changeset.notes.map { note in
      "<li><b>\(Self.escaped(note.text.section))/\(Self.escaped(note.text.key))</b> \(Self.escaped(note.text.locale)): "
        + "<span class=\"text\" dir=\"auto\">\(Self.escaped(note.note))</span></li>"
    }
    return "<h2>Reviewers’ notes</h2>\n<ul>\n\(rows.joined(separator: "\n"))\n</ul>\n"
  }

  // MARK: - Spelling

  private static func identifier(_ kind: RowResult.Kind) -> String {
    kind.rawValue.replacing(" ", with: "-")
  }

  /// Returns a text as the content of an element.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        // Shown as a code, because a text must not change the direction of the page around it.
        escaped += "<span class=\"hidden\">U+\(String(scalar.value, radix: 16, uppercase: true))</span>"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
