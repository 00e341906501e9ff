public import TranslationReview

/// Conflicts that wait for decisions, with those decisions of earlier runs that still hold.
///
/// A decision that is kept survives the program. It holds as long as the sheet's row and the server's text and proposals
/// are the ones that it was made for.
public struct ConflictRequest: Sendable {
  /// The conflicts.
  public let conflicts: [Conflict]
  /// The plan.
  public let changeset: Changeset
  /// The decisions of earlier runs that still hold, by place in ``conflicts``.
  public let earlier: [Int: ConflictResolution]

  private let file: DecisionFile?
  private let keys: [String]
  private let date: String

  /// Creates a request, with the decisions that a profile has kept.
  init(_ conflicts: [Conflict], in changeset: Changeset, _ profile: ReviewProfile) throws {
    self.conflicts = conflicts
    self.changeset = changeset
    file = profile.decisionsPath.map(DecisionFile.init(path:))
    date = profile.now
    let own = [profile.scope.hash.text, profile.guidMark]
    keys = conflicts.map { PlanIdentity(parts: own + $0.fingerprint(in: changeset)).text }
    let kept = try file?.decisions() ?? [:]
    earlier = keys.enumerated().reduce(into: [:]) { earlier, entry in earlier[entry.offset] = kept[entry.element] }
  }

  /// Creates a request that keeps nothing.
  init(keepingNothingOf conflicts: [Conflict], in changeset: Changeset) {
    self.conflicts = conflicts
    self.changeset = changeset
    (earlier, file, keys, date) = ([:], nil, [], "")
  }

  /// Keeps decisions at once, so that a later run is offered them again.
  ///
  /// - Parameter resolutions: The decisions, by place in ``conflicts``.
  /// - Throws: `SpreadsheetError`: `io.write`, and `io.read` if a folder cannot be created.
  public func keep(_ resolutions: [Int: ConflictResolution]) throws {
    try file?.keep(resolutions.sorted { $0.key < $1.key }.map { (keys[$0.key], $0.value) }, at: date)
  }

  /// Returns decisions by the place of the row in the changeset's items.
  ///
  /// - Parameter resolutions: The decisions, by place in ``conflicts``.
  public func byRow(_ resolutions: [Int: ConflictResolution]) -> [Int: ConflictResolution] {
    resolutions.reduce(into: [:]) { rows, entry in
      for item in conflicts[entry.key].items { rows[item] = entry.value }
    }
  }
}
