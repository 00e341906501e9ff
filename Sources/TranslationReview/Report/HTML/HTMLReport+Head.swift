import Basics

/// What the page says of the import as a whole.
extension HTMLReport {
  /// The number of remarks that are listed at once; more are behind a heading to open.
  private static let openRemarks = 10

  var title: String { report == nil ? "Plan of an import of translations" : "Import of translations" }

  var head: String {
    var head = "<header>\n"
    if isSandbox {
      head += "<p class=\"sandbox\">Sandbox: this went to a server for trials, and NStack was not changed.</p>\n"
    }
    head += "<h1>\(title)</h1>\n" + status + "<p>\(HTMLText.escaped(changeset.summaryLine)).</p>\n"
    head += factList
    head += Self.list(
      changeset.diagnostics.map { ($0.severity.rawValue, $0.line) }, named: "remark")
    return head + "</header>\n"
  }

  /// Whether the import was verified, or that it is a plan.
  private var status: String {
    guard let report else {
      let isGood = !changeset.hasRefusals && !changeset.hasConflicts && !changeset.hasErrors
      var text = "This is a plan: \(changeset.callsLine). Nothing was sent."
      let conflicts = changeset.counts[.conflict, default: 0]
      if changeset.hasRefusals { text += " \(Counted.being(changeset.refusedCount, "row")) refused." }
      if conflicts > 0 { text += " \(Counted.being(conflicts, "row")) in conflict." }
      if changeset.hasErrors { text += " There are errors in the files." }
      return "<p class=\"status \(isGood ? "plan" : "bad")\">\(text)</p>\n"
    }
    let lines = report.verificationLines
    switch report.verification {
    case .verified, .nothingToVerify:
      let isGood = report.verification == .verified || !report.outcomes.contains { $0.isOpen }
      return Self.status(isGood: isGood, lines.joined(separator: " "))
    case .notRead: return Self.status(isGood: false, lines.joined(separator: " "))
    case .differences(let differences):
      let count = Counted.text(differences.count, "change is", "changes are")
      return Self.status(isGood: false, "not verified: \(count) not on the server as asked")
        + Self.list(lines.map { ("error", $0) }, named: "difference")
    }
  }

  private static func status(isGood: Bool, _ text: String) -> String {
    "<p class=\"status \(isGood ? "good" : "bad")\">\(HTMLText.escaped(text))</p>\n"
  }

  private var factList: String {
    let files = changeset.files.map { file in
      ("File", "\(file.path), \(Counted.text(file.rowCount, "row"))\(file.sheetID.map { ", sheet \($0)" } ?? "")")
    }
    let rows = (facts.map { ($0.name, $0.value) } + files).map { name, value in
      "<dt>\(HTMLText.escaped(name))</dt><dd dir=\"auto\">\(HTMLText.escaped(value))</dd>"
    }
    return rows.isEmpty ? "" : "<dl class=\"facts\">\n\(rows.joined(separator: "\n"))\n</dl>\n"
  }

  private static func list(_ lines: [(kind: String, text: String)], named name: String) -> String {
    guard !lines.isEmpty else { return "" }
    let items = lines.map { "<li class=\"\($0.kind)\">\(HTMLText.escaped($0.text))</li>" }
    let list = "<ul class=\"remarks\">\n\(items.joined(separator: "\n"))\n</ul>\n"
    guard lines.count > openRemarks else { return list }
    return "<details>\n<summary>\(Counted.text(lines.count, name))</summary>\n\(list)</details>\n"
  }
}
