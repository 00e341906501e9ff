import Basics
package import NStackAPI

/// The plan that undoes an import, as far as the server still holds the import's changes.
extension Changeset {
  /// Returns the plan. It deletes proposals that the import made, and proposes again those that it replaced or deleted.
  ///
  /// - Parameters:
  ///   - record: The import.
  ///   - entries: The journal's entries of the import.
  ///   - proposals: The server's pending proposals now.
  ///   - texts: The server's texts now. Nothing can be proposed for a text that no longer exists. Nil if they were not
  ///     read; then every text counts as existing.
  ///   - begun: When the reading of the proposals began, by the client's clock; nil if that is unknown.
  ///   - choice: The changes to undo.
  ///   - postsOverridden: Whether to propose again, as this profile's own, what other users had proposed and the import
  ///     overrode.
  ///   - phrases: The words for options that the plan's sentences advise.
  package static func undoing(
    _ record: SubmissionRecord, _ entries: [JournalEntry], against proposals: [Proposal], texts: Catalog? = nil,
    readAt begun: Duration? = nil, choosing choice: UndoChoice = UndoChoice(), postsOverridden: Bool = false,
    phrases: OptionPhrases = OptionPhrases()
  ) -> Changeset {
    let changes = record.changeset.changes
    let states = SubmissionProgress(count: changes.count, entries: entries).states
    let snapshot = ProposalSnapshot(ProposalList(proposals: proposals), begun: .zero)
    var items: [Changeset.Item] = []
    var undoing: [Changeset.Change] = []
    // The changes of a text are undone together: the goal is the state before the first of them.
    for indices in changes.indicesByText where choice.includes(indices, of: record.changeset) {
      let index = indices[0]
      let change = changes[index]
      let done = indices.filter { Self.isOwnWork(states[$0], changes[$0], snapshot) }
      let isUnknown = indices.contains { states[$0].isUnconfirmed }
      guard let first = done.first ?? (isUnknown ? index : nil) else { continue }
      let place = RowPlace(undoing: record.id, change: index + 1)
      if let share = choice.share, choice.isShared(indices, record.changeset) {
        let row = ReturnedRow(place: place, cells: ReviewRow(text: change.text), isProposalChanged: false)
        let step = RowDecision(.skipped, Reason("undo.shared", share.name))
        items.append(Changeset.Item(row, step, serverValue: nil, source: nil))
        continue
      }
      var step =
        done.isEmpty
        // The call did not reach the server.
        ? RowDecision(.alreadyGone, Reason("undo.nothingDone"))
        : decision(on: changes, done, pending: changes[first].pending ?? [], snapshot)
      let overrode = done.flatMap { states[$0].overrode }.last
      if postsOverridden, let overrode { step = posting(overrode, of: change.text, insteadOf: step, snapshot) }
      // NStack takes no proposal for a text that is gone.
      if step.verdict == .propose, texts?.isGone(change.text) == true {
        step = RowDecision(.gone, Reason("undo.noText"), restoring: step.value)
      }
      step.proposal = snapshot.own(change.text).first
      let operation = step.operation
      if let overrode {
        step.notes.append(note(on: overrode, isPosted: operation == .propose(value: overrode.value), phrases))
      }
      if let note = note(onDeleted: done, of: changes, operation) { step.notes.append(note) }
      // A row that sends nothing shows the value that it does not bring back.
      var row = ReviewRow(text: change.text, proposal: step.value ?? "")
      if case .delete(let id, _)? = operation {
        row.action = ReviewAction.delete.rawValue
        row.proposalID = id
      }
      items.append(
        Changeset.Item(
          ReturnedRow(place: place, cells: row, isProposalChanged: true), step, serverValue: nil, source: nil))
      if let operation {
        undoing.append(
          Changeset.Change(
            text: change.text, operation: operation, items: [items.count - 1],
            pending: snapshot.proposals(of: change.text)))
      }
    }
    return Changeset(items: items, changes: undoing, reading: begun.map { Catalog.Reading(begun: $0) })
  }

  /// Whether the import carried out a change. If the answer was lost, the server's contents decide.
  private static func isOwnWork(
    _ state: SubmissionProgress.State, _ change: Changeset.Change, _ snapshot: ProposalSnapshot
  ) -> Bool {
    switch state.knownOutcome {
    case .applied, .overridden: true
    case .unconfirmed: state.isUnconfirmed && snapshot.completion(of: change) != nil
    default: false
    }
  }

