public import NStackAPI

/// The plan: what an import would do, row by row, and the calls that it would make.
public struct Changeset: Sendable {
  /// One row that is not simply unchanged.
  public struct Item: Sendable {
    /// The row as it came back.
    public let row: ReturnedRow
    /// What is to become of it.
    public var verdict: Verdict
    /// Why, in a sentence; empty where the verdict says all.
    public var message: String
    /// What else should be known about the row.
    public var notes: [String]
    /// The value that the server serves now; nil where it does not know the text.
    public let serverValue: String?
    /// The proposal that is pending on the server and that the verdict is about; nil where there is none.
    public let serverProposal: Proposal?
  }

  /// One call to make, for one row or several that want the same.
  public struct Change: Hashable, Sendable {
    /// The call.
    public enum Operation: Hashable, Sendable {
      /// Post a proposal with this value.
      case propose(value: String)
      /// Delete the proposal with this id, whose value was this.
      case delete(proposalID: Int, value: String)
    }

    /// The text that the call is about.
    public let text: TextIdentity
    /// The call.
    public let operation: Operation
    /// The places in ``Changeset/items`` of the rows that want it, rising.
    public let items: [Int]
    /// The proposals that were pending for the text when the plan was made; nil where that is not known.
    public let pending: [Proposal]?

    /// Makes a change of its fields.
    public init(text: TextIdentity, operation: Operation, items: [Int], pending: [Proposal]? = nil) {
      self.text = text
      self.operation = operation
      self.items = items
      self.pending = pending
    }

    /// Whether the call deletes.
    public var isDelete: Bool {
      if case .delete = operation { true } else { false }
    }
  }

  /// The rows that are not simply unchanged, in order of file and row.
  public var items: [Item]
  /// The calls, in order of the first row that wants them; deletes of a text come before its proposals.
  public let changes: [Change]
  /// How many rows end in each verdict; their sum is the number of rows read.
  public let counts: [Verdict: Int]
  /// What should be known about files and the whole.
  public let diagnostics: [Diagnostic]
  /// The files that were read.
  public let files: [ReturnedSheet.File]
  /// The reviewers' notes.
  public let notes: [ReturnedSheet.Note]

  /// The files that are not review sheets and were left out.
  public var foreignFiles: [ReturnedSheet.ForeignFile] = []

  /// All rows read.
  public var rowCount: Int { counts.values.reduce(0, +) }
  /// Whether a row was refused.
  public var hasRefusals: Bool { refusedCount > 0 }
  /// Whether a file was left out.
  public var hasForeignFiles: Bool { !foreignFiles.isEmpty }
  /// Whether something is wrong with the files or the whole, such as a file that was left out or a column that came back empty.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  /// Whether a row is in conflict with the server.
  public var hasConflicts: Bool { counts[.conflict, default: 0] > 0 }
  /// How many rows were refused.
  public var refusedCount: Int { counts.reduce(0) { $0 + ($1.key.isRefusal ? $1.value : 0) } }
  /// How many calls delete.
  public var deleteCount: Int { changes.count(where: \.isDelete) }
  /// How many calls propose.
  public var proposeCount: Int { changes.count - deleteCount }
}
