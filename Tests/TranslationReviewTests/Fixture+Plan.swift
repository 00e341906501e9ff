import ReviewFixtures
import ReviewSheets

@testable import TranslationReview

extension Fixture {
  static func plan(
    _ rows: [ReturnedRow], against catalog: Catalog, scope: SheetScope = scope,
    options: PlanningOptions = PlanningOptions()
  ) -> Changeset {
    var sheet = ReturnedSheet()
    sheet.rows = rows
    sheet.exportedProposals = exportedProposals(rows)
    return ChangesetPlanner.plan(sheet, against: catalog, scope: scope, options: options)
  }
}

extension EditedSheet {
  /// Exports, changes the tables, and plans what came back.
  func plan(
    options: PlanningOptions = PlanningOptions(), _ edit: (inout [Table]) throws -> Void
  ) throws -> Changeset {
    ChangesetPlanner.plan(try read(edit), against: catalog, scope: Fixture.scope, options: options)
  }
}
