package import Basics
import NStackAPI

extension SubmissionReport: CustomStringConvertible {
  /// Returns the report as lines of text: the rows that are not unchanged, the counts, and the result of the last
  /// reading.
  ///
  /// - Parameters:
  ///   - extent: How much is shown.
  ///   - showsTexts: Whether rows that were carried out are shown with their texts, as all other rows are.
  public func lines(_ extent: ReportExtent = .everything, showsTexts: Bool = true) -> [String] {
    ReportDisplay.plain.lines(of: self, extent, showsTexts: showsTexts)
  }

  /// The number of rows, and of calls with each outcome, on one line; nil if there was no call.
  var callsLine: String? {
    let counts = outcomeCounts
    return counts.isEmpty ? nil : "\(changeset.rowsAndCalls("asked")): \(counts.outcomeWords)\(overrodeWords)"
  }

  /// The problems, as lines of text: errors in files or the import, rows that were not carried out or overrode another
  /// proposal, and changes that the last reading did not find.
  package var problemLines: [String] {
    var lines = changeset.diagnostics.errorLines
    for result in results {
      if !result.kind.isDone, ![.nothingToDo, .notChosen, .unapproved, .reviewed].contains(result.kind) {
        lines.append("error: \(line(ofItemAt: result.item))")
      } else if !overrodeReason(ofItemAt: result.item).isEmpty {
        lines.append("warning: \(line(ofItemAt: result.item))")
      }
    }
    switch verification {
    case .differences, .notRead: lines += verificationLines.map { "error: \($0)" }
    case .verified, .nothingToVerify: break
    }
    return lines
  }

  /// Returns a row on one line: place, verdict, outcome, text, reason.
  func line(ofItemAt index: Int) -> String {
    let item = changeset.items[index]
    guard let outcome = outcome(ofItemAt: index) else { return item.line }
    let reason = Reason([outcome.reason, overrodeReason(ofItemAt: index)] + item.notes)
    return item.line("\(item.verdict.rawValue) \(outcome.name)", "\(reason)")
  }

  var verificationLines: [String] {
    switch verification {
    case .nothingToVerify:
      let wasTried = outcomes.contains { if case .failed = $0 { true } else { false } }
      return ["nothing was \(wasTried ? "carried out" : "sent"), so there was nothing to verify"]
    case .verified:
      let done = Counted.text(doneCount, "call")
      return ["verified: the server was read again and holds exactly what was asked (\(done))\(overrodeWords)"]
    case .notRead(let reason): return ["not verified: \(reason)"]
    case .differences(let differences):
      return differences.map { difference in
        let seen = difference.seen.map { "\"\(Visible.text($0))\"" } ?? "nothing"
        let name = changeset.changes[difference.change].text.reportName
        let isUnconfirmed = if case .unconfirmed = outcomes[difference.change] { true } else { false }
        return
          "\(isUnconfirmed ? "unconfirmed and not as asked" : "missing") on the server: \(name): it now holds \(seen)"
      }
    }
  }

  /// The number of calls that overrode proposals, to be added to a line; empty if none did.
  var overrodeWords: String {
    guard !overrode.isEmpty else { return "" }
    let count = overrode.count
    return "; \(count) of them overrode \(count == 1 ? "a proposal" : "proposals") made elsewhere meanwhile"
  }

  /// The number of calls whose change is now on the server.
  package var doneCount: Int { outcomes.count(where: \.isDone) }

  /// The numbers of rows by result and of calls by outcome, on one line.
  public var description: String {
    ([RowCounts(changeset, self).line] + [callsLine].compactMap(\.self)).joined(separator: "; ")
  }
}

extension [String: Int] {
  /// The number of calls with each outcome, in words: `2 applied, 1 unconfirmed`.
  package var outcomeWords: String {
    sorted { $0.key < $1.key }.map { name, count in
      name == Verdict.conflict.rawValue ? Verdict.conflict.counted(count) : "\(count) \(name.replacing("-", with: " "))"
    }.joined(separator: ", ")
  }
}

/// What an import did, with the values before and after each of its changes.
extension SubmissionReport {
  /// Returns three values of a text: `current` was served when the plan was made, `before` was this profile's pending
  /// proposal, and `after` is its proposal now, as the server has it. `after` is nil after a deletion, or if the call
  /// was not carried out or was overridden.
  func values(ofChangeAt index: Int) -> (current: String?, before: String?, after: String?) {
    let change = changeset.changes[index]
    let item = change.items.first.map { changeset.items[$0] }
    let current = item?.serverValue
    switch change.operation {
    case .delete(_, let value): return (current, value, nil)
    case .propose(let value):
      return (current, change.pending?.first(where: \.canDelete)?.value, outcomes[index].valueLeft(by: value))
    }
  }

  /// Returns the import as lines of text: each change with its number and its values, then the other rows, the counts
  /// and the result of the last reading.
  package func historyLines(limit: Int) -> [String] {
    var lines: [String] = []
    for (index, change) in changeset.changes.enumerated() {
      for (position, item) in change.items.enumerated() {
        lines.append("\(position == 0 ? "\(index + 1)  " : "     and ")\(line(ofItemAt: item))")
      }
      let values = values(ofChangeAt: index)
      for (label, value) in [("current", values.current), ("before ", values.before), ("after  ", values.after)] {
        guard let value, !value.isEmpty else { continue }
        lines.append("     \(label)  \(Visible.text(value, limit: limit))")
      }
    }
    for (index, item) in changeset.items.enumerated() where change(ofItemAt: index) == nil { lines.append(item.line) }
    for note in changeset.notes { lines.append("\(note.place): note: \(Visible.text(note.note, limit: limit))") }
    return lines + [RowCounts(changeset, self).line] + (callsLine.map { [$0] } ?? []) + verificationLines
  }

  /// The full values of each change, as a list of objects.
  package var valuesJSON: JSONValue {
    .list(changeset.changes.count) { index in
      let change = changeset.changes[index]
      let values = values(ofChangeAt: index)
      return .members(["number": index + 1]).with(change.text.json).with([
        "operation": change.isDelete ? "delete" : "propose", "current": values.current, "before": values.before,
        "after": values.after, "outcome": outcomes[index].name,
      ])
    }
  }
}

extension ChangeOutcome {
  /// The value that a call to propose a value left on the server; nil if it left no proposal.
  fileprivate func valueLeft(by proposed: String) -> String? {
    if case .applied(_, let altered?) = self { return altered }
    return isDone ? proposed : nil
  }
}
