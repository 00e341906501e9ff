/// What a journal keeps of a submission before it starts.
public struct SubmissionRecord: Sendable {
  /// What the submission is for.
  public enum Purpose: Hashable, Sendable {
    /// To carry out returned sheets.
    case sheets
    /// To take back what the import with an id did.
    case undo(of: String)
  }

  /// The name of the submission, unique within a journal.
  public let id: String
  /// Which plan is carried out.
  public let identity: PlanIdentity
  /// What it is for.
  public let purpose: Purpose
  /// The start in seconds since 1970.
  public let startedAt: Double
  /// The application, platform and origin that it goes to.
  public let scope: TextHash
  /// What tells who proposes from others; nil where that was not kept.
  public let guidMark: String?
  /// Where the changeset's files stand, from the root, in their order; nil where that was not kept.
  public let paths: [String]?
  /// Whether deletes may be sent.
  public let allowsDelete: Bool
  /// The plan.
  public let changeset: Changeset

  /// Makes a record of its fields.
  public init(
    id: String, identity: PlanIdentity, purpose: Purpose = .sheets, startedAt: Double, scope: TextHash,
    guidMark: String? = nil, paths: [String]? = nil, allowsDelete: Bool, changeset: Changeset
  ) {
    self.id = id
    self.identity = identity
    self.purpose = purpose
    self.startedAt = startedAt
    self.scope = scope
    self.guidMark = guidMark
    self.paths = paths
    self.allowsDelete = allowsDelete
    self.changeset = changeset
  }
}
