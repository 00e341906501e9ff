import ArgumentParser
import Basics
import NStackAPI
import Spreadsheet
import TranslationReview

/// The files in which people read what became of the rows of returned sheets.
struct ResultFiles: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the returned sheet with a Result column and brought up to date (for several sheets: a folder).",
      valueName: "file"))
  var annotate: String?
  @Option(
    name: .long,
    help: ArgumentHelp("Write a sheet of what was refused, in conflict or failed (.xlsx or .csv).", valueName: "file"))
  var toFix: String?
  @Option(name: .long, help: ArgumentHelp("Write a report (.html or .json).", valueName: "file"))
  var report: String?

  func validate() throws {
    if let toFix, ![.xlsx, .csv].contains(TableFormat(extensionOf: toFix)) {
      throw ValidationError("--to-fix \(toFix): the name is to end in .xlsx or .csv.")
    }
    if let report, !Self.has(report, [".html", ".htm", ".json"]) {
      throw ValidationError("--report \(report): the name is to end in .html or .json.")
    }
  }

  /// Refuses, before anything is sent, names that could not be written to afterwards or at which something stands that is
  /// read.
  ///
  /// - Parameters:
  ///   - foreignFiles: The files that were read and left out.
  ///   - plan: The plan that is read.
  ///   - planToWrite: The plan that is written.
  func check(
    against files: [ReturnedSheet.File], _ foreignFiles: [ReturnedSheet.ForeignFile], plan: String? = nil,
    planToWrite: String? = nil
  ) throws {
    let annotated = try annotationTargets(of: files, foreignFiles)
    var targets = annotated.map { ("--annotate", $0) }
    let sources = files.map(\.path) + foreignFiles.map(\.path) + [plan].compactMap(\.self)
    for (flag, path) in [("--to-fix", toFix), ("--report", report), ("--output", planToWrite)] {
      guard let path else { continue }
      if let source = sources.first(where: { PlainFile.isSame($0, path) }) {
        throw Failure.usage(
          "usage.results", "\(flag) would write over \(source), which is read.", hint: "Choose another name.")
      }
      targets.append((flag, path))
    }
    for (index, (flag, path)) in targets.enumerated() {
      if let other = targets[..<index].first(where: { $0.1 == path || PlainFile.isSame($0.1, path) }) {
        throw Failure.usage(
          "usage.results", "\(other.0) and \(flag) would both write to \(path).", hint: "Choose another name for one.")
      }
    }
    // A folder of annotated sheets is made; every other one has to be there.
    for (flag, path) in targets
    where flag != "--annotate" || !annotatesIntoFolder(files, foreignFiles) {
      if let reason = PlainFile.reasonNotToWrite(path) {
        throw Failure.usage("usage.results", "\(flag): \(path) could not be written, as \(reason).")
      }
    }
    if annotate != nil, let changed = files.first(where: { $0.isUnchanged != true }) {
      throw Failure.usage(
        "annotate.changed", "--annotate needs \(changed.path) as it was read, and it was changed or is gone.",
        hint: "Put it back, or leave --annotate out.")
    }
    for (index, target) in annotated.enumerated() {
      let source = files[index].path
      if PlainFile.isSame(source, target) {
        throw Failure.usage(
          "usage.annotate", "--annotate would write over the returned sheet \(source).", hint: "Choose another name.")
      }
      let isWorkbook = !files[index].worksheets.isEmpty
      if isWorkbook == (TableFormat(ofFileNamed: target)?.isDelimited == true) {
        throw Failure.usage(
          "usage.annotate", "--annotate \(target): the annotated copy of \(source) has the same format as the sheet.",
          hint: "Give it the same ending.")
      }
    }
  }

  /// Writes what was asked for after an import. What was sent is sent, so an error is told and goes no further.
  ///
  /// - Parameter catalog: What the server held before; where it matters, it is read again.
  /// - Returns: Whether all was written.
  func write(
    _ report: SubmissionReport, _ catalog: Catalog, _ connection: Connection, csv: CSVReadingOptions,
    _ output: OutputOptions
  ) async -> Bool {
    var isAllWritten = true
    func attempt(_ body: () throws -> Void) {
      do {
        try body()
      } catch {
        Terminal.note("error: \(Failure(error)?.shownLine ?? "\(error)")")
        isAllWritten = false
      }
    }
    attempt { try writeReport(HTMLReport(report), report.json, connection, output) }
    var after = catalog
    if annotate != nil || toFix != nil, connection.stop.reason != nil {
      // Whoever interrupted it wants to leave.
      output.note("the server was not read again: the sheets show what is not in this import as it was before")
    } else if annotate != nil || toFix != nil {
      do {
        after = try await connection.fetchCatalog(output)
      } catch {
        Terminal.note(
          "error: \(Failure(error)?.shownLine ?? "\(error)") The sheets show what is not in this import as it was before."
        )
        isAllWritten = false
      }
    }
    attempt {
      try writeAnnotation(
        SheetAnnotation(report, catalog: after, scope: connection.scope, csv: csv), report.changeset, output)
    }
    attempt { try writeToFix(report.changeset, report.results, after, connection, output) }
    return isAllWritten
  }

  /// Writes what was asked for of a plan.
  func write(
    _ changeset: Changeset, catalog: Catalog, _ connection: Connection, csv: CSVReadingOptions, _ output: OutputOptions
  ) throws {
    try writeReport(HTMLReport(changeset), changeset.json, connection, output)
    try writeAnnotation(
      SheetAnnotation(changeset, catalog: catalog, scope: connection.scope, csv: csv), changeset, output)
    try writeToFix(changeset, changeset.results, catalog, connection, output)
  }

  private func writeReport(
    _ page: HTMLReport, _ json: JSONValue, _ connection: Connection, _ output: OutputOptions
  ) throws {
    guard let report else { return }
    var page = page
    page.facts = [
      ("Profile", connection.profile), ("Platform", connection.scope.platform), ("Server", connection.scope.origin),
      ("Application", connection.scope.shortApplicationHash), ("Written", CalendarTime.now()),
      ("Tool", ProgramVersion.name),
    ]
    let file = try OutputFile(path: report)
    let text = Self.has(report, [".json"]) ? json.text + "\n" : page.text
    try Array(text.utf8).withUnsafeBytes { try file.write($0) }
    try file.finish()
    output.note("wrote \(report)")
  }

  private func writeAnnotation(
    _ annotation: SheetAnnotation, _ changeset: Changeset, _ output: OutputOptions
  ) throws {
    for (index, target) in try annotationTargets(of: changeset.files, changeset.foreignFiles).enumerated() {
      if annotatesIntoFolder(changeset.files, changeset.foreignFiles) { try PlainFile.makeFolders(above: target) }
      try annotation.write(fileAt: index, to: OutputFile(path: target))
      output.note("wrote \(target)")
    }
  }

  private func writeToFix(
    _ changeset: Changeset, _ results: [RowResult], _ catalog: Catalog, _ connection: Connection,
    _ output: OutputOptions
  ) throws {
    guard let toFix else { return }
    // An import that was gone on with knows no texts where the server cannot be read after it.
    guard !catalog.languages.isEmpty else {
      throw Failure.usage(
        "usage.results", "--to-fix: \(toFix) was not written, as the server was not read after the import.",
        hint: "Import the sheet again with --to-fix.")
    }
    guard let sheet = ToFixSheet(changeset, results: results, catalog: catalog, scope: connection.scope) else {
      return output.note(Self.nothingToFix(results, toFix))
    }
    let writer = ReviewSheetWriter(
      sheet.sheet,
      provenance: SheetProvenance(
        profile: connection.profile, exportedAt: CalendarTime.now(), tool: ProgramVersion.name,
        mark: .random(in: .min ... .max)))
    if TableFormat(extensionOf: toFix) == .xlsx {
      _ = try writer.writeXLSX(to: OutputFile(path: toFix))
    } else {
      _ = try writer.writeCSV(to: OutputFile(path: toFix))
    }
    output.note("wrote \(toFix): \(Counted.text(sheet.rowCount, "row")) to fix")
  }

  /// Where the annotated copy of each file goes: the name given, or for several files their own names in that folder.
  private func annotationTargets(
    of files: [ReturnedSheet.File], _ foreignFiles: [ReturnedSheet.ForeignFile]
  ) throws -> [String] {
    guard let annotate else { return [] }
    if !annotatesIntoFolder(files, foreignFiles) { return [annotate] }
    guard !TableFormat.isSpreadsheet(named: annotate) else {
      throw Failure.usage(
        "usage.annotate", "--annotate \(annotate) names one file, and \(files.count) sheets are to be annotated.",
        hint: "Name a folder.")
    }
    var taken: Set<String> = []
    return try files.map { file in
      let name = String(file.path.split(separator: "/").last ?? "sheet")
      guard taken.insert(name.lowercased()).inserted else {
        throw Failure.usage(
          "usage.annotate", "two of the sheets are called \(name), so one folder cannot hold both.",
          hint: "Import them one after the other.")
      }
      return "\(annotate.hasSuffix("/") ? String(annotate.dropLast()) : annotate)/\(name)"
    }
  }

  /// Whether annotated copies go into a folder: where there are several, or were before some files were left out.
  private func annotatesIntoFolder(
    _ files: [ReturnedSheet.File], _ foreignFiles: [ReturnedSheet.ForeignFile]
  ) -> Bool {
    guard files.count == 1 else { return true }
    return !foreignFiles.isEmpty && !(annotate.map(TableFormat.isSpreadsheet) ?? false)
  }

  private static func has(_ name: String, _ endings: [String]) -> Bool {
    endings.contains { name.lowercased().hasSuffix($0) }
  }
}
