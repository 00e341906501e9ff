package import Basics
public import NStackAPI

/// The plan: what an import would do with each row, and the calls that it would make. Saved plans store its encoded form.
public struct Changeset: Codable, Sendable {
  private enum CodingKeys: CodingKey { case items, changes, counts, files, notes, foreignFiles }

  /// One row that is not unchanged. Journals of imports and saved plans store its encoded form.
  public struct Item: Codable, Sendable {
    private enum CodingKeys: CodingKey {
      case row, verdict, reason, notes, serverValue, serverProposal, signOff, leftOut, earlierDecision, offer
    }

    /// The returned row, with the proposal that the plan takes from it.
    public package(set) var row: ReturnedRow
    /// The verdict on the row.
    public internal(set) var verdict: Verdict
    /// The reason; empty if the verdict says everything.
    package var reason: Reason
    /// The reason in an English sentence; empty if the verdict says everything.
    public var message: String { reason.description }
    /// Other remarks about the row.
    package var notes: [Reason]
    /// The value that the server serves now; nil if the server does not have the text.
    package let serverValue: String?
    /// The pending proposal on the server that the verdict is about; nil if there is none.
    package let serverProposal: Proposal?
    /// The findings of checks, in their order; empty in a plan that was read from a file.
    public var findings: [TextFinding] = []
    /// The text in the source locale: the sheet's if it shows one, else the server's. Nil if the row is in the source
    /// locale, or if the plan was made without the texts.
    public internal(set) var source: String?
    /// The rows with a different request for the same text. ``reason`` does not name them, because agencies read it.
    /// Empty in a plan that was read from a file.
    package var rivals: [RowPlace] = []
    /// Further options for the person who imports. ``reason`` does not name them, because translators read it. Empty in
    /// a plan that was read from a file.
    var option = Reason.none
    /// The sign-off that the row makes; nil for most rows. The sign-off of an approved proposal lacks the proposal's
    /// value, which is not sent yet.
    package var signOff: SignOff?
    /// Why the row is skipped although its reviewer did not skip it; nil for most rows.
    package var leftOut: LeftOut?
    /// A text of the row that other texts are offered as a suggestion; nil for most rows.
    package var offer: OfferedText?
    /// The earlier decision that puts the row in conflict, or that was overridden.
    package var earlierDecision: EarlierDecision?
    /// The row's verdict without ``earlierDecision``; nil in a plan that was read from a file.
    var withheldVerdict: Verdict?

    package init(
      row: ReturnedRow, verdict: Verdict, reason: Reason = .none, notes: [Reason] = [], serverValue: String? = nil,
      serverProposal: Proposal? = nil, findings: [TextFinding] = [], source: String? = nil, signOff: SignOff? = nil
    ) {
      self.row = row
      self.verdict = verdict
      self.reason = reason
      self.notes = notes
      self.serverValue = serverValue
      self.serverProposal = serverProposal
      self.findings = findings
      self.source = source
      self.signOff = signOff
    }

    /// The text that the row showed when it was exported: the proposal, or the current value if there was none.
    package var baseText: String {
      // A suggestion fills both columns but was not on the server, so it is not the base.
      if row.base?.suggestion == nil, let exported = row.exportedProposal, !exported.isEmpty { return exported }
      return row.currentValue
    }
  }

  /// One planned call, for one or more rows with the same request.
  ///
  /// Journals of imports and saved plans store its encoded form, so the names of its properties are part of their format.
  public struct Change: Hashable, Codable, Sendable {
    /// The kind of call, with its values.
    package enum Operation: Hashable, Codable, Sendable {
      /// Post a proposal with this value.
      case propose(value: String)
      /// Delete the proposal with this id and this value.
      case delete(proposalID: Int, value: String)
    }

    /// The text to change.
    public let text: TextIdentity
    /// The call.
    package let operation: Operation
    /// The indices in ``Changeset/items`` of the rows that ask for the call, in ascending order.
    public let items: [Int]
    /// The pending proposals of the text when the plan was made; nil if they are not known.
    public let pending: [Proposal]?

    package init(text: TextIdentity, operation: Operation, items: [Int], pending: [Proposal]? = nil) {
      (self.text, self.operation, self.items, self.pending) = (text, operation, items, pending)
    }

    /// Whether the call deletes.
    package var isDelete: Bool { if case .delete = operation { true } else { false } }

    /// Returns the same call for rows at other indices, with other pending proposals.
    func asked(byItems items: Range<Int>, pending: [Proposal]?) -> Change {
      Change(text: text, operation: operation, items: Array(items), pending: pending)
    }
  }

  /// The rows that are not unchanged, in order of file and row.
  public var items: [Item]
  /// The calls, in order of the first row that asks for each; the deletes of a text come before its proposals.
  public internal(set) var changes: [Change]
  /// The number of rows with each verdict; their sum is the number of rows read.
  public internal(set) var counts: [Verdict: Int]
  /// Remarks about files and about the import as a whole.
  public private(set) var diagnostics: [Diagnostic] = []
  /// The files that were read.
  public let files: [ReturnedSheet.File]
  /// The reviewers' notes.
  package let notes: [ReturnedSheet.Note]
  /// The files that are not review sheets and were left out.
  package let foreignFiles: [ReturnedSheet.ForeignFile]

