public import ArgumentParser
import Basics
import NStackAPI
import Spreadsheet
public import TranslationReview

/// `export`: texts and proposals out as a review sheet.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write texts and proposals as a review sheet (.xlsx or .csv; - for CSV).",
    discussion: """
      A file is overwritten only if no edit is lost: an import sent every edit in it, or the server has it.

      Examples:

        nstack-review export review.xlsx --locale da-DK --source en-GB
        nstack-review export review.csv --only missing --section 'account*'
      """)

  @Argument(help: "The file to write; - writes CSV to standard output.")
  var file: String
  @Option(name: .long, help: "The locale whose texts are shown beside the others, for translators.")
  var source: String?
  @Option(
    name: .long,
    help: "Only texts that are missing, translated, proposed, mine or, with --since, changed (repeatable).")
  var only: [String] = []
  @Option(name: .long, help: "Only what changed since this earlier sheet.")
  var since: String?
  @Option(name: .long, help: "Descriptions, screenshots and maximum lengths (.yaml or .csv), shown beside the texts.")
  var context: String?
  @Option(name: .long, help: "Write a file for each locale or section.")
  var split: SplitName.Criterion?
  @Option(name: .long, help: "rows, locales (a worksheet each) or columns (one row per text).")
  var layout = SheetLayout.rows
  @Option(name: .long, help: "The delimiter of CSV: comma, semicolon, tab, pipe or one character.")
  var delimiter: String?
  @Option(name: .long, help: "The encoding of CSV (default UTF-8).")
  var encoding: String?
  @Flag(name: .long, help: "Lock the cells that are not the reviewer's (without a password).")
  var protect = false
  @Flag(name: .long, help: "Overwrite a file, even one with edits that were not imported.")
  var overwrite = false
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      let isXLSX = try Self.isXLSX(file)
      let states = try selectedStates()
      let csv = try writingOptions()
      if split != nil, file == "-" {
        throw Failure.usage("usage.split", "--split writes files and cannot write to standard output.")
      }
      let target =
        split == nil && file != "-"
        ? try ExportTarget.toLose(at: file, overwrite: overwrite, csv: readingOptions()) : nil
      var extras = try self.extras()
      try await Connection.withConnection(connection, output) { connection in
        try extras.previous?.refuseOther(than: connection.scope)
        let catalog = try await connection.fetchCatalog(output)
        try target?.refuseUnsentEdits(against: catalog, connection)
        var taken = selection.selection
        taken.states = states
        for (text, note) in SheetRegisterFile.rounds(self.connection, scope: connection.scope, output).notes {
          extras.notes[catalog.canonical(text)] = note
        }
        let sheet = try ReviewSheet(
          catalog: catalog, scope: connection.scope, selection: taken, extras: extras)
        var options = ReviewSheetWriter.Options()
        options.layout = layout
        options.isProtected = protect
        options.csv = csv
        let provenance = SheetProvenance(
          profile: connection.profile, exportedAt: CalendarTime.now(), tool: ProgramVersion.name,
          mark: .random(in: .min ... .max))
        let parts = split.map { SplitName.parts(of: sheet, by: $0, file: file) } ?? [(file, sheet)]
        if split != nil {
          for part in parts {
            try ExportTarget.toLose(at: part.file, overwrite: overwrite, csv: readingOptions())?
              .refuseUnsentEdits(against: catalog, connection)
          }
        }
        var told: [JSONValue] = []
        for part in parts {
          let writer = ReviewSheetWriter(part.sheet, provenance: provenance, options: options)
          let summary: ReviewSheetWriter.Summary
          if part.file == "-" {
            summary = try writer.writeCSV(to: StandardOutput())
          } else if isXLSX {
            summary = try writer.writeXLSX(to: OutputFile(path: part.file))
          } else {
            summary = try writer.writeCSV(to: OutputFile(path: part.file))
          }
          told.append(tell(summary, part.sheet, part.file))
          if part.file != "-" {
            let export = SheetEvent.Export(
              sheetID: summary.sheetID, file: AbsolutePath.of(part.file), time: CalendarTime.now(),
              locales: part.sheet.languages.map { catalog.languages[$0].locale }, rows: part.sheet.rowTotal,
              notedTexts: part.sheet.notedTexts)
            SheetRegisterFile.keep([.exported(export)], self.connection, scope: connection.scope, output)
          }
        }
        if output.json, file != "-" { try Terminal.print((split == nil ? told[0] : .array(told)).text) }
        tellOrphans(sheet)
      }
    }
  }

  private func extras() throws -> ReviewSheet.Extras {
    var extras = ReviewSheet.Extras()
    extras.sourceLocale = source
    extras.contexts = try context.map(ContextFile.contexts(at:))
    extras.previous = try since.map { try PreviousSheet(path: $0, csv: readingOptions()) }
    return extras
  }

  private func tell(_ summary: ReviewSheetWriter.Summary, _ sheet: ReviewSheet, _ file: String) -> JSONValue {
    if !output.json {
      output.note(
        "wrote \(file == "-" ? "standard output" : file): \(Counted.text(summary.rows, "row")), "
          + "\(Counted.text(sheet.keys.count, "text")) in " + Counted.text(sheet.languages.count, "locale"))
    }
    return .object([
      ("file", .string(file)), ("rows", .integer(summary.rows)), ("keys", .integer(sheet.keys.count)),
      ("locales", .integer(sheet.languages.count)), ("sheetID", .string(summary.sheetID)),
      ("orphanedProposals", .integer(sheet.catalog.orphanedProposals.count)),
    ])
  }

  private func tellOrphans(_ sheet: ReviewSheet) {
    let orphaned = sheet.catalog.orphanedProposals.count
    guard orphaned > 0, !output.json else { return }
    output.note(
      "\(Counted.being(orphaned, "proposal")) for texts that no longer exist and not in the sheet; "
        + "`nstack-review proposals list --orphaned` lists them")
  }

  private static func isXLSX(_ file: String) throws -> Bool {
    let format = TableFormat(extensionOf: file)
    if format == .xlsx { return true }
    if file == "-" || format?.isDelimited == true { return false }
    throw Failure.usage("usage.file-name", "\(file): the name is to end in .xlsx or .csv, or be - for standard output.")
  }

  private func selectedStates() throws -> Set<ReviewSelection.State> {
    var states: Set<ReviewSelection.State> = []
    for word in only.flatMap({ $0.split(separator: ",") }) {
      if word == "changed" {
        guard since != nil else {
          throw Failure.usage("usage.only", "--only changed needs --since and the earlier sheet to compare with.")
        }
        continue
      }
      guard let state = ReviewSelection.State(rawValue: String(word)) else {
        throw Failure.usage(
          "usage.only", "--only does not know \"\(word)\".",
          hint: "It takes \(ReviewSelection.State.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
      states.insert(state)
    }
    return states
  }

  /// How an earlier sheet of this name is read: as this export would write it.
  private func readingOptions() throws -> CSVReadingOptions {
    CSVReadingOptions(delimiter: try delimiter.map(DelimiterName.byte(of:)), encoding: encoding)
  }

  private func writingOptions() throws -> CSVWritingOptions {
    var options = CSVWritingOptions()
    if let delimiter {
      options.delimiter = try DelimiterName.byte(of: delimiter)
    } else if TableFormat(extensionOf: file) == .tsv {
      options.delimiter = UInt8(ascii: "\t")
    }
    if let encoding { options.encoding = encoding }
    return options
  }
}

extension SheetLayout: ExpressibleByArgument {}
extension SplitName.Criterion: ExpressibleByArgument {}
