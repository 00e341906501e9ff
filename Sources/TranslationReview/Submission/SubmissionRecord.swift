/// A submission as a journal saves it before the first call.
public struct SubmissionRecord: Sendable {
  /// The purpose of a submission.
  public enum Purpose: Hashable, Sendable {
    /// To apply returned sheets.
    case sheets
    /// To undo the import with an id.
    case undo(of: String)
    /// To delete pending proposals that were chosen without a sheet.
    case deletion
    /// To send the drafts of a review page, which keeps what was not sent.
    case drafts
  }

  /// The id of the submission, unique in the journal.
  public let id: String
  /// The identity of the plan.
  public let identity: PlanIdentity
  /// The purpose of the submission.
  public let purpose: Purpose
  /// The time of the start, in seconds since 1970.
  public let startedAt: Double
  /// A hash of the application, platform and origin.
  public let scope: TextHash
  /// A hash of the guid of the person who proposes; nil if it was not saved.
  public let guidMark: String?
  /// The absolute paths of the changeset's files, in their order; nil if they were not saved.
  public let paths: [String]?
  /// Whether proposals may be deleted.
  public let allowsDelete: Bool
  /// Whether only a chosen part of what another import did is undone.
  public let isPart: Bool
  /// The plan.
  public let changeset: Changeset

  /// Creates a record from its fields.
  public init(
    id: String, identity: PlanIdentity, purpose: Purpose = .sheets, startedAt: Double, scope: TextHash,
    guidMark: String? = nil, paths: [String]? = nil, allowsDelete: Bool, isPart: Bool = false,
    changeset: Changeset
  ) {
    self.id = id
    self.identity = identity
    self.purpose = purpose
    self.startedAt = startedAt
    self.scope = scope
    self.guidMark = guidMark
    self.paths = paths
    self.allowsDelete = allowsDelete
    self.isPart = isPart
    self.changeset = changeset
  }
}