  /// The number of texts that machines wrote and no person approved; 0 in a plan that was read from a file.
  package internal(set) var unreadCount = 0
  /// The most penalty points per 1,000 words that the project takes of the errors that reviewers noted; nil for any
  /// number, and in a plan that was read from a file.
  package var mostPoints: Int?

  /// When the plan's catalog was read; nil if that is not known. A submission reads the server again before its first
  /// call if this is nil or too long ago.
  package var reading: Catalog.Reading?

  /// The checks of the plan, for texts that are chosen later.
  var checks = RowChecks(PlanningOptions())

  /// Creates a plan from its fields. Without counts, it has only its items as rows.
  package init(
    items: [Item], changes: [Change], counts: [Verdict: Int]? = nil, files: [ReturnedSheet.File] = [],
    diagnostics: [Diagnostic] = [], notes: [ReturnedSheet.Note] = [], foreignFiles: [ReturnedSheet.ForeignFile] = [],
    reading: Catalog.Reading? = nil
  ) {
    self.items = items
    self.changes = changes
    self.counts = counts ?? items.reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 }
    self.files = files
    self.diagnostics = diagnostics
    self.notes = notes
    self.foreignFiles = foreignFiles
    self.reading = reading
  }

  /// The number of rows read.
  package var rowCount: Int { counts.values.reduce(0, +) }
  /// Whether a row was refused.
  package var hasRefusals: Bool { refusedCount > 0 }
  /// The number of rows that need a person's decision but are not in ``items``, because a saved plan leaves them out.
  package var leftOutCount: Int {
    func needsLook(_ verdict: Verdict) -> Bool {
      verdict.isRefusal || [.conflict, .notChosen, .unapproved].contains(verdict)
    }
    return counts.reduce(0) { $0 + (needsLook($1.key) ? $1.value : 0) } - items.count { needsLook($0.verdict) }
  }
  /// Whether a file was left out.
  package var hasForeignFiles: Bool { !foreignFiles.isEmpty }
  /// Whether there is an error in a file or in the import as a whole, such as a file that was left out or an emptied
  /// column.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  /// Whether a check of severity warning found a fault.
  package var hasCheckWarnings: Bool { items.contains { $0.findings.contains { $0.severity == .warning } } }
  /// The sign-offs of rows that are reviewed or whose approved value is already pending, one for each text.
  package var signOffs: [SignOff] {
    var seen: Set<TextIdentity> = []
    return items.compactMap { [.reviewed, .alreadyProposed].contains($0.verdict) ? $0.signOff : nil }.filter {
      seen.insert($0.text.normalized).inserted
    }
  }
  /// Whether a row is in conflict with the server.
  package var hasConflicts: Bool { counts[.conflict, default: 0] > 0 }
  /// The number of refused rows.
  package var refusedCount: Int { counts.reduce(0) { $0 + ($1.key.isRefusal ? $1.value : 0) } }
  /// The number of calls that delete.
  public var deleteCount: Int { changes.count(where: \.isDelete) }
  /// The number of calls that propose.
  public var proposeCount: Int { changes.count - deleteCount }
}

extension [Changeset.Change] {
  /// The indices of the changes of each text, in the order of the texts' first changes.
  var indicesByText: [[Int]] {
    var groups: [[Int]] = []
    var groupOfText: [TextIdentity: Int] = [:]
    for (index, change) in enumerated() {
      let group = groupOfText[change.text] ?? groups.count
      if group == groups.count {
        groupOfText[change.text] = group
        groups.append([])
      }
      groups[group].append(index)
    }
    return groups
  }
}

extension Changeset.Change.Operation {
  /// The members that describe the call.
  package var json: JSONValue {
    switch self {
    case .propose(let value): ["operation": "propose", "value": value]
    case .delete(let id, let value): ["operation": "delete", "proposalID": id, "value": value]
    }
  }
}

extension [ReturnedSheet.ForeignFile] {
  /// The files as a list: `file`, `message`.
  package var json: JSONValue { .array(map { ["file": $0.path, "message": $0.message] }) }
}

extension Changeset {
  /// Returns the plan with only some of its changes. The rows that ask for the others are skipped, with a note.
  ///
  /// - Parameter picked: The indices in ``changes`` of the changes to keep.
  package func keeping(_ picked: Set<Int>) -> Changeset {
    var plan = self
    plan.changes = []
    for (index, change) in changes.enumerated() {
      if picked.contains(index) {
        plan.changes.append(change)
        continue
      }
      for item in change.items {
        plan.decide(item, as: .skipped)
        plan.items[item].notes.append(Reason("note.notPicked"))
        plan.items[item].leftOut = .pick
      }
    }
    return plan
  }

  mutating func decide(_ item: Int, as verdict: Verdict) {
    let old = items[item].verdict
    counts[old] = counts[old].flatMap { $0 > 1 ? $0 - 1 : nil }
    counts[verdict, default: 0] += 1
    items[item].verdict = verdict
  }
}
