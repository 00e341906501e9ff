import Basics
package import NStackAPI

/// What of a sheet's edits earlier imports brought to the server, so that the sheet may be written over.
public struct SentEdits: Sendable {
  /// What a row asks for.
  private enum Wish: Hashable {
    case propose(ExactText)
    /// To delete the proposal that the row shows.
    case delete(proposalID: Int?)
  }

  /// What was done for each text by the last import that had anything to do with it.
  private var done: [TextIdentity: Set<Wish>] = [:]

  /// Nothing.
  public init() {}

  /// Adds what an import carried out, or found done; earlier work on the same texts counts no more.
  ///
  /// - Parameter isOwn: Whether a file of the import, by its place, is one of the sheet whose edits are asked for.
  public mutating func add(
    _ changeset: Changeset, _ entries: [JournalEntry], ofFilesWhere isOwn: (_ file: Int) -> Bool
  ) {
    let states = SubmissionProgress(count: changeset.changes.count, entries: entries).states
    var isDone: [Int: Bool] = [:]
    for (change, state) in zip(changeset.changes, states) {
      for item in change.items { isDone[item] = state.outcome?.isDone ?? false }
    }
    for text in Set(changeset.items.map { Self.place($0.row.row.text) }) { done[text] = nil }
    for (index, item) in changeset.items.enumerated() where isOwn(item.row.place.fileIndex) {
      guard isDone[index] ?? item.verdict.isDone, let wish = Self.wish(of: item.row) else { continue }
      done[Self.place(item.row.row.text), default: []].insert(wish)
    }
  }

  /// Takes back what an import undid.
  public mutating func takeBack(_ changeset: Changeset) {
    for item in changeset.items { done[Self.place(item.row.row.text)] = nil }
  }

  /// How many rows of a plan for the sheet hold an edit that would be lost with it: neither was it sent, nor does the server
  /// hold it.
  public func unsentCount(in changeset: Changeset) -> Int {
    changeset.items.count { item in
      if item.verdict.isDone { return false }
      guard let wish = Self.wish(of: item.row), let done = done[Self.place(item.row.row.text)] else { return true }
      return !done.contains(wish)
    }
  }

  /// What a row asks for; nil where it says that it asks for nothing, or is not understood.
  private static func wish(of row: ReturnedRow) -> Wish? {
    guard row.row.action.isEmpty || row.action == .delete else { return nil }
    return row.action == .delete || row.isProposalBlank
      ? .delete(proposalID: row.row.base?.proposalID ?? row.row.proposalID) : .propose(ExactText(row.row.proposal))
  }

  /// A text as imports are told apart by it: the spelling of its locale does not count.
  package static func place(_ text: TextIdentity) -> TextIdentity {
    TextIdentity(section: text.section, key: text.key, locale: LocaleName.normalized(text.locale))
  }
}

extension Verdict {
  /// Whether the server holds already what the row asks for.
  fileprivate var isDone: Bool {
    switch self {
    case .alreadyProposed, .alreadyGone, .sameAsCurrent: true
    default: false
    }
  }
}
