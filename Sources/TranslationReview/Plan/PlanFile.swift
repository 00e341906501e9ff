import NStackAPI
public import Spreadsheet

/// A plan that was saved to be looked at and applied later, exactly as it is.
///
/// It names the application, platform, server and person that it is for, the files that it was made from, and for each
/// call the value and what the server held when the plan was made.
public struct PlanFile: Sendable {
  /// The version of the format that this program writes and reads.
  static let version = 1
  static let format = "nstack-review plan"

  /// One call.
  struct PlannedChange: Hashable, Sendable {
    let text: TextIdentity
    let operation: Changeset.Change.Operation
    /// What the server served; empty where it was not translated.
    let currentValue: String
    /// The proposals that were pending.
    let pending: [Proposal]
    /// The rows that want it.
    let rows: [PlannedRow]
  }

  /// One row that wants a call, with what it takes to bring its cells up to date afterwards.
  struct PlannedRow: Hashable, Sendable {
    let place: RowPlace
    /// The locale as the sheet spells it.
    let locale: String
    /// The `Base` cell; empty where there is none.
    let base: String
    /// Whether the hidden cells beside the row are those of another one.
    let isBaseFoundElsewhere: Bool
  }

  /// When the plan was made, in UTC, ISO 8601.
  public let createdAt: String
  /// The program that made it.
  public let tool: String
  /// The profile's name.
  public let profile: String
  /// A hash of application, platform and origin.
  let scope: String
  /// A few letters by which people tell two applications apart.
  public let application: String
  /// The platform's slug.
  public let platform: String
  /// The API's origin.
  public let origin: String
  /// A hash of the guid: only who made a proposal may delete it, so the guid itself stays with its owner.
  let guid: String
  /// The files that the plan was made from.
  public let files: [ReturnedSheet.File]
  /// The files that are not review sheets and were left out.
  public let foreignFiles: [ReturnedSheet.ForeignFile]
  /// How many rows were left out, by what was found.
  let leftOut: [Verdict: Int]
  let changes: [PlannedChange]
  /// The reviewers' notes in the files.
  public let notes: [ReturnedSheet.Note]

  /// How many calls it has.
  public var changeCount: Int { changes.count }

  init(
    createdAt: String, tool: String, profile: String, scope: String, application: String, platform: String,
    origin: String, guid: String, files: [ReturnedSheet.File], leftOut: [Verdict: Int], changes: [PlannedChange],
    notes: [ReturnedSheet.Note], foreignFiles: [ReturnedSheet.ForeignFile]
  ) {
    self.createdAt = createdAt
    self.tool = tool
    self.profile = profile
    self.scope = scope
    self.application = application
    self.platform = platform
    self.origin = origin
    self.guid = guid
    self.files = files
    self.leftOut = leftOut
    self.changes = changes
    self.notes = notes
    self.foreignFiles = foreignFiles
  }

  /// Takes what a plan would send.
  ///
  /// - Parameters:
  ///   - guid: Who proposes.
  ///   - provenance: The profile, the time and the program.
  public init(_ changeset: Changeset, scope: SheetScope, guid: String, provenance: SheetProvenance) {
    self.init(
      createdAt: provenance.exportedAt ?? "", tool: provenance.tool, profile: provenance.profile,
      scope: scope.hash.text, application: scope.shortApplicationHash, platform: scope.platform, origin: scope.origin,
      guid: PlanIdentity.mark(ofGUID: guid), files: changeset.files,
      leftOut: changeset.counts.filter { !$0.key.isChange && $0.value > 0 },
      changes: changeset.changes.map { change in
        PlannedChange(
          text: change.text, operation: change.operation,
          currentValue: change.items.first.flatMap { changeset.items[$0].serverValue } ?? "",
          pending: change.pending ?? [],
          rows: change.items.map { index in
            let returned = changeset.items[index].row
            return PlannedRow(
              place: returned.place, locale: returned.row.text.locale, base: returned.row.base?.text ?? "",
              isBaseFoundElsewhere: returned.isBaseFoundElsewhere)
          })
      }, notes: changeset.notes, foreignFiles: changeset.foreignFiles)
  }

  // MARK: - Applying

  /// The plan against what the server holds now: the calls as they were saved, less those that have gone stale.
  ///
  /// - Throws: ``SpreadsheetError``: `plan.other-application` and `plan.other-guid` for a plan that is for another
  ///   application, platform, server or person.
  public func changeset(
    against catalog: Catalog, scope: SheetScope, guid: String
  ) throws(SpreadsheetError) -> Changeset {
    guard self.scope == scope.hash.text else {
      throw SpreadsheetError(
        SpreadsheetError.Code(rawValue: "plan.other-application"),
        "the plan is for another application, platform or server (\(platform), \(origin), application \(application)) "
          + "than the one connected to (\(scope.platform), \(scope.origin), application \(scope.shortApplicationHash))."
      )
    }
    guard self.guid == PlanIdentity.mark(ofGUID: guid) else {
      throw SpreadsheetError(
        SpreadsheetError.Code(rawValue: "plan.other-guid"),
        "the plan was made under another guid, so what it deletes and replaces is not this profile's.",
        hint: "Make a new plan with diff --output.")
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
    return Changeset(
      items: items, changes: fresh, counts: items.reduce(into: leftOut) { $0[$1.verdict, default: 0] += 1 },
      diagnostics: foreignFiles.map(\.diagnostic) + leftOutDiagnostics, files: files, notes: notes,
      foreignFiles: foreignFiles)
  }

  /// What the plan left out and somebody has to look at.
  private var leftOutDiagnostics: [Diagnostic] {
    let parts = Verdict.allCases.compactMap { verdict -> String? in
      guard let count = leftOut[verdict], verdict.isRefusal || verdict == .conflict else { return nil }
      return "\(count) \(verdict.rawValue)"
    }
    guard !parts.isEmpty else { return [] }
    return [
      Diagnostic(
        code: "plan.left-out", severity: .warning,
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
    var returned = ReturnedRow(place: row.place, row: reviewRow, isProposalChanged: !isDelete)
    returned.isBaseFoundElsewhere = row.isBaseFoundElsewhere
    return Changeset.Item(
      row: returned, verdict: decision.verdict, message: decision.message, notes: decision.notes,
      serverValue: catalog.value(of: change.text), serverProposal: decision.proposal)
  }
}
