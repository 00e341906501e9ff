import Basics
package import NStackAPI

/// How options treat edits that nobody approved.
extension PlanningOptions {
  /// The rows without a reviewer's decision, if one is required. They do not disagree with rows that have one.
  func waitingRows(among rows: [ReturnedRow], _ decisions: [RowDecision?], _ approvals: Approvals) -> [Int] {
    guard withholdsUnapproved else { return [] }
    return rows.indices.filter { decisions[$0] == nil && approvals.lacksDecision(rows[$0], at: $0) }
  }

  /// The decision about an edit that nobody approved.
  ///
  /// - Parameter unfinished: How the file marks the translation as unfinished; nil if it does not.
  func unapproved(unfinished: String? = nil) -> RowDecision {
    // No option can send an unfinished translation.
    if let unfinished { return RowDecision(.unapproved, Reason("row.unapprovedUnfinished", unfinished)) }
    return RowDecision(.unapproved, Reason("row.unapproved"), option: option(.unapproved, "toSend"))
  }

  /// Leaves out the changes of rows that no reviewer decided about. Their other verdicts are kept, because a request
  /// needs no approval if the server already has it or if it was approved in another row.
  ///
  /// - Parameter text: The text of a row, with its locale in one spelling.
  func withholdUnapproved(
    _ rows: [ReturnedRow], of decisions: inout [RowDecision], _ approvals: Approvals,
    text: (TextIdentity) -> TextIdentity
  ) {
    for (index, why) in approvals.void {
      decisions[index].signOff = nil
      if [.reviewed, .rejected].contains(decisions[index].verdict) { decisions[index] = RowDecision(.unapproved, why) }
    }
    guard withholdsUnapproved else { return }
    var approved: [TextIdentity: String] = [:]
    var deleted: Set<Int> = []
    for index in decisions.indices
    where decisions[index].verdict.isChange && !approvals.lacksDecision(rows[index], at: index) {
      if decisions[index].verdict == .propose {
        approved[text(rows[index].cells.text)] = decisions[index].value ?? rows[index].proposal
      } else if let id = decisions[index].proposal?.id {
        deleted.insert(id)
      }
    }
    for index in decisions.indices where approvals.lacksDecision(rows[index], at: index) {
      let old = decisions[index]
      guard old.verdict.isChange || old.verdict == .conflict else { continue }
      if old.verdict == .propose, let value = approved[text(rows[index].cells.text)],
        LineEnds.areEqual(value, old.value ?? rows[index].proposal)
      {
        continue
      }
      if old.verdict == .delete, let id = old.proposal?.id, deleted.contains(id) { continue }
      let withheld = unapproved()
      decisions[index].verdict = withheld.verdict
      (decisions[index].reason, decisions[index].option) = (approvals.void[index] ?? withheld.reason, withheld.option)
      if old.verdict == .conflict { decisions[index].notes.insert(old.reason, at: 0) }
    }
  }

  /// A warning about the edits that are planned although a project requires approval; none without such edits.
  func overriding(_ number: @autoclosure () -> Int) -> [Diagnostic] {
    guard requiresApproval, !withholdsUnapproved else { return [] }
    let count = number()
    if count == 0 { return [] }
    return [
      Diagnostic(
        code: .planUnapproved, severity: .warning,
        message: "The project requires approval, and \(Counted.being(count, "change")) planned that nobody approved.")
    ]
  }
}

/// A text that somebody wrote, to recognise it in another file.
package enum WrittenText {
  package static func hash(_ value: String, of text: TextIdentity) -> TextHash {
    let text = text.normalized
    return TextHash(chain: [text.section, text.key, text.locale, LineEnds.normalized(value)])
  }
}

/// Whose approvals count.
struct Approvals {
  /// Why the approval in a row does not count, by the row's index: it is a machine's, or only the author's own.
  private(set) var void: [Int: Reason] = [:]

  init(_ options: PlanningOptions, of rows: [ReturnedRow]) {
    guard options.requiresOther || !options.machines.isEmpty else { return }
    var writers = options.history.writers
    for row in rows where row.intent.isProposal && row.isProposalChanged {
      guard let author = row.place.author else { continue }
      writers[WrittenText.hash(row.proposal, of: row.text), default: []].insert(author)
    }
    for (index, row) in rows.enumerated() where [.approve, .accept, .signOff, .delete, .reject].contains(row.intent) {
      void[index] = Self.fault(of: row, options, writers)
    }
  }

  /// Whether nobody whose approval counts decided about a row that asks for a call.
  func lacksDecision(_ row: ReturnedRow, at index: Int) -> Bool { row.intent.lacksDecision || void[index] != nil }

  private static func fault(of row: ReturnedRow, _ options: PlanningOptions, _ writers: [TextHash: Set<String>])
    -> Reason?
  {
    let approver = row.place.approver ?? row.place.author
    if let approver, options.isMachine(approver) { return Reason("row.approvedByMachine", approver) }
    guard options.requiresOther, row.intent == .approve || row.intent == .accept else { return nil }
    guard let approver else { return Reason("row.approvedByUnknown") }
    let known = writers[WrittenText.hash(row.proposal, of: row.text)] ?? []
    if known.contains(where: { !isOne($0, approver) }) { return nil }
    if row.isProposalChanged || !known.isEmpty { return Reason("row.approvedByAuthor", approver) }
    // A suggestion of an export is from a memory. That of an import is from a file that this machine may not know.
    return row.base?.isUndecided == true ? Reason("row.approvedOfUnknown") : nil
  }

  private static func isOne(_ left: String, _ right: String) -> Bool { left.lowercased() == right.lowercased() }
}

extension PlanningOptions {
  /// Whether an author is a machine: `deepl` also names "DeepL Pro".
  func isMachine(_ author: String) -> Bool {
    let name = author.lowercased()
    return machines.contains { machine in
      let machine = machine.lowercased()
      return name.hasPrefix(machine) && !(name.dropFirst(machine.count).first?.isLetter ?? false)
    }
  }

  /// The number of texts to send, or that wait for approval, that machines wrote and no person approved.
  func unreadCount(_ items: [Changeset.Item]) -> Int {
    guard !machines.isEmpty else { return 0 }
    var (read, unread): (Set<TextIdentity>, Set<TextIdentity>) = ([], [])
    for item in items where item.row.intent.isProposal && [.propose, .unapproved].contains(item.verdict) {
      let place = item.row.place
      let isOfMachine = place.author.map(isMachine) ?? false && place.approver.map(isMachine) ?? true
      let writers = history.writers[WrittenText.hash(item.row.proposal, of: item.row.text)] ?? []
      if isOfMachine, writers.allSatisfy(isMachine) {
        unread.insert(item.row.text.normalized)
      } else {
        read.insert(item.row.text.normalized)
      }
    }
    return unread.subtracting(read).count
  }
}
