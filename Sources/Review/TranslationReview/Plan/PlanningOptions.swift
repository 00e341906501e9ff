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

  /// How a row in conflict with the server is treated.
  public var onConflict = ConflictPolicy.skip
  /// Which row is sent if several make different requests for one text; nil sends none of them.
  public var preference: Preference?
  /// For rows with different requests for one text: whether a person decided to send the row.
  package var decidedRows: [RowPlace: Bool] = [:]
  /// The meaning of an emptied proposal.
  public var cleared = ClearedPolicy.keep
  /// The verdicts in spite of which a row is planned, as far as it asks for something.
  ///
  /// They are ``Verdict/damaged``, ``Verdict/moved``, ``Verdict/readOnlyEdit`` (a text under `Current value` is then the
  /// proposal), ``Verdict/otherApplication`` (the row is planned by section, key and locale only),
  /// ``Verdict/unapproved``, and ``Verdict/refusedByCheck``, unless the check cannot be overridden. Others have no effect.
  public var accepted: Set<Verdict> = []
  /// The checks of the texts that would be proposed, in the order in which reports name their findings. In an empty list,
  /// only those remain that cannot be turned off.
  public var checks = StandardChecks.all
  /// The dictionaries for new words; nil for none.
  package var spelling: Spelling?
  /// Whether to correct spaces in proposals: at the edges as in the source text, and one instead of several in a row.
  public var mendsSpaces = false
  /// Whether only rows with `ok`, `accept` or `delete` under `Action` are planned.
  public var requiresApproval = false
  /// Whether an approval counts only from somebody else than the author of the text.
  public var requiresOther = false
  /// Authors that are programs, such as `deepl`. Their approvals never count.
  public var machines: [String] = []
  /// Whether a proposal whose source text changed since the export is a conflict and not only a warning.
  package var holdsChangedSources = false
  /// The most penalty points per 1,000 words that the errors which reviewers noted may have; nil for any number.
  package var mostPoints: Int?
  /// The part of the sheets that is planned. Rows of other texts are skipped, whatever they ask for.
  public var selection = ReviewSelection()
  /// What this profile's own earlier imports of the sheet did; those changes are not conflicts.
  package var history = OwnHistory()
  /// Why pending proposals were rejected, by their ids. Those of others count as gone where somebody proposes.
  package var rejections: [Int: String] = [:]
  /// How the program names these options in sentences that recommend them.
  package var phrases = OptionPhrases()

  /// Creates the careful options: all standard checks, skip conflicts, keep emptied proposals, accept no verdict.
  public init() {}
}

/// A program's words for choosing an option, for sentences such as "Or import with --accept damaged.".
///
/// Each phrase is a verb phrase in the imperative, without a full stop. A sentence gives no advice if it has no phrase.
package struct OptionPhrases: Hashable, Sendable {
  /// How to accept a verdict (see ``PlanningOptions/accepted``).
  package var accepting: [Verdict: String] = [:]
  /// How to propose again what an import overrode (see ``Changeset``).
  package var postsOverridden: String?

  /// Creates phrases; none for options that sentences must not recommend.
  package init(accepting: [Verdict: String] = [:], postsOverridden: String? = nil) {
    self.accepting = accepting
    self.postsOverridden = postsOverridden
  }
}

extension PlanningOptions {
  /// Whether edits are left out if nobody approved them.
  var withholdsUnapproved: Bool { requiresApproval && !accepted.contains(.unapproved) }

  /// How to accept a verdict, as a sentence after a reason's advice: `Or import with --accept damaged.` Empty if it is
  /// accepted already.
  ///
  /// - Parameter condition: When the alternative applies; the last part of the sentence's code.
  func option(_ verdict: Verdict, _ condition: String = "plain") -> Reason {
    guard !accepted.contains(verdict), let phrase = phrases.accepting[verdict] else { return .none }
    return Reason("option.\(condition)", phrase)
  }
}
