import Basics
import ReviewJournal
import ReviewReports
import Synchronization

extension Terminal {
  /// Whether to ask for consent. `--yes` gives it beforehand. If it must be asked for, the lines are shown first.
  ///
  /// - Parameter what: What needs consent, as the first half of a sentence.
  /// - Throws: ``Failure`` `usage.consent` without a terminal.
  static func mustAsk(isGiven: Bool, _ what: String, hint: String, lines: @autoclosure () -> [String] = []) throws
    -> Bool
  {
    guard !isGiven else { return false }
    guard Terminal.canAsk else {
      throw Failure.usage(.consent, "\(what) and there is no terminal to ask on.", hint: hint)
    }
    lines().forEach(Terminal.note)
    return true
  }
}

extension TerminalDialog {
  func consent(to request: ConsentRequest) throws -> Consent {
    if request.purpose == .deletion { return try consentToDeletion(request) }
    let changeset = request.changeset
    let isUndo = request.purpose != .sheets
    let lost = Self.missingRows(of: changeset)
    let mustAsk = try Terminal.mustAsk(
      isGiven: isConsentGiven, "the plan has \(Counted.text(changeset.changes.count, "change"))\(lost)",
      hint: "Look at it with \(isUndo ? "--dry-run" : "`nstack-review diff`"), then add --yes.")
    guard mustAsk else { return .given(deletes: request.allowsDelete) }
    show(changeset)
    if isUndo {
      return Terminal.confirm("Undo that import: \(changeset.callsLine)?") ? .given(deletes: true) : .declined
    }
    var questions: [String] = []
    if changeset.proposeCount > 0 {
      questions.append(
        "send \(Counted.text(changeset.proposeCount, "proposal"))\(changeset.askingWords(deletes: false))")
    }
    let deletion =
      "delete \(Counted.text(changeset.deleteCount, "pending proposal"))\(changeset.askingWords(deletes: true))"
    let hasDeletes = changeset.deleteCount > 0
    if hasDeletes, request.allowsDelete { questions.append(deletion) }
    guard questions.isEmpty || Terminal.confirm(Self.question(questions, lost)) else { return .declined }
    guard hasDeletes, !request.allowsDelete else { return .given(deletes: request.allowsDelete) }
    let question = Self.question([deletion], questions.isEmpty ? lost : "")
    return Terminal.consent(to: question).map { .given(deletes: $0) } ?? .declined
  }

  /// Shows a plan; if it fills more than a screen, repeats the counts.
  private func show(_ changeset: Changeset) {
    // The user has seen the changes while picking.
    guard !wasPlanShown else { return changeset.countLines().forEach(Terminal.note) }
    let lines = Terminal.questionDisplay(output).lines(
      of: changeset, output.quiet ? .summary : extent, showsNotes: false)
    let isPaged = output.page(lines)
    for line in isPaged ? changeset.countLines() : lines { Terminal.note(line) }
    isPlanShown.withLock { $0 = extent == .everything && !output.quiet }
  }

  private func consentToDeletion(_ request: ConsentRequest) throws -> Consent {
    let count = Counted.text(request.changeset.deleteCount, "pending proposal")
    let remarks = request.deletion?.remarks ?? []
    let preview = DeletionPreview(request.changeset, final: request.deletion?.finalIDs ?? [])
    let mustAsk = try Terminal.mustAsk(
      isGiven: isConsentGiven && request.allowsDelete, "the plan deletes \(count)",
      hint: "Look at it with --dry-run, then add --yes --allow-delete.",
      lines: preview.lines(limit: Terminal.height - remarks.count) + remarks)
    guard mustAsk else { return .given(deletes: true) }
    return Terminal.confirm("Delete \(count)?") ? .given(deletes: true) : .declined
  }

  private static func question(_ parts: [String], _ addition: String) -> String {
    let text = parts.joined(separator: " and ") + addition
    return text.prefix(1).uppercased() + text.dropFirst() + "?"
  }

  /// The words that a question adds if exported rows did not come back.
  private static func missingRows(of changeset: Changeset) -> String {
    let count = changeset.files.missingRowCount
    return count == 0 ? "" : ", although \(Counted.being(count, "exported row")) missing"
  }
}
