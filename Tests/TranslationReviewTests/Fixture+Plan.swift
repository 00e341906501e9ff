import ReviewFixtures
import ReviewSheets

@testable import TranslationReview

extension Fixture {
  static func options(_ change: (inout PlanningOptions) -> Void) -> PlanningOptions {
    var options = PlanningOptions()
    change(&options)
    return options
  }

  static func plan(
    _ sheet: ReturnedSheet, against catalog: Catalog, options: PlanningOptions = PlanningOptions()
  ) -> Changeset {
    ChangesetPlanner.plan(sheet, against: catalog, scope: scope, options: options)
  }

  static func plan(
    _ rows: [ReturnedRow], against catalog: Catalog, scope: SheetScope = scope,
    options: PlanningOptions = PlanningOptions()
  ) -> Changeset {
    var sheet = ReturnedSheet()
    sheet.rows = rows
    sheet.exportedProposals = exportedProposals(rows)
    return ChangesetPlanner.plan(sheet, against: catalog, scope: scope, options: options)
  }

  /// Reads a file, and plans what it asks for.
  static func plan(
    fileAt path: String, against catalog: Catalog, options: PlanningOptions = PlanningOptions()
  ) throws -> Changeset {
    plan(try ReviewSheetReader.read([path]), against: catalog, options: options)
  }
}

extension EditedSheet {
  /// Exports, changes the tables, and plans what came back.
  func plan(options: PlanningOptions = PlanningOptions(), _ edit: (inout [Table]) throws -> Void) throws -> Changeset {
    Fixture.plan(try read(edit), against: catalog, options: options)
  }
}
