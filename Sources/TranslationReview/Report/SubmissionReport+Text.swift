import Basics
import NStackAPI

extension SubmissionReport {
  /// Returns the report as lines of text: the rows that are not unchanged, the counts, the last reading.
  ///
  /// - Parameters:
  ///   - extent: How much is shown.
  ///   - showsTexts: Whether rows that were carried out are shown with their texts, as all others are.
  public func lines(_ extent: ReportExtent = .everything, showsTexts: Bool = true) -> [String] {
    PlanDisplay.plain.lines(of: self, extent, showsTexts: showsTexts)
  }

  /// The number of calls with each outcome, on one line; nil if there was no call.
  var callsLine: String? {
    let counts = outcomeCounts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    guard !counts.isEmpty else { return nil }
    return "\(Counted.text(outcomes.count, "call")): \(counts.joined(separator: ", "))\(overrodeWords)"
  }

  /// The problems, as lines of text: errors in files or the import, rows that were not carried out or overrode another
  /// proposal, and changes that the last reading did not find.
  public var problemLines: [String] {
    var lines = changeset.diagnostics.filter { $0.severity == .error }.map(\.line)
    for result in results {
      if !result.kind.isDone, result.kind != .notSent, result.kind != .reviewed {
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

  /// Returns a row on one line: place, verdict, outcome, text, reason.
  func line(ofItemAt index: Int) -> String {
    let item = changeset.items[index]
    guard let outcome = outcome(ofItemAt: index) else { return item.line }
    let name = item.row.text.reportName
    let sentences = ([outcome.message, overrodeMessage(ofItemAt: index)] + item.notes).filter { !$0.isEmpty }
    let message = sentences.enumerated().map { place, sentence in
      place < sentences.count - 1 && !".!?…".contains(sentence.last ?? ".") ? sentence + "." : sentence
    }.joined(separator: " ")
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
        let seen = difference.seen.map { "\"\(Visible.text($0))\"" } ?? "nothing"
        let name = changeset.changes[difference.change].text.reportName
        let isInDoubt = if case .inDoubt = outcomes[difference.change] { true } else { false }
        return "\(isInDoubt ? "in doubt and not as asked" : "missing") on the server: \(name): it now holds \(seen)"
      }
    }
  }

  /// The number of calls whose change the server now holds.
  public var doneCount: Int { outcomes.count(where: \.isDone) }
}
