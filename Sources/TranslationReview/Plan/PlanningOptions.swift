/// What the person who imports has decided beforehand.
public struct PlanningOptions: Sendable {
  /// What becomes of a row in conflict with the server.
  public enum ConflictPolicy: String, CaseIterable, Sendable {
    /// It is left alone and reported.
    case skip
    /// The sheet's proposal is posted all the same.
    case propose
    /// Somebody is asked; until then it is left alone.
    case ask
  }

  /// What an emptied proposal means.
  public enum ClearedPolicy: String, CaseIterable, Sendable {
    /// Nothing.
    case keep
    /// The pending proposal is to be deleted.
    case delete
  }

  /// What becomes of a row in conflict with the server.
  public var onConflict = ConflictPolicy.skip
  /// What an emptied proposal means.
  public var cleared = ClearedPolicy.keep
  /// Whether rows are taken whose guarded cells are damaged, or whose proposals look like a program's work.
  public var acceptsDamaged = false
  /// Whether proposals are taken that are what other rows of the sheet were exported with, as after a sort of one column.
  public var acceptsMoved = false
  /// Whether a sheet of another application is planned by section, key and locale alone.
  public var retargets = false
  /// What this profile's own earlier imports of the sheet did, which is no conflict.
  public var history = OwnHistory()

  /// The careful options: skip conflicts, keep what was cleared, take nothing damaged or moved.
  public init() {}
}
