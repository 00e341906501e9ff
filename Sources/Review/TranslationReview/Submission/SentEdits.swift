import Basics
package import NStackAPI

/// The edits of a sheet that earlier imports sent to the server, and the sign-offs that they kept, so that an export
/// may overwrite the sheet.
package struct SentEdits: Sendable {
  /// The change that a row asks for.
  private enum Edit: Hashable {
    case propose(ExactText)
    /// To delete the proposal that the row shows.
    case delete(proposalID: Int?)
    case signOff
  }

  /// For each text, the changes that the last import with an edit of it carried out or found already done.
  private var done: [TextIdentity: Set<Edit>] = [:]

  package init() {}

  /// Adds what an import carried out or found already done, replacing earlier work on the same texts.
  ///
  /// - Parameter isOwn: Whether the import's file at an index belongs to the sheet.
  package mutating func add(
    _ changeset: Changeset, _ entries: [JournalEntry], ofFilesWhere isOwn: (_ file: Int) -> Bool
  ) {
    let states = SubmissionProgress(count: changeset.changes.count, entries: entries).states
    var isDone: [Int: Bool] = [:]
    for (change, state) in zip(changeset.changes, states) {
      for item in change.items { isDone[item] = state.outcome?.isDone ?? false }
    }
    // An import of another part of the sheet does not concern the text.
    for text in Set(changeset.items.lazy.filter { $0.leftOut != .part }.map(\.row.text.normalized)) { done[text] = nil }
    for (index, item) in changeset.items.enumerated() where isOwn(item.row.place.fileIndex) {
      guard isDone[index] ?? (item.verdict.isDone || item.verdict == .reviewed),
        let request = Self.request(of: item.row)
      else { continue }
      done[item.row.text.normalized, default: []].insert(request)
    }
  }

  /// Removes what an import undid.
  package mutating func removeUndone(_ changeset: Changeset) {
    for item in changeset.items { done[item.row.text.normalized] = nil }
  }

  /// Returns the number of rows with an edit that would be lost with the sheet: it was not sent, and the server does not
  /// hold it.
  ///
  /// - Parameters:
  ///   - signOffs: The register's sign-offs. An import without calls is in no journal.
  ///   - rejections: The register's reasons for which proposals were rejected, by their ids.
  package func unsentCount(in changeset: Changeset, signOffs: SignOffs = SignOffs(), rejections: [Int: String] = [:])
    -> Int
  {
    changeset.items.count { item in
      if item.verdict == .rejected { return item.serverProposal.map { rejections[$0.id] == nil } ?? true }
      if item.verdict.isDone || signOffs.contains(item.row) { return false }
      guard let request = Self.request(of: item.row), let done = done[item.row.text.normalized] else { return true }
      return !done.contains(request)
    }
  }

  /// The change that a row asks for; nil if it asks for none, or its action is not understood.
  private static func request(of row: ReturnedRow) -> Edit? {
    switch row.intent {
    case .delete, .reject, .clear, .unclear(.deletionAndChange), .unclear(.rejectionAndChange):
      .delete(proposalID: row.base?.proposalID ?? row.proposalID)
    case .propose, .approve: .propose(ExactText(row.proposal))
    case .signOff: .signOff
    case .nothing, .skip, .accept, .unclear: nil
    }
  }
}

extension Verdict {
  /// Whether the server already holds what the row asks for.
  fileprivate var isDone: Bool {
    switch self {
    case .alreadyProposed, .alreadyGone, .sameAsCurrent: true
    default: false
    }
  }
}

extension Changeset {
  /// The plan's calls, by text.
  package var calls: [TextIdentity: Set<Change.Operation>] {
    changes.reduce(into: [:]) { $0[$1.text, default: []].insert($1.operation) }
  }

  /// The open changes of an interrupted import that this later plan does not ask for and the server does not hold.
  ///
  /// - Parameter isSameSheet: Whether both imports read the same sheet. If so, the later one decides about all texts
  ///   that it changes.
  package func left(
    of record: SubmissionRecord, _ entries: [JournalEntry], isSameSheet: Bool, against proposals: [Proposal]
  ) -> [Change] {
    let calls = calls
    let snapshot = ProposalSnapshot(ProposalList(proposals: proposals), begun: .zero)
    let changes = record.changeset.changes
    let states = SubmissionProgress(count: changes.count, entries: entries).states
    return zip(changes, states).compactMap { change, state in
      guard state.outcome?.isOpen ?? true || state.isWithdrawn, snapshot.completion(of: change) == nil,
        calls[change.text].map({ !isSameSheet && !$0.contains(change.operation) }) ?? true
      else { return nil }
      return change
    }
  }
}

extension ReturnedSheet.File {
  /// Whether the file still has the bytes that were read from it; nil if it cannot be read.
  package var isUnchanged: Bool? { (try? FileDigest.sha256(ofFileAt: readablePath)).map { $0 == digest } }
}
