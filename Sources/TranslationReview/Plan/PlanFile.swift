import NStackAPI
public import Spreadsheet

/// A saved plan, to be reviewed and applied later without any change.
///
/// It names the application, platform, server and person that it is for, and the files that it was made from. For each
/// call it has the value, and the server's value and proposals when the plan was made.
public struct PlanFile: Sendable {
  /// The version of the format that this program writes and reads.
  static let version = 1
  static let format = "nstack-review plan"

  /// One call.
  struct PlannedChange: Hashable, Sendable {
    let text: TextIdentity
    let operation: Changeset.Change.Operation
    /// The value that the server served; empty if the text was not translated.
    let currentValue: String
    /// The proposals that were pending.
    let pending: [Proposal]
    /// The rows that ask for the call.
    let rows: [PlannedRow]
  }

  /// One row that asks for a call, with the values that are needed to update its cells afterwards.
  struct PlannedRow: Hashable, Sendable {
    let place: RowPlace
    /// The locale as the sheet spells it.
    let locale: String
    /// The text of the `Base` cell; empty if there is none.
    let base: String
    /// Whether the hidden cells beside the row belong to another row.
    let isBaseFoundElsewhere: Bool
  }

  /// One row that signs its text off.
  struct PlannedSignOff: Hashable, Sendable {
    let row: PlannedRow
    let signOff: SignOff
  }

  /// The time when the plan was made, in UTC, ISO 8601.
  public let createdAt: String
  /// The name and version of the program that made the plan.
  public let tool: String
  /// The profile's name.
  public let profile: String
  /// A hash of the application, platform and origin.
  let scope: String
  /// A few letters of a hash that tell two applications apart.
  public let application: String
  /// The platform's slug.
  public let platform: String
  /// The API's origin.
  public let origin: String
  /// A hash of the guid. Only the guid that made a proposal may delete it, so the guid itself stays with its owner.
  let guid: String
  /// The files that the plan was made from.
  public let files: [ReturnedSheet.File]
  /// The number of rows that were left out, by verdict.
  let leftOut: [Verdict: Int]
  let changes: [PlannedChange]
  /// The rows that sign texts off.
  let signOffs: [PlannedSignOff]
  /// The reviewers' notes in the files.
  public let notes: [ReturnedSheet.Note]
  /// The files that are not review sheets and were left out.
  public let foreignFiles: [ReturnedSheet.ForeignFile]

  /// The number of calls in the plan.
  public var changeCount: Int { changes.count }
}

extension PlanFile {
  /// Creates a plan file from a plan.
  ///
  /// - Parameters:
  ///   - changeset: The plan.
  ///   - scope: The application, platform and origin that it is for.
  ///   - guid: The guid of the person who proposes.
  ///   - provenance: The profile, the time, and the tool that made the plan.
  public init(_ changeset: Changeset, scope: SheetScope, guid: String, provenance: SheetProvenance) {
    self.init(
      createdAt: provenance.exportedAt ?? "", tool: provenance.tool, profile: provenance.profile,
      scope: scope.hash.text, application: scope.shortApplicationHash, platform: scope.platform, origin: scope.origin,
      guid: PlanIdentity.mark(ofGUID: guid), files: changeset.files,
      leftOut: changeset.counts.filter { !$0.key.isChange && $0.key != .reviewed && $0.value > 0 },
      changes: changeset.changes.map { change in
        PlannedChange(
          text: change.text, operation: change.operation,
          currentValue: change.items.first.flatMap { changeset.items[$0].serverValue } ?? "",
          pending: change.pending ?? [],
          rows: change.items.map { PlannedRow(changeset.items[$0].row) })
      },
      signOffs: changeset.items.compactMap { item in
        item.signOff.map { PlannedSignOff(row: PlannedRow(item.row), signOff: $0) }
      }, notes: changeset.notes, foreignFiles: changeset.foreignFiles)
  }

  // MARK: - Applying

