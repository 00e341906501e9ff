public import Spreadsheet

/// A saved plan, to be reviewed and applied later without any change.
///
/// It names the application, platform, server and person that it is for, and the files that it was made from. Its rows
/// and calls have the same form as in the journal of an import.
public struct PlanFile: Codable, Sendable {
  private enum CodingKeys: CodingKey {
    case createdAt, tool, profile, scope, application, platform, origin, guidHash, plan
  }

  /// The version of the format that this program writes and reads.
  static let version = 2
  static let format = "nstack-review plan"

  /// The time when the plan was made, in UTC, ISO 8601.
  package let createdAt: String
  /// The name and version of the program that made the plan.
  let tool: String
  /// The profile's name.
  let profile: String
  /// A hash of the application, platform and origin.
  let scope: String
  /// A few letters of a hash that tell two applications apart.
  let application: String
  /// The platform's slug.
  let platform: String
  /// The API's origin.
  let origin: String
  /// A hash of the guid. Only the guid that made a proposal may delete it, so the guid itself stays with its owner.
  let guidHash: String
  /// The plan: the rows that lead to calls, those that sign texts off, and the number of the others.
  let plan: Changeset
  /// The options about changes that nobody approved, for when it is applied.
  package var options = PlanningOptions()

  /// The files that the plan was made from.
  package var files: [ReturnedSheet.File] { plan.files }
  /// The files that are not review sheets and were left out.
  package var foreignFiles: [ReturnedSheet.ForeignFile] { plan.foreignFiles }
  /// The number of calls in the plan.
  package var changeCount: Int { plan.changes.count }
}

extension PlanFile {
  /// Creates a plan file from a plan.
  ///
  /// - Parameters:
  ///   - changeset: The plan.
  ///   - scope: The application, platform and origin that it is for.
  ///   - guid: The guid of the person who proposes.
  ///   - provenance: The profile, the time, and the tool that made the plan.
  package init(_ changeset: Changeset, scope: SheetScope, guid: String, provenance: SheetProvenance) {
    var plan = changeset
    plan.counts = plan.counts.filter { !$0.key.isChange && !$0.key.isKept && $0.value > 0 }
    (plan.items, plan.changes) = ([], [])
    for change in changeset.changes {
      let start = plan.items.count
      plan.items += change.items.map { changeset.items[$0] }
      plan.changes.append(change.asked(byItems: start..<plan.items.count, pending: change.pending))
    }
    plan.items += changeset.items.filter(\.isKeptDecision)
    self.init(
      createdAt: provenance.exportedAt ?? "", tool: provenance.tool, profile: provenance.profile,
      scope: scope.hash.text, application: scope.shortApplicationHash, platform: scope.platform, origin: scope.origin,
      guidHash: PlanIdentity.fingerprint(ofGUID: guid), plan: plan)
  }

  /// The current value that the plan saw of a call's text; empty if the text was not translated.
  func currentValue(_ change: Changeset.Change) -> String {
    change.items.first.flatMap { plan.items[$0].serverValue } ?? ""
  }

  // MARK: - Applying

  /// Returns the plan for the server's current contents: the saved calls, without those that are stale.
  ///
  /// - Throws: `SpreadsheetError`: `plan.other-application` and `plan.other-guid` for a plan for another application,
  ///   platform, server or person.
  public func changeset(against catalog: Catalog, scope: SheetScope, guid: String) throws(SpreadsheetError) -> Changeset
  {
    guard self.scope == scope.hash.text else {
      throw SpreadsheetError(
        .planOtherApplication,
        "the plan is for a different application, platform or server "
          + "(\(platform), \(origin), application \(application)) than this connection's "
          + "(\(scope.platform), \(scope.origin), application \(scope.shortApplicationHash)).")
    }
    guard guidHash == PlanIdentity.fingerprint(ofGUID: guid) else {
      throw SpreadsheetError(
        .planOtherGUID,
        "the plan was made with another guid, so the proposals that it deletes and replaces are not this profile's.")
    }
    var items: [Changeset.Item] = []
    var fresh: [Changeset.Change] = []
    var unapproved = 0
    let approvals = Approvals(options, of: plan.items.map(\.row))
    for change in plan.changes {
      var decision = catalog.decision(on: change, currentValue: currentValue(change))
      if decision.verdict.isChange, change.items.allSatisfy({ approvals.lacksDecision(plan.items[$0].row, at: $0) }) {
        unapproved += 1
        if options.withholdsUnapproved { decision = options.unapproved() }
      }
      let start = items.count
      items += change.items.map { index in
        let row = plan.items[index].row
        decision.signOff = decision.verdict.isChange ? plan.items[index].signOff : nil
        var item = Changeset.Item(
          row, decision, serverValue: catalog.value(of: row.text), source: RowChecks.sourceBeside(row, catalog))
        if decision.verdict.isChange { item.earlierDecision = plan.items[index].earlierDecision }
        return item
      }
      guard decision.verdict.isChange else { continue }
      fresh.append(change.asked(byItems: start..<items.count, pending: catalog.pendingProposals(of: change.text)))
    }
    items += plan.items.filter { $0.verdict == .reviewed }.compactMap { planned in
      planned.signOff.map {
        var item = Changeset.Item(
          planned.row, catalog.decision(on: $0), serverValue: catalog.value(of: planned.row.text), source: nil)
        if item.verdict == .reviewed { item.earlierDecision = planned.earlierDecision }
        return item
      }
    }
    items += plan.items.filter { $0.verdict == .rejected }.compactMap { planned in
      planned.serverProposal.map {
        Changeset.Item(
          planned.row, catalog.decision(rejecting: $0, planned.reason),
          serverValue: catalog.value(of: planned.row.text), source: nil)
      }
    }
    var changeset = Changeset(
      items: items, changes: fresh, counts: items.reduce(into: plan.counts) { $0[$1.verdict, default: 0] += 1 },
      files: files,
      diagnostics: foreignFiles.map(\.diagnostic) + files.missingRows + leftOutDiagnostics
        + options.overriding(unapproved), notes: plan.notes, foreignFiles: foreignFiles, reading: catalog.reading)
    changeset.unreadCount = options.unreadCount(items)
    return changeset
  }

  /// A warning about the rows that the plan left out and that a person must look at.
  private var leftOutDiagnostics: [Diagnostic] {
    let parts = Verdict.allCases.compactMap { verdict -> String? in
      guard let count = plan.counts[verdict], verdict.isRefusal || verdict == .conflict else { return nil }
      return verdict.counted(count)
    }
    guard !parts.isEmpty else { return [] }
    return [
      Diagnostic(
        code: .planLeftOut, severity: .warning,
        message: "When the plan was made, rows were left out of it: \(parts.joined(separator: ", ")).")
    ]
  }
}
