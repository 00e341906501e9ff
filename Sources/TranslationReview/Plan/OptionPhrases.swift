/// A program's words for choosing an option, for sentences such as "Restore it, or import with --accept-damaged.".
///
/// Each phrase is a verb phrase in the imperative, without a full stop. A sentence gives no advice if its phrase is nil.
public struct OptionPhrases: Hashable, Sendable {
  /// How to choose ``PlanningOptions/acceptsDamaged``.
  public var acceptsDamaged: String?
  /// How to choose ``PlanningOptions/adoptsCurrent``.
  public var adoptsCurrent: String?
  /// How to choose ``PlanningOptions/acceptsMoved``.
  public var acceptsMoved: String?
  /// How to choose ``PlanningOptions/retargets``.
  public var retargets: String?
  /// How to choose ``SubmissionOptions/allowsDelete``.
  public var allowsDelete: String?
  /// How to propose again what an import overrode (see ``UndoPlan``).
  public var postsOverridden: String?

  /// Creates phrases; nil for options that sentences must not advise.
  public init(
    acceptsDamaged: String? = nil, adoptsCurrent: String? = nil, acceptsMoved: String? = nil, retargets: String? = nil,
    allowsDelete: String? = nil, postsOverridden: String? = nil
  ) {
    self.acceptsDamaged = acceptsDamaged
    self.adoptsCurrent = adoptsCurrent
    self.acceptsMoved = acceptsMoved
    self.retargets = retargets
    self.allowsDelete = allowsDelete
    self.postsOverridden = postsOverridden
  }

  /// An instruction, with a phrase as its alternative: `Restore it, or import with --accept-damaged.`
  ///
  /// - Parameter condition: When the alternative is right, such as `if the change is intended`.
  static func sentence(_ instruction: String, or phrase: String?, _ condition: String? = nil) -> String {
    let alternative = phrase.map { ", or \($0)" + (condition.map { " \($0)" } ?? "") }
    return instruction + (alternative ?? "") + "."
  }
}
