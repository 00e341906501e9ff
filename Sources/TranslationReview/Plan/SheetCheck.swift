import NStackAPI

/// What can be told of a returned sheet without a server: the rules that need none.
public struct SheetCheck: Sendable {
  /// The sheet.
  public let sheet: ReturnedSheet
  /// What was found, in order of file and row.
  public let diagnostics: [Diagnostic]

  /// Checks a sheet.
  public init(_ sheet: ReturnedSheet, options: PlanningOptions = PlanningOptions()) {
    self.sheet = sheet
    // Without a server every scope is the right one and every text exists.
    let catalog = Catalog(resources: [], proposals: [])
    let rules = RowRules(
      catalog: catalog, scope: SheetScope(applicationID: "", platform: "", origin: ""), options: options,
      names: NearestName(catalog: catalog))
    var decisions = sheet.rows.map(rules.decisionOfSheetAlone)
    Contradictions(
      rows: sheet.rows, options: options, exportedProposals: sheet.exportedProposals,
      text: { TextIdentity(section: $0.section, key: $0.key, locale: LocaleName.normalized($0.locale)) },
      // What an export showed is taken to be pending still; of a row without a base nothing is known.
      pending: { row in row.base == nil ? nil : .other }
    ).refuse(&decisions)
    diagnostics =
      sheet.diagnostics
      + zip(sheet.rows, decisions).compactMap { row, decision in
        guard let decision = decision ?? rules.offlineDecision(row), decision.verdict.isRefusal else { return nil }
        return Diagnostic(
          code: "row.\(decision.verdict.rawValue)", severity: .error, place: row.place, message: decision.message)
      }
  }

  /// Whether a row would be refused.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The check in lines of text, the counts last.
  public func lines() -> [String] {
    diagnostics.map(\.line) + [
      "\(Counted.text(sheet.rowCount, "row")) in \(Counted.text(sheet.files.count, "file")): "
        + "\(sheet.rows.count) edited, \(diagnostics.count { $0.severity == .error }) refused"
    ]
  }

  /// The check as an object: `rows`, `edited`, `diagnostics`.
  public var json: JSONValue {
    .object([
      ("rows", .integer(sheet.rowCount)), ("edited", .integer(sheet.rows.count)),
      ("diagnostics", .list(diagnostics.count) { [diagnostics] in diagnostics[$0].json }),
    ])
  }
}