  /// Returns the plan for the server's current contents: the saved calls, without those that are stale.
  ///
  /// - Throws: `SpreadsheetError`: `plan.other-application` and `plan.other-guid` for a plan for another application,
  ///   platform, server or person.
  public func changeset(
    against catalog: Catalog, scope: SheetScope, guid: String
  ) throws(SpreadsheetError) -> Changeset {
    guard self.scope == scope.hash.text else {
      throw SpreadsheetError(
        .planOtherApplication,
        "the plan is for a different application, platform or server "
          + "(\(platform), \(origin), application \(application)) than this connection's "
          + "(\(scope.platform), \(scope.origin), application \(scope.shortApplicationHash))."
      )
    }
    guard self.guid == PlanIdentity.mark(ofGUID: guid) else {
      throw SpreadsheetError(
        .planOtherGUID,
        "the plan was made with another guid, so the proposals that it deletes and replaces are not this profile's.",
        hint: "Make a new plan.")
    }
    var items: [Changeset.Item] = []
    var fresh: [Changeset.Change] = []
    for change in changes {
      let decision = PlanFreshness(catalog: catalog).decision(on: change)
      let start = items.count
      items += change.rows.map { item(change, $0, decision, catalog) }
      guard decision.verdict.isChange else { continue }
      fresh.append(
        Changeset.Change(
          text: change.text, operation: change.operation, items: Array(start..<items.count),
          pending: catalog.pendingProposals(of: change.text)))
    }
    items += signOffs.map { item($0, PlanFreshness(catalog: catalog).decision(on: $0.signOff), catalog) }
    return Changeset(
      items: items, changes: fresh, counts: items.reduce(into: leftOut) { $0[$1.verdict, default: 0] += 1 },
      files: files, diagnostics: foreignFiles.map(\.diagnostic) + files.missingRows + leftOutDiagnostics, notes: notes,
      foreignFiles: foreignFiles, reading: catalog.reading)
  }

  /// A warning about the rows that the plan left out and that a person must look at.
  private var leftOutDiagnostics: [Diagnostic] {
    let parts = Verdict.allCases.compactMap { verdict -> String? in
      guard let count = leftOut[verdict], verdict.isRefusal || verdict == .conflict else { return nil }
      return verdict.counted(count)
    }
    guard !parts.isEmpty else { return [] }
    return [
      Diagnostic(
        code: .planLeftOut, severity: .warning,
        message: "When the plan was made, rows were left out of it: \(parts.joined(separator: ", ")).")
    ]
  }

  private func item(
    _ change: PlannedChange, _ row: PlannedRow, _ decision: RowDecision, _ catalog: Catalog
  ) -> Changeset.Item {
    let own = change.pending.first(where: \.canDelete)
    let isDelete: Bool
    let value: String
    switch change.operation {
    case .propose(let proposed): (isDelete, value) = (false, proposed)
    case .delete(_, let deleted): (isDelete, value) = (true, deleted)
    }
    let reviewRow = ReviewRow(
      text: TextIdentity(section: change.text.section, key: change.text.key, locale: row.locale),
      currentValue: change.currentValue, proposal: value, deletable: own.map(\.canDelete),
      action: isDelete ? ReviewAction.delete.rawValue : "", proposalID: own?.id,
      exportedProposal: own?.value ?? change.pending.first?.value, base: RowBase(text: row.base))
    let returned = ReturnedRow(
      place: row.place, cells: reviewRow, isProposalChanged: !isDelete, isBaseFoundElsewhere: row.isBaseFoundElsewhere)
    return Changeset.Item(
      row: returned, verdict: decision.verdict, message: decision.message, notes: decision.notes,
      serverValue: catalog.value(of: change.text), serverProposal: decision.proposal,
      source: RowChecks.sourceBeside(returned, catalog))
  }

  private func item(_ planned: PlannedSignOff, _ decision: RowDecision, _ catalog: Catalog) -> Changeset.Item {
    let text = planned.signOff.text
    let base = RowBase(text: planned.row.base)
    let cells = ReviewRow(
      text: TextIdentity(section: text.section, key: text.key, locale: planned.row.locale),
      action: ReviewAction.ok.rawValue, proposalID: base?.proposalID, base: base)
    let returned = ReturnedRow(
      place: planned.row.place, cells: cells, isProposalChanged: false,
      isBaseFoundElsewhere: planned.row.isBaseFoundElsewhere)
    return Changeset.Item(
      row: returned, verdict: decision.verdict, message: decision.message, notes: decision.notes,
      serverValue: catalog.value(of: text), serverProposal: decision.proposal, signOff: decision.signOff)
  }
}

extension PlanFile.PlannedRow {
  init(_ returned: ReturnedRow) {
    self.init(
      place: returned.place, locale: returned.text.locale, base: returned.base?.text ?? "",
      isBaseFoundElsewhere: returned.isBaseFoundElsewhere)
  }
}