  private static func note(on overrode: Proposal, isPosted: Bool, _ phrases: OptionPhrases) -> Reason {
    let what = Reason(overrode.canDelete ? "undo.overrodeOwn" : "undo.overrode", overrode.value)
    if isPosted { return what + Reason("undo.proposedAgain") }
    return what + (phrases.postsOverridden.map { Reason("undo.toPropose", $0) } ?? .none)
  }

  /// The proposals of one text that an import deleted, in ascending order of their ids.
  private static func deleted(_ done: [Int], of changes: [Changeset.Change]) -> [(id: Int, value: String)] {
    done.compactMap { index -> (id: Int, value: String)? in
      if case .delete(let id, let value) = changes[index].operation { (id, value) } else { nil }
    }.sorted { $0.id < $1.id }
  }

  /// The note about values that stay deleted, because NStack keeps only one proposal of each user for a text.
  private static func note(
    onDeleted done: [Int], of changes: [Changeset.Change], _ operation: Changeset.Change.Operation?
  ) -> Reason? {
    guard case .propose(let value)? = operation else { return nil }
    let all = deleted(done, of: changes)
    var named: Set<ExactText> = [ExactText(value)]
    let lost = all.map(\.value).filter { named.insert(ExactText($0)).inserted }
    guard !lost.isEmpty else { return nil }
    return Reason("undo.staysDeleted", .count(all.count), .reason(Reason(lost.map { Reason("request.text", $0) })))
  }

  /// The decision about the changes of one text. Its value is the proposal that was pending before the import; nil if
  /// there was none, or if it is not known.
  ///
  /// - Parameter done: The indices of the text's changes that the import carried out.
  private static func decision(
    on changes: [Changeset.Change], _ done: [Int], pending: [Proposal], _ snapshot: ProposalSnapshot
  ) -> RowDecision {
    let own = snapshot.own(changes[done[0]].text)
    let before =
      deleted(done, of: changes).last.flatMap { last in pending.first { $0.id == last.id } }
      ?? pending.first(where: \.canDelete)
    let posted = done.compactMap { index -> String? in
      if case .propose(let value) = changes[index].operation { value } else { nil }
    }.last
    guard let posted else { return bringingBack(before, beside: own, pending: pending) }
    if let before, let own = own.first, ExactText(own.value) == ExactText(before.value) {
      return RowDecision(.alreadyProposed, Reason("undo.pendingAgain"), restoring: before.value)
    }
    guard let now = own.first else { return RowDecision(.alreadyGone, Reason("undo.gone"), restoring: before?.value) }
    guard snapshot.proposal(left: posted, for: changes[done[done.count - 1]]) != nil else {
      return RowDecision(.conflict, Reason("undo.changed", now.value), restoring: before?.value)
    }
    return RowDecision(before == nil ? .delete : .propose, restoring: before?.value)
  }

  /// The decision about a deleted value, which is proposed again if that replaces nothing.
  ///
  /// - Parameter own: This profile's proposals of the text now. Another one would replace them.
  private static func bringingBack(_ before: Proposal?, beside own: [Proposal], pending: [Proposal]) -> RowDecision {
    guard let before else { return RowDecision(.refused, Reason("undo.unknownValue")) }
    guard let now = own.first else { return RowDecision(.propose, restoring: before.value) }
    if own.contains(where: { ExactText($0.value) == ExactText(before.value) }) {
      return RowDecision(.alreadyProposed, Reason("undo.proposesDeleted"), restoring: before.value)
    }
    if own.allSatisfy(pending.contains) {
      return RowDecision(.refused, Reason("undo.leftOwn", now.value), restoring: before.value)
    }
    return RowDecision(.conflict, Reason("undo.proposesOther", now.value), restoring: before.value)
  }

  /// The decision that proposes again what the import overrode, if the import can be undone.
  private static func posting(
    _ overrode: Proposal, of text: TextIdentity, insteadOf step: RowDecision, _ snapshot: ProposalSnapshot
  ) -> RowDecision {
    let now = snapshot.proposals(of: text)
    let same = now.filter { ExactText($0.value) == ExactText(overrode.value) }
    if same.contains(where: { !$0.canDelete }) {
      return RowDecision(.alreadyProposed, Reason("undo.othersProposed", overrode.value), restoring: overrode.value)
    }
    if !same.isEmpty {
      return RowDecision(.alreadyProposed, Reason("undo.ownPending", overrode.value), restoring: overrode.value)
    }
    // If nothing is pending, proposing again replaces nothing.
    guard step.verdict.isChange || (step.verdict == .alreadyGone && now.isEmpty) else { return step }
    return RowDecision(.propose, restoring: overrode.value)
  }
}

