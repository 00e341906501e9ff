import Basics
import NStackAPI

extension SubmissionReport {
  /// The report in lines of text: a line for each row that was not simply unchanged, the counts, the last reading.
  public func lines() -> [String] {
    var lines = Diagnostic.lines(of: changeset.diagnostics)
    for index in changeset.items.indices { lines.append(line(ofItemAt: index)) }
    for note in changeset.notes { lines.append("\(note.place): note: \(Visible.text(note.note, limit: 400))") }
    lines.append(changeset.summaryLine)
    let counts = outcomeCounts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    if !counts.isEmpty {
      lines.append("\(Counted.text(outcomes.count, "call")): \(counts.joined(separator: ", "))\(overrodeWords)")
    }
    return lines + verificationLines
  }

  /// What is wrong, in lines of text: errors of files and the whole, each row that was not carried out as asked or overrode what
  /// somebody else had done, and what the last reading found missing.
  public var problemLines: [String] {
    var lines = changeset.diagnostics.filter { $0.severity == .error }.map(\.line)
    for result in results {
      if !result.kind.isDone, result.kind != .notSent {
        lines.append("error: \(line(ofItemAt: result.item))")
      } else if !overrodeMessage(ofItemAt: result.item).isEmpty {
        lines.append("warning: \(line(ofItemAt: result.item))")
      }
    }
    switch verification {
    case .differences, .notRead: lines += verificationLines.map { "error: \($0)" }
    case .verified, .nothingToVerify: break
    }
    return lines
  }

  /// One row in a line: where, what was asked, how it ended, which text, and why.
  private func line(ofItemAt index: Int) -> String {
    let item = changeset.items[index]
    guard let outcome = outcome(ofItemAt: index) else { return item.line }
    let text = item.row.row.text
    let name = "\(Visible.text(text.section))/\(Visible.text(text.key)) [\(Visible.text(text.locale))]"
    let message = ([outcome.message, overrodeMessage(ofItemAt: index)] + item.notes).filter { !$0.isEmpty }.joined(
      separator: " ")
    return
      "\(item.row.place): \(item.verdict.rawValue) \(outcome.name) \(name)\(message.isEmpty ? "" : ": \(message)")"
  }

  var verificationLines: [String] {
    switch verification {
    case .nothingToVerify:
      let wasTried = outcomes.contains { if case .failed = $0 { true } else { false } }
      return ["nothing was \(wasTried ? "carried out" : "sent"), so there was nothing to verify"]
    case .verified:
      let done = Counted.text(doneCount, "change")
      return ["verified: the server was read again and holds exactly what was asked (\(done))\(overrodeWords)"]
    case .notRead(let reason): return ["not verified: \(reason)"]
    case .differences(let differences):
      return differences.map { difference in
        let text = changeset.changes[difference.change].text
        let seen = difference.seen.map { "\"\(Visible.text($0))\"" } ?? "nothing"
        let name = "\(Visible.text(text.section))/\(Visible.text(text.key)) [\(Visible.text(text.locale))]"
        let isInDoubt = if case .inDoubt = outcomes[difference.change] { true } else { false }
        return "\(isInDoubt ? "in doubt and not as asked" : "missing") on the server: \(name): it now holds \(seen)"
      }
    }
  }

  /// How many calls reached their goal.
  public var doneCount: Int { outcomes.count(where: \.isDone) }
}
