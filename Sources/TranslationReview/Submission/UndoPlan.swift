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
  ///   - begun: When the reading of the proposals began, by the client's clock; nil if that is unknown.
  ///   - choice: The changes to undo.
  ///   - postsOverridden: Whether to propose other users' proposals again that the import overrode, as this profile's own.
  ///   - phrases: The words for options that the plan's sentences advise.
  public static func changeset(
    undoing record: SubmissionRecord, _ entries: [JournalEntry], against proposals: [Proposal],
    readAt begun: Duration? = nil, choosing choice: UndoChoice = UndoChoice(), postsOverridden: Bool = false,
    phrases: OptionPhrases = OptionPhrases()
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
        done.isEmpty ? Self.nothingDone : Self.step(changes, done, pending: changes[first].pending ?? [], snapshot)
      var notes: [String] = []
      if let overrode = done.flatMap({ states[$0].overrode }).last {
        if postsOverridden { step = Self.step(posting: overrode, over: step, of: change.text, snapshot) }
        notes.append(
          Self.note(on: overrode, isPosted: step.operation == .propose(value: overrode.value), phrases))
      }
      if let note = Self.note(onDeleted: done, of: changes, step) { notes.append(note) }
      var row = ReviewRow(text: change.text)
      if case .propose(let value)? = step.operation { row.proposal = value }
      if case .delete(let id, _)? = step.operation {
        row.action = ReviewAction.delete.rawValue
        row.proposalID = id
      }
      let place = RowPlace(fileIndex: 0, file: "import \(record.id)", worksheet: nil, row: index + 1)
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
  private static func changesByText(_ changes: [Changeset.Change]) -> [[Int]] {
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

  /// The planned action for one text.
  private typealias Step = (verdict: Verdict, message: String, operation: Changeset.Change.Operation?)

  private static let nothingDone: Step = (
    .alreadyGone, "The answer to the call was lost, and the call was not carried out.", nil
  )

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

  /// Returns the action that proposes again what the import overrode, if the import can be undone.
  private static func step(
    posting overrode: Proposal, over step: Step, of text: TextIdentity, _ snapshot: ProposalSnapshot
  ) -> Step {
    let now = snapshot.proposals(of: text)
    let same = now.filter { ExactText($0.value) == ExactText(overrode.value) }
    if same.contains(where: { !$0.canDelete }) {
      return (.alreadyProposed, "Somebody else has already proposed \"\(Visible.text(overrode.value))\" again.", nil)
    }
    if !same.isEmpty {
      return (.alreadyProposed, "\"\(Visible.text(overrode.value))\" is already pending again, from this profile.", nil)
    }
    // If nothing is pending, proposing again replaces nothing.
    guard step.operation != nil || (step.verdict == .alreadyGone && now.isEmpty) else { return step }
    return (.propose, "", .propose(value: overrode.value))
  }

  private static func note(on overrode: Proposal, isPosted: Bool, _ phrases: OptionPhrases) -> String {
    let what =
      "\"\(Visible.text(overrode.value))\" of \(overrode.canDelete ? "this profile, made elsewhere" : "somebody else")"
    if isPosted { return "The import overrode \(what). It is posted again as a proposal of this profile." }
    let advice = phrases.postsOverridden.map { " To post it again as a proposal of this profile, \($0)." }
    return "The import overrode \(what).\(advice ?? "")"
  }

  private static func step(
    _ changes: [Changeset.Change], _ done: [Int], pending: [Proposal], _ snapshot: ProposalSnapshot
  ) -> Step {
    let text = changes[done[0]].text
    let before =
      Self.deleted(done, of: changes).last.flatMap { last in pending.first { $0.id == last.id } }
      ?? pending.first(where: \.canDelete)
    let own = snapshot.own(text).first
    let posted = done.compactMap { index -> String? in
      if case .propose(let value) = changes[index].operation { value } else { nil }
    }.last
    if let posted {
      if let before, let own, ExactText(own.value) == ExactText(before.value) {
        return (.alreadyProposed, "The proposal from before the import is pending again.", nil)
      }
      guard let own else { return (.alreadyGone, "The import's proposal is already gone.", nil) }
      guard snapshot.proposal(left: posted, for: changes[done[done.count - 1]]) != nil else {
        return (.conflict, "This profile's proposal is now \"\(Visible.text(own.value))\", so it is left alone.", nil)
      }
      guard let before else { return (.delete, "", .delete(proposalID: own.id, value: own.value)) }
      return (.propose, "", .propose(value: before.value))
    }
    guard let before else { return (.refused, "The value of the deleted proposal is not known.", nil) }
    if let own {
      return own.value.utf8.elementsEqual(before.value.utf8)
        ? (.alreadyProposed, "The deleted proposal is already pending again.", nil)
        : (.conflict, "This profile now proposes \"\(Visible.text(own.value))\", so the text is left alone.", nil)
    }
    return (.propose, "", .propose(value: before.value))
  }

  /// The proposals of one text that an import deleted, by rising id.
  private static func deleted(_ done: [Int], of changes: [Changeset.Change]) -> [(id: Int, value: String)] {
    done.compactMap { index -> (id: Int, value: String)? in
      if case .delete(let id, let value) = changes[index].operation { (id, value) } else { nil }
    }.sorted { $0.id < $1.id }
  }

  /// What is said of proposals that stay deleted, as NStack keeps one of each user for a text.
  private static func note(onDeleted done: [Int], of changes: [Changeset.Change], _ step: Step) -> String? {
    guard case .propose(let value)? = step.operation else { return nil }
    let lost = deleted(done, of: changes).filter { ExactText($0.value) != ExactText(value) }
    guard done.count > 1, lost.count == done.count - 1 else { return nil }
    let values = lost.map { "\"\(Visible.text($0.value))\"" }.joined(separator: ", ")
    return "The import deleted \(Counted.text(done.count, "proposal")) of the text. NStack keeps one of each user, so "
      + "\(values) will stay deleted."
  }
}
