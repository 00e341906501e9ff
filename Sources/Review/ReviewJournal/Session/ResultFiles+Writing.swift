import Basics
import NStackAPI
import ReviewReports
import Spreadsheet
import TranslationReview

extension ResultFiles {
  /// Writes the files after an import. The calls were already made, so errors only go to the dialog.
  ///
  /// - Parameter before: The server's contents before the import. If a file needs the contents after the import, the
  ///   server is read again.
  /// - Returns: Whether all files were written.
  func write(_ sent: SentImport, _ before: Catalog, _ profile: ReviewProfile, _ dialog: any ImportDialog) async -> Bool
  {
    let report = sent.report
    var isAllWritten = true
    func attempt(_ body: () throws -> Void) {
      if dialog.reporting(ImportEvent.resultFailed, body) == nil { isAllWritten = false }
    }
    attempt {
      let started = UTCTime.text(sent.record.startedAt)
      let facts = report.outcomes.isEmpty ? [] : [("Import", sent.record.id), ("Started", started)]
      try writeReport(HTMLReport(report), report.json, before, facts, profile, dialog)
    }
    var after = before
    if annotated != nil || toFix != nil {
      if profile.stop.reason != nil {
        // A user who interrupted the import does not want to wait.
        dialog.note(.resultsFromBefore(nil))
      } else {
        do { after = try await profile.readCatalog(dialog) } catch {
          dialog.note(.resultsFromBefore(error))
          isAllWritten = false
        }
      }
    }
    attempt { try writeCopies(report.changeset, report, after, profile, dialog) }
    attempt { try writeToFix(report.changeset, report.results, after, profile, dialog) }
    return isAllWritten
  }

  /// Writes the files of a plan that is not carried out.
  ///
  /// - Throws: `SpreadsheetError`, ``ImportError``.
  package func write(_ plan: ImportPlan, _ profile: ReviewProfile, _ dialog: any ImportDialog) throws {
    guard let catalog = plan.catalog else { return }
    let changeset = plan.changeset
    try writeReport(HTMLReport(changeset), changeset.json, catalog, [], profile, dialog)
    try writeCopies(changeset, nil, catalog, profile, dialog)
    try writeToFix(changeset, changeset.results, catalog, profile, dialog)
  }

  private func writeReport(
    _ page: HTMLReport, _ json: JSONValue, _ catalog: Catalog, _ importFacts: [(String, String)],
    _ profile: ReviewProfile, _ dialog: any ImportDialog
  ) throws {
    guard let report else { return }
    try PlainFile.replace(report) { output in
      guard !report.lowercased().hasSuffix(".json") else {
        (profile.isSandbox ? json.with(["sandbox": true]) : json).write(to: &output)
        return output.write("\n")
      }
      var page = page
      page.isSandbox = profile.isSandbox
      // A resumed import did not read the texts.
      if !catalog.languages.isEmpty { page.catalog = catalog }
      page.facts = profile.facts(with: importFacts)
      page.write(to: &output)
    }
    dialog.note(.wrote(report))
  }

  private func writeCopies(
    _ changeset: Changeset, _ report: SubmissionReport?, _ catalog: Catalog, _ profile: ReviewProfile,
    _ dialog: any ImportDialog
  ) throws {
    let annotation = SheetAnnotation(
      changeset, report, catalog: catalog, scope: profile.scope, provenance: profile.provenance(), csv: csv)
    let isFolder = annotatesIntoFolder(changeset.files, changeset.foreignFiles)
    for (index, target) in try annotationTargets(of: changeset.files, changeset.foreignFiles).enumerated() {
      if isFolder { try PlainFile.makeFolders(above: target) }
      try annotation.write(fileAt: index, to: OutputFile(path: target))
      dialog.note(.wrote(target))
    }
  }

  private func writeToFix(
    _ changeset: Changeset, _ results: [RowResult], _ catalog: Catalog, _ profile: ReviewProfile,
    _ dialog: any ImportDialog
  ) throws {
    guard let toFix else { return }
    // A resumed import has no texts if the server could not be read after it.
    guard !catalog.languages.isEmpty else {
      throw ImportError(
        .results, "\(names.toFix): \(toFix) was not written, as the server was not read after the import.",
        hint: "Import the sheet again with \(names.toFix).")
    }
    for (index, target) in try toFixTargets(of: changeset.files).enumerated() {
      // A plan without sheets has no file; with one sheet, that file has all results.
      let own = results.filter { changeset.files.count < 2 || changeset.items[$0.item].row.place.fileIndex == index }
      guard
        let sheet = ToFixSheet(
          changeset, results: own, catalog: catalog, scope: profile.scope,
          format: SheetFormat(extensionOf: target) ?? .csv)
      else {
        let open = own.count { $0.kind == .unconfirmed || $0.kind == .notAttempted }
        dialog.note(.nothingToFix(target, open: open, leftOut: changeset.leftOutCount))
        continue
      }
      if target != toFix { try PlainFile.makeFolders(above: target) }
      let first = changeset.files.indices.contains(index) ? changeset.files[index].sheetID : nil
      let export = first.flatMap { id in profile.rounds(dialog).rounds.last { $0.id == id }?.export }
      let provenance = profile.provenance(
        salt: .random(in: .min ... .max), agency: export?.agency ?? export?.preset, dueDays: export?.dueDays)
      let writer = ReviewSheetWriter(sheet.sheet, provenance: provenance)
      let summary = try writer.write(toFileAt: target)
      let event = SheetEvent.Export(
        sheetID: summary.sheetID, file: AbsolutePath.of(target), time: profile.now, locales: sheet.locales,
        rows: sheet.rowCount, dueDays: export?.dueDays, fixes: first)
      profile.record([.exported(event)], dialog)
      dialog.note(.wroteToFix(target, rows: sheet.rowCount))
    }
  }
}

extension ReviewProfile {
  /// The facts in a report about the connection and the time of writing.
  package func facts(with others: [(String, String)] = []) -> [(name: String, value: String)] {
    [
      ("Profile", name), ("Platform", scope.platform), ("Server", scope.origin),
      ("Application", scope.shortApplicationHash),
    ] + others + [("Written", now), ("Tool", tool)]
  }
}