extension RowDecision {
  fileprivate init(_ verdict: Verdict, _ reason: Reason = .none, restoring value: String?) {
    self.init(verdict, reason)
    self.value = value
  }
}

/// Which changes of an import to undo.
public struct UndoChoice: Sendable {
  /// The texts. Its states are ignored.
  public var selection = ReviewSelection()
  /// The numbers of changes in the import's plan, counted from one; empty for all. The other changes of the same text
  /// are undone with them.
  public var changes: Set<Int> = []
  /// Only what one sheet or person asked for; nil for all. A text that others asked about too is left alone.
  package var share: UndoShare?
  /// The shares that were undone before, each with the texts that were left alone because others asked about them too.
  package var undone: [(share: UndoShare, left: Set<TextIdentity>)] = []

  /// Creates the choice of all changes.
  public init() {}

  /// Whether any change of an import is left out.
  package func leavesOut(anyOf changeset: Changeset) -> Bool {
    changeset.changes.indicesByText.contains { indices in
      !includes(indices, of: changeset) || isShared(indices, changeset)
    }
  }

  /// Whether somebody else, whose share was not undone, asked about the text of changes too.
  func isShared(_ indices: [Int], _ changeset: Changeset) -> Bool {
    guard let share else { return false }
    let text = changeset.changes[indices[0]].text.normalized
    let shares = [share] + undone.filter { $0.left.contains(text) }.map(\.share)
    return !Self.rows(indices, changeset).allSatisfy { row in shares.contains { $0.has(row) } }
  }

  /// Whether changes of one text are undone, or are told to be left alone because they are not only of the share.
  func includes(_ indices: [Int], of changeset: Changeset) -> Bool {
    guard changes.isEmpty || indices.contains(where: { changes.contains($0 + 1) }) else { return false }
    guard share.map({ Self.rows(indices, changeset).contains(where: $0.has) }) ?? true else { return false }
    return selection.includes(changeset.changes[indices[0]].text)
  }

  private static func rows(_ indices: [Int], _ changeset: Changeset) -> [ReturnedRow] {
    indices.flatMap { changeset.changes[$0].items }.map { changeset.items[$0].row }
  }
}

/// The rows of an import that one sheet, preset or person asked for.
package struct UndoShare: Hashable, Sendable {
  /// The name by which a person chose it.
  package let name: String
  /// The indices of its files in the import. For a person, those in which nobody else wrote.
  private let files: Set<Int>
  /// The person; nil if all rows of the files belong to it, whoever wrote them.
  private let author: String?

  package init(named name: String, files: Set<Int>, author: String? = nil) {
    (self.name, self.files, self.author) = (name, files, author)
  }

  /// Whether a row belongs to it.
  package func has(_ row: ReturnedRow) -> Bool {
    if let author, let writer = row.place.author { return writer == author }
    return files.contains(row.place.fileIndex)
  }

  /// Whether an import carried out a call for one of its rows, or may have.
  package func hasCalls(in report: SubmissionReport) -> Bool {
    zip(report.changeset.changes, report.outcomes).contains { change, outcome in
      switch outcome {
      case .applied, .overridden, .unconfirmed: change.items.contains { has(report.changeset.items[$0].row) }
      default: false
      }
    }
  }
}

extension Changeset {
  /// The pending proposals as the calls leave them if the server carries out all of them.
  package func applied(to proposals: [Proposal]) -> [Proposal] {
    var byText = Dictionary(grouping: proposals) { $0.text.normalized }
    for (number, change) in changes.enumerated() {
      var pending = byText[change.text.normalized] ?? []
      switch change.operation {
      case .delete(let id, _): pending.removeAll { $0.id == id }
      case .propose(let value):
        // An id that no server gives: which proposal it is matters to no plan.
        let id = pending.first(where: \.canDelete)?.id ?? -1 - number
        pending.removeAll { $0.id == id }
        pending.append(Proposal(id: id, text: change.text, value: value, canDelete: true))
      }
      byText[change.text.normalized] = pending
    }
    return Array(byText.values.joined())
  }
}
