import NStackAPI

/// What this profile's own earlier imports did, so that a sheet that comes back again is not in conflict with itself.
public struct OwnHistory: Sendable {
  private var posted: [TextIdentity: Set<ExactText>] = [:]
  private var deleted: Set<Int> = []

  /// A history of nothing.
  public init() {}

  /// Adds what an import did, or may have done.
  public mutating func add(_ changes: [Changeset.Change], _ entries: [JournalEntry]) {
    let states = SubmissionProgress(count: changes.count, entries: entries).states
    for (change, state) in zip(changes, states) where state.attempts > 0 {
      switch change.operation {
      case .propose(let value): posted[Self.place(change.text), default: []].insert(ExactText(value))
      case .delete(let id, _): deleted.insert(id)
      }
      // The server may keep the value with other edges.
      if case .applied(_, let altered?) = state.outcome {
        posted[Self.place(change.text), default: []].insert(ExactText(altered))
      }
    }
  }

  /// Whether an own earlier import proposed a value for a text.
  func didPropose(_ value: String, for text: TextIdentity) -> Bool {
    posted[Self.place(text)]?.contains(ExactText(value)) ?? false
  }

  /// Whether an own earlier import deleted a proposal.
  func didDelete(_ id: Int) -> Bool { deleted.contains(id) }

  private static func place(_ text: TextIdentity) -> TextIdentity {
    TextIdentity(section: text.section, key: text.key, locale: LocaleName.normalized(text.locale))
  }
}
