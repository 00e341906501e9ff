import Basics
import NStackAPI

/// A row of a report, as data for the page's script and as lines for a browser without scripts.
struct ReportRow {
  /// A text of the row with its label, or what is said instead of it. A label, and what is said, are the id of a word where
  /// the table of words has it.
  struct Line {
    let label: String
    let text: MarkedText
    let none: String?

    init(_ label: String, _ text: MarkedText) {
      (self.label, self.text, none) = (label, text, text.isEmpty ? "empty" : nil)
    }

    init(_ label: String, none: String) { (self.label, text, self.none) = (label, MarkedText(""), none) }
  }

  let kind: String
  let text: TextIdentity
  let place: String
  let lines: [Line]
  var verdict = ""
  var isDeletion = false
  var findings: [(rule: String, severity: Severity, token: String?, message: String)] = []
  var reason = ""
  var notes: [String] = []

  var json: JSONValue {
    let texts = lines.map { line -> JSONValue in
      if let none = line.none { return ["label": line.label, "none": none] }
      let pieces = line.text.runs.map { run -> JSONValue in
        let piece: JSONValue = ["kind": run.kind.rawValue, "text": run.text]
        return run.mark.map { piece.with(["mark": $0.rawValue]) } ?? piece
      }
      return .members(["label": line.label, "pieces": pieces])
    }
    return text.json.with([
      "kind": kind, "verdict": verdict, "isDeletion": isDeletion, "place": place, "texts": texts, "reason": reason,
      "findings": findings.map {
        JSONValue.members(["rule": $0.rule, "severity": $0.severity.rawValue, "token": $0.token, "message": $0.message])
      }, "notes": notes,
    ])
  }

  /// The row as markup without scripts: a line for its name, and one for each of its texts and remarks.
  var markup: String {
    let head = "\(verdict.isEmpty ? "" : " \(verdict)") \(text.reportName), \(place)"
    let texts = lines.map { line -> String in
      let runs = line.text.runs.map { run in
        let shown = ReportPage.escaped(run.text)
        return switch run.kind {
        case .same: shown
        case .removed: "<del>\(shown)</del>"
        case .added: "<ins>\(shown)</ins>"
        }
      }
      return "\(ReportPage.escaped(Self.word(line.label))): "
        + (line.none.map { "(\(ReportPage.escaped(Self.word($0))))" } ?? runs.joined())
    }
    let remarks =
      findings.map { "\($0.severity.rawValue): \($0.rule.isEmpty ? "" : "\($0.rule): ")\($0.message)" }
      + (reason.isEmpty ? [] : [reason]) + notes.map { "Note: \($0)" }
    return "<b>\(ReportPage.escaped(kind))</b>\(ReportPage.escaped(head))\n"
      + (texts + remarks.map(ReportPage.escaped)).map { "    \($0)\n" }.joined()
  }

  private static func word(_ id: String) -> String {
    ["report.", "page.columns."].lazy.map { Words.english[$0 + id] }.first { !$0.isEmpty } ?? id
  }
}
