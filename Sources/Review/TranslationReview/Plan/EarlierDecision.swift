import Basics
import Foundation
import NStackAPI

/// A person's decision, before this plan, not to send a row's request.
package struct EarlierDecision: Hashable, Codable, Sendable {
  /// What was decided.
  package enum Kind: String, Codable, Sendable {
    /// An import sent the request, and the import was undone.
    case takenBack = "taken-back"
    /// Sheets disagreed, and another row was chosen, or none.
    case notChosen = "not-chosen"
  }

  /// What was decided.
  package let kind: Kind
  /// The time, in UTC, ISO 8601.
  package let at: String

  package init(_ kind: Kind, at: String) { (self.kind, self.at) = (kind, at) }

  package var json: JSONValue { ["kind": kind.rawValue, "at": at] }

  func reason(for intent: RowIntent) -> Reason {
    let code = kind == .takenBack ? "row.takenBack" : "row.decidedAgainst"
    return Reason(intent == .signOff ? "row.decidedAgainstOK" : code, String(at.prefix(10)))
  }
}

extension ReturnedRow {
  /// A hash of the row's request, in 64 hexadecimal digits: the same for every row of its text with the same request.
  ///
  /// White space is ignored, because the server and an option change it. Unicode normalisation is ignored, because
  /// programs on a Mac change it.
  package var requestFingerprint: String {
    let text = cells.text.normalized
    // The base contains what a row signs off.
    let isSignOff = intent == .signOff
    let proposal = isSignOff ? "" : cells.proposal.precomposedStringWithCanonicalMapping
    return PlanIdentity(parts: [
      "request", text.section, text.key, text.locale,
      intent.isRejection ? "reject" : intent.isWithdrawal ? "delete" : isSignOff ? "ok" : "propose",
      proposal.split(whereSeparator: \.isWhitespace).joined(separator: " "),
    ]).text
  }

  /// A hash of the exported row, the same for every copy of it; nil for a row without a base, and for a draft of the
  /// review page.
  package var exportFingerprint: TextHash? { cells.base.flatMap { $0.sheetID == nil ? nil : TextHash($0.text) } }

  /// Both hashes in one text, as stored with a decision about the row.
  package var decisionFingerprint: String { "\(requestFingerprint) \(exportFingerprint?.text ?? "")" }
}

extension Changeset {
  /// Returns the plan in which rows are in conflict if a person decided earlier not to send them, or not to sign them off.
  ///
  /// - Parameters:
  ///   - decisions: The decisions, by the index of the row in ``items``. An earlier choice between rows does not count
  ///     if this plan has its own.
  ///   - isSent: Whether the rows are sent all the same, with a note.
  package func withholding(_ decisions: [Int: EarlierDecision], isSent: Bool) -> Changeset {
    guard !decisions.isEmpty else { return self }
    let chosen = Set(items.lazy.filter { $0.verdict == .notChosen }.map { $0.row.text.normalized })
    let counts = { (decision: EarlierDecision, text: TextIdentity) in
      decision.kind == .takenBack || !chosen.contains(text.normalized)
    }
    var plan = self
    plan.changes = []
    for change in changes {
      let found = change.items.lazy.compactMap { decisions[$0] }.first { counts($0, change.text) }
      if found == nil || isSent { plan.changes.append(change) }
      guard let found else { continue }
      for index in change.items { plan.withhold(index, decisions[index] ?? found, isSent: isSent) }
    }
    for (index, decision) in decisions
    where items[index].verdict == .reviewed && counts(decision, items[index].row.text) {
      plan.withhold(index, decision, isSent: isSent)
    }
    return plan
  }

  private mutating func withhold(_ index: Int, _ decision: EarlierDecision, isSent: Bool) {
    let reason = decision.reason(for: items[index].row.intent)
    items[index].earlierDecision = decision
    items[index].withheldVerdict = items[index].verdict
    guard !isSent else {
      let code = items[index].verdict == .reviewed ? "note.signedOffInSpite" : "note.sentInSpite"
      items[index].notes.append(Reason(code, .reason(reason)))
      return
    }
    items[index].reason = reason
    // A row that only signs off keeps its sign-off, in case the person consents.
    if items[index].verdict != .reviewed { items[index].signOff = nil }
    decide(index, as: .conflict)
  }
}

extension OwnHistory {
  /// The questions that ask whether a row's proposal was sent, or restored by an undo.
  package static func sendings(of row: ReturnedRow) -> [Question] {
    let posting = Posting(row.proposal, row.text)
    return [.posted(posting), .left(posting)]
  }

  /// The rows of an import whose requests an undo took back.
  package static func rowsTakenBack(by undo: Changeset, of undone: Changeset) -> [ReturnedRow] {
    let verdicts: Set<Verdict> = [.propose, .delete, .alreadyProposed, .alreadyGone]
    let texts = Set(undo.items.lazy.filter { verdicts.contains($0.verdict) }.map { $0.row.text.normalized })
    return undone.changes.filter { texts.contains($0.text.normalized) }.flatMap(\.items).map { undone.items[$0].row }
  }
}
