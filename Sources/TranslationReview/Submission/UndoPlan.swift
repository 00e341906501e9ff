import Basics
public import NStackAPI

/// The plan that undoes an import, as far as the server still holds the import's changes.
public enum UndoPlan {
  /// Returns the plan. It deletes proposals that the import made, and proposes again those that it replaced or deleted.
  ///
  /// - Parameters:
  ///   - record: The import.
  ///   - entries: The journal's entries of the import.
  ///   - proposals: The server's pending proposals now.
  ///   - texts: The server's texts now. Nothing can be proposed for a text that no longer exists. Nil if they were not
  ///     read; then every text counts as there.
  ///   - begun: When the reading of the proposals began, by the client's clock; nil if that is unknown.
  ///   - choice: The changes to undo.
  ///   - postsOverridden: Whether to propose other users' proposals again that the import overrode, as this profile's own.
  ///   - phrases: The words for options that the plan's sentences advise.
  public static func changeset(
    undoing record: SubmissionRecord, _ entries: [JournalEntry], against proposals: [Proposal],
    texts: Catalog? = nil, readAt begun: Duration? = nil, choosing choice: UndoChoice = UndoChoice(),
    postsOverridden: Bool = false, phrases: OptionPhrases = OptionPhrases()
  ) -> Changeset {
    let changes = record.changeset.changes
    let states = SubmissionProgress(count: changes.count, entries: entries).states
    let snapshot = ProposalSnapshot(ProposalList(proposals: proposals), begun: .zero)
    var items: [Changeset.Item] = []
    var undoing: [Changeset.Change] = []
    var counts: [Verdict: Int] = [:]
    // The changes of a text are undone together: the goal is the state before the first of them.
    for indices in Self.changesByText(changes) where choice.includes(changes[indices[0]].text, indices) {
      let index = indices[0]
      let change = changes[index]
      let done = indices.filter { Self.isOwnWork(states[$0], changes[$0], snapshot) }
      let isUnknown = indices.contains { states[$0].isInDoubt }
      guard let first = done.first ?? (isUnknown ? index : nil) else { continue }
      var step =
        done.isEmpty
        ? UndoStep.nothingDone
        : UndoStep.undoing(changes, done, pending: changes[first].pending ?? [], snapshot)
      var notes: [String] = []
      let overrode = done.flatMap { states[$0].overrode }.last
      if postsOverridden, let overrode { step = step.posting(overrode, of: change.text, snapshot) }
      step = step.checked(change.text, in: texts)
      if let overrode {
        notes.append(
          Self.note(on: overrode, isPosted: step.operation == .propose(value: overrode.value), phrases))
      }
      if let note = Self.note(onDeleted: done, of: changes, step) { notes.append(note) }
      // A row that sends nothing shows the value that it does not bring back.
      var row = ReviewRow(text: change.text, proposal: step.wish ?? "")
      if case .delete(let id, _)? = step.operation {
        row.action = ReviewAction.delete.rawValue
        row.proposalID = id
      }
      let place = RowPlace(undoing: record.id, change: index + 1)
      items.append(
        Changeset.Item(
          restoring: ReturnedRow(place: place, cells: row, isProposalChanged: true), verdict: step.verdict,
          message: step.message, notes: notes, serverValue: nil, serverProposal: snapshot.own(change.text).first))
      counts[step.verdict, default: 0] += 1
      if let operation = step.operation {
        undoing.append(
          Changeset.Change(
            text: change.text, operation: operation, items: [items.count - 1],
            pending: snapshot.proposals(of: change.text)))
      }
    }
    var changeset = Changeset(restoring: items, changes: undoing, counts: counts, files: [])
    changeset.reading = begun.map { Catalog.Reading(begun: $0) }
    return changeset
  }

  /// The places of the changes of each text, in the order of the texts' first changes.
  static func changesByText(_ changes: [Changeset.Change]) -> [[Int]] {
    var groups: [[Int]] = []
    var places: [TextIdentity: Int] = [:]
    for (index, change) in changes.enumerated() {
      if let place = places[change.text] {
        groups[place].append(index)
      } else {
        places[change.text] = groups.count
        groups.append([index])
      }
    }
    return groups
  }

  /// Whether the import carried out a change. If the answer was lost, the server's contents decide.
  private static func isOwnWork(
    _ state: SubmissionProgress.State, _ change: Changeset.Change, _ snapshot: ProposalSnapshot
  ) -> Bool {
    switch state.standing {
    case .applied, .overridden: true
    case .inDoubt: state.isInDoubt && snapshot.completion(of: change) != nil
    default: false
    }
  }

  private static func note(on overrode: Proposal, isPosted: Bool, _ phrases: OptionPhrases) -> String {
    let what =
      "\"\(Visible.text(overrode.value))\" of \(overrode.canDelete ? "this profile, made elsewhere" : "somebody else")"
    if isPosted { return "The import overrode \(what). It is posted again as a proposal of this profile." }
    let advice = phrases.postsOverridden.map { " To post it again as a proposal of this profile, \($0)." }
    return "The import overrode \(what).\(advice ?? "")"
  }

  /// The proposals of one text that an import deleted, by rising id.
  static func deleted(_ done: [Int], of changes: [Changeset.Change]) -> [(id: Int, value: String)] {
    done.compactMap { index -> (id: Int, value: String)? in
      if case .delete(let id, let value) = changes[index].operation { (id, value) } else { nil }
    }.sorted { $0.id < $1.id }
  }

  /// What is said of values that stay deleted, as NStack keeps one proposal of each user for a text.
  private static func note(onDeleted done: [Int], of changes: [Changeset.Change], _ step: UndoStep) -> String? {
    guard case .propose(let value)? = step.operation else { return nil }
    let all = deleted(done, of: changes)
    var named: Set<ExactText> = [ExactText(value)]
    let lost = all.map(\.value).filter { named.insert(ExactText($0)).inserted }
    guard !lost.isEmpty else { return nil }
    let values = lost.map { "\"\(Visible.text($0))\"" }.joined(separator: ", ")
    return "The import deleted \(Counted.text(all.count, "proposal")) of the text. "
      + "NStack keeps one of each user, so \(values) will stay deleted."
  }
}
