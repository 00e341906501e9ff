import Basics

/// The choices of the user who imports.
public struct PlanningOptions: Sendable {
  /// How a row in conflict with the server is treated.
  public enum ConflictPolicy: String, CaseIterable, Sendable {
    /// Leave the row alone and report it.
    case skip
    /// Post the sheet's proposal anyway.
    case propose
    /// Ask the user; until then, leave the row alone.
    case ask
  }

  /// Which row is sent if several make different requests for one text.
  public enum Preference: Hashable, Sendable {
    /// The row of the file with this index in the sheet.
    case file(Int)
    /// The row of the file that was saved last.
    case newest
  }

  /// The meaning of an emptied proposal.
  public enum ClearedPolicy: String, CaseIterable, Sendable {
    /// Nothing is sent.
    case keep
    /// Delete the pending proposal.
    case delete
  }

  /// Whether edits need a reviewer's decision.
  public enum Approval: Sendable {
    /// Every edit is planned.
    case optional
    /// Only rows with `ok`, `accept` or `delete` under `Action` are planned.
    case required
    /// Every edit is planned, although a project requires approval; a diagnostic says so.
    case overridden
  }

  /// How a row in conflict with the server is treated.
  public var onConflict = ConflictPolicy.skip
  /// Which row is sent if several make different requests for one text; nil sends none of them.
  public var preference: Preference?
  /// For rows with different requests for one text: whether a person decided to send the row.
  public var decidedRows: [RowPlace: Bool] = [:]
  /// The meaning of an emptied proposal.
  public var cleared = ClearedPolicy.keep
  /// Whether to accept rows with damaged guarded cells, or with proposals that look like a program's work.
  public var acceptsDamaged = false
  /// Whether a changed current value counts as the proposal, if the reviewer left `Proposal` alone.
  public var adoptsCurrent = false
  /// Whether to accept proposals that belong to other rows of the exported sheet, as after a sort of one column.
  public var acceptsMoved = false
  /// Whether to plan a sheet of another application by section, key and locale only.
  public var retargets = false
  /// The checks of the texts that would be proposed, in the order in which reports name their findings. In an empty list,
  /// only those remain that cannot be turned off.
  public var checks = StandardChecks.all
  /// Whether to send texts that a check refuses, unless the check cannot be overridden. Reports list each of these texts.
  public var overridesChecks = false
  /// Whether to correct spaces in proposals: at the edges as in the source text, and one instead of several in a row.
  public var mendsSpaces = false
  /// Whether edits need a reviewer's decision.
  public var approval = Approval.optional
  /// The part of the sheets that is planned. Rows of other texts are skipped, whatever they ask for.
  public var selection = ReviewSelection()
  /// What this profile's own earlier imports of the sheet did; those changes are not conflicts.
  package var history = OwnHistory()
  /// How the program names these options in sentences that recommend them.
  package var phrases = OptionPhrases()

  /// Creates the careful options: all standard checks, skip conflicts, keep emptied proposals, accept nothing damaged or
  /// moved.
  public init() {}
}

/// A program's words for choosing an option, for sentences such as "Or import with --accept-damaged.".
///
/// Each phrase is a verb phrase in the imperative, without a full stop. A sentence gives no advice if its phrase is nil.
package struct OptionPhrases: Hashable, Sendable {
  /// How to choose ``PlanningOptions/acceptsDamaged``.
  package var acceptsDamaged: String?
  /// How to choose ``PlanningOptions/adoptsCurrent``.
  package var adoptsCurrent: String?
  /// How to choose ``PlanningOptions/acceptsMoved``.
  package var acceptsMoved: String?
  /// How to choose ``PlanningOptions/retargets``.
  package var retargets: String?
  /// How to plan without ``PlanningOptions/Approval/required``.
  package var sendsUnapproved: String?
  /// How to propose again what an import overrode (see ``Changeset``).
  package var postsOverridden: String?

  /// Creates phrases; nil for options that sentences must not recommend.
  package init(
    acceptsDamaged: String? = nil, adoptsCurrent: String? = nil, acceptsMoved: String? = nil, retargets: String? = nil,
    sendsUnapproved: String? = nil, postsOverridden: String? = nil
  ) {
    self.acceptsDamaged = acceptsDamaged
    self.adoptsCurrent = adoptsCurrent
    self.acceptsMoved = acceptsMoved
    self.retargets = retargets
    self.sendsUnapproved = sendsUnapproved
    self.postsOverridden = postsOverridden
  }
}

extension Reason {
  /// An alternative to a reason's advice, as a sentence after it: `Or import with --accept-damaged.`
  ///
  /// - Parameter condition: When the alternative applies; the last part of the sentence's code.
  static func option(_ phrase: String?, _ condition: String = "plain") -> Reason {
    phrase.map { Reason("option.\(condition)", $0) } ?? .none
  }
}
