public import ArgumentParser
import Basics
import GoogleDrive
import NStackAPI
public import ReviewJournal
import ReviewReports
import Spreadsheet
public import TranslationReview

/// `export`: writes texts and proposals as a review sheet.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write texts and proposals as a review sheet (.xlsx, .csv, .xlf or .po; - for CSV).",
    discussion: """
      A file is overwritten only if no edit is lost: an import sent every edit in it, or the server has it.

      Examples:

        nstack-review export review.xlsx --locale da-DK --source en-GB
        nstack-review export review.csv --only missing --memory team.tmx --memory 'Saved translations.xlsx'
        nstack-review export --to agency-berlin
        nstack-review export --to 'agency-*'
        nstack-review export review.xlsx --locale da,de --except de-DE
        nstack-review export review.xlsx --locale da-DK --since sent.xlsx --dry-run
        nstack-review export review.xlf --source en-GB --split locale
        nstack-review export drive:0FolderId/review.xlsx --locale da-DK --google-sheet
      """)

  @Argument(
    help: ArgumentHelp(
      "The file to write, or drive:FOLDER/NAME; - writes CSV to standard output (default: the preset's).",
      valueName: "file"), completion: .sheets)
  var destination: String?
  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "Export as this preset of the project's file says, such as an agency; several with commas or a pattern.",
      valueName: "preset"),
    completion: .presets)
  var presets: [String] = []
  @Option(
    name: .long, help: "The locale whose texts are shown beside the others, for translators.", completion: .locales)
  var source: String?
  @Option(
    name: .long,
    help:
      "Only texts that are missing, translated, proposed or mine; unreviewed and, with --since, changed leave out others."
  )
  var only: [String] = []
  @Option(name: .long, help: "Only what changed since this earlier sheet.", completion: .sheets)
  var since: String?
  @Option(
    name: .long, help: "Descriptions, screenshots and maximum lengths (.yaml or .csv), shown beside the texts.",
    completion: .file(extensions: ["yaml", "yml", "csv", "xlsx"]))
  var context: String?
  @OptionGroup var memories: MemoryOptions
  @Option(name: .long, help: "Write a file for each locale or section.")
  var split: SheetSplit?
  @Option(name: .long, help: "rows, locales (a worksheet each) or columns (one row per text).")
  var layout: SheetLayout?
  @Option(name: .long, help: "The delimiter of CSV: comma, semicolon, tab, pipe or one character.")
  var delimiter: String?
  @Option(name: .long, help: "The encoding of CSV (default UTF-8).")
  var encoding: String?
  @Option(name: .long, help: "The version of XLIFF: 1.2 or 2.1, which has one locale in a file.")
  var xliffVersion = XLIFFSheetVersion.version12
  @Flag(name: .long, help: "Lock the cells that are not the reviewer's (without a password).")
  var protect = false
  @Flag(
    name: .long,
    help:
      "Overwrite a file, even one with edits that were not imported. A sheet in Drive is replaced only without such edits."
  )
  var overwrite = false
  @Flag(name: .long, help: "Convert a sheet in Drive to a Google Sheet.")
  var googleSheet = false
  @OptionGroup var drive: DriveOptions
  @Flag(name: .long, help: "Count the words, characters and texts that the sheet would have, and write nothing.")
  var dryRun = false
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  /// The file to write; empty until the preset's is taken.
  var file: String {
    get { destination ?? "" }
    set { destination = newValue }
  }

  func validate() throws {
    if destination == nil, presets.isEmpty {
      throw ValidationError("Name the file to write, or with --to a preset of the project's file.")
    }
    if googleSheet, !DriveAddress.isMeant(file) {
      let place = destination.map { "\($0) is a file of this machine" } ?? "a preset writes a file of this machine"
      throw ValidationError("--google-sheet is about a sheet in Drive, and \(place).")
    }
    try DriveSheets.refuseReading("--context", context)
  }

  func run() async throws {
    try await CommandRun.run(output) {
      let exports = try chosen()
      guard exports.count > 1 else {
        for (_, export) in exports { _ = try await export.export(isAlone: true) }
        return
      }
      var told: [JSONValue] = []
      for (preset, export) in exports {
        let name = preset ?? ""
        if dryRun, !output.json { try Terminal.print("\(Visible.text(name)):") }
        told += try await export.export(isAlone: false).map { $0.adding("preset", .string(name)) }
      }
      if output.json { try Terminal.print(JSONValue.array(told).text) }
    }
  }

  /// - Parameter isAlone: Whether its machine output is printed here, as there is no other export.
  /// - Returns: The machine output of each sheet, or of the counts.
  private func export(isAlone: Bool) async throws -> [JSONValue] {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let export = try await fetchingSince(into: folder)
    if DriveAddress.isMeant(file) {
      try await export.exportToDrive()
      return []
    }
    return try await export.write(try export.job(), isPrinted: isAlone)
  }

  /// Writes what a job exports, and tells of it.
  ///
  /// - Parameters:
  ///   - place: Where in Drive the sheet goes; nil if it stays here.
  ///   - isPrinted: Whether its machine output is printed here.
  /// - Returns: The machine output of each sheet, or of the counts.
  func write(_ job: ExportJob, to place: String? = nil, isPrinted: Bool) async throws -> [JSONValue] {
    try await Connection.withProfile(connection, output) { profile in
      if dryRun {
        let counts = try await job.wordCounts(profile, TerminalDialog(output))
        if isPrinted || !output.json { try output.tell(counts.json, lines: counts.lines) }
        return [counts.json]
      }
      var told: [JSONValue] = []
      let sheet = try await job.run(profile, TerminalDialog(output)) { told.append(tell($0, place)) }
      if output.json, isPrinted, file != "-" { try Terminal.print((split == nil ? told[0] : .array(told)).text) }
      selection.selection.languageLines(among: sheet.catalog.languages.map(\.locale)).forEach(output.note)
      ContextFile.warn(of: job.extras.contexts, in: sheet.catalog, output)
      tellOrphans(sheet)
      tellSourceProposals(sheet)
      return told
    }
  }

  /// The export that the flags ask for.
  func job() throws -> ExportJob {
    try checkFileName()
    let states = try selectedStates()
    let writing = try writingOptions()
    var job = try ExportJob(to: try target(), overwritesEdits: overwrite, csv: try readingOptions())
    job.extras = try extras()
    job.memories = try memories.choice()
    job.selection = selection.selection
    job.selection.states = states
    job.leavesOutReviewed = words.contains("unreviewed")
    job.options.layout = layout ?? .rows
    job.options.isProtected = protect
    job.options.csv = writing
    job.options.xliffVersion = xliffVersion
    return job
  }

  private func target() throws -> ExportJob.Target {
    guard file == "-" else { return split.map { .files(file, $0) } ?? .file(file) }
    guard split == nil else {
      throw Failure.usage(.split, "--split writes files and cannot write to standard output.")
    }
    return .output(StandardOutput())
  }

  private func extras() throws -> ReviewSheet.Extras {
    var extras = ReviewSheet.Extras()
    extras.sourceLocale = source
    extras.contexts = try context.map(ContextFile.contexts(at:))
    extras.previous = try since.map { try PreviousSheet(path: $0, csv: readingOptions()) }
    return extras
  }

  private func tell(_ written: ExportedSheet, _ place: String?) -> JSONValue {
    let (sheet, summary) = (written.sheet, written.summary)
    if !output.json {
      // Where some texts are left out, the number of keys says nothing of the sheet.
      let keys = sheet.takesAll ? ", \(Counted.text(sheet.keys.count, "text"))" : ""
      output.note(
        "\(place.map { "exporting to \($0)" } ?? "wrote \(written.path ?? "standard output")"): \(Counted.text(summary.rows, "row"))\(keys) in "
          + Counted.text(sheet.languages.count, "locale"))
      for counts in sheet.suggestionCounts { output.note(counts.line) }
      if !memories.memory.isEmpty, sheet.suggestionCounts.isEmpty { output.note("no missing text is in the memories") }
    }
    // In Drive, the address is known after the upload.
    let file = place == nil ? [("file", JSONValue.string(written.path ?? "-"))] : []
    let object = JSONValue.object(
      file + [
        ("rows", .integer(summary.rows)), ("keys", .integer(sheet.keys.count)),
        ("locales", .integer(sheet.languages.count)), ("sheetID", .string(summary.sheetID)),
        ("orphanedProposals", .integer(orphanCount(sheet))),
      ])
    return memories.memory.isEmpty ? object : object.adding("suggestions", .array(sheet.suggestionCounts.map(\.json)))
  }

  private func tellOrphans(_ sheet: ReviewSheet) {
    let orphaned = orphanCount(sheet)
    guard orphaned > 0, !output.json else { return }
    output.note(
      "\(Counted.being(orphaned, "proposal")) for texts that no longer exist, so the sheet does not have them; "
        + "`nstack-review proposals list --orphaned` lists them")
  }

  /// The number of proposals for texts that no longer exist, in the locales that were chosen.
  private func orphanCount(_ sheet: ReviewSheet) -> Int {
    let orphaned = sheet.catalog.orphanedProposals
    guard !selection.locales.locale.isEmpty || !selection.locales.except.isEmpty else { return orphaned.count }
    return orphaned.count { proposal in
      sheet.catalog.languageIndex(ofLocale: proposal.text.locale).map(sheet.languages.contains) ?? false
    }
  }

  /// Tells of proposals in the source locale, which has no place of its own where its texts are beside all others.
  private func tellSourceProposals(_ sheet: ReviewSheet) {
    let showsSource = SheetFormat(extensionOf: file)?.showsSource == true
    guard let source = sheet.sourceLanguage ?? (showsSource ? sheet.defaultLanguage : nil),
      !sheet.languages.contains(source), selection.locales.locale.isEmpty, !output.json
    else { return }
    let count = sheet.keys.reduce(0) { $0 + sheet.catalog.pendingProposals(ofKeyAt: $1, inLanguageAt: source).count }
    guard count > 0 else { return }
    let locale = sheet.catalog.languages[source].locale
    output.note(
      "\(Counted.being(count, "proposal")) in the source locale \(locale), which has no \(showsSource ? "rows" : "columns") of its own; "
        + "name \(locale) and the other locales with --locale to add them")
  }

  private func checkFileName() throws {
    guard SheetFormat(extensionOf: file) == nil, file != "-" else { return }
    throw Failure.usage(
      .sheetName, "\(file): the file name must end in .xlsx, .csv, .xlf or .po, or be - for standard output.")
  }

  private func selectedStates() throws -> Set<ReviewSelection.State> {
    var states: Set<ReviewSelection.State> = []
    for word in words {
      switch word {
      case "changed":
        guard since != nil else {
          throw Failure.usage(.only, "--only changed needs --since and the earlier sheet to compare with.")
        }
      case "unreviewed": break
      default:
        guard let state = ReviewSelection.State(rawValue: word) else {
          let known = ReviewSelection.State.allCases.map(\.rawValue) + ["unreviewed", "changed"]
          throw Failure.usage(
            .only, "--only does not know \"\(word)\".", hint: "It takes \(known.joined(separator: ", ")).")
        }
        states.insert(state)
      }
    }
    return states
  }

  /// The words of `--only`. States add to each other; `unreviewed` and `changed` leave texts out.
  private var words: [String] { only.flatMap { $0.split(separator: ",") }.map(String.init) }

  /// The CSV form of an earlier sheet at the same path: the one that this export writes.
  private func readingOptions() throws -> CSVReadingOptions {
    CSVReadingOptions(delimiter: try delimiter.map(DelimiterName.byte(of:)), encoding: encoding)
  }

  private func writingOptions() throws -> CSVWritingOptions {
    var options = CSVWritingOptions()
    options.delimiter = try delimiter.map(DelimiterName.byte(of:))
    if let encoding { options.encoding = encoding }
    return options
  }
}

extension SheetLayout: ExpressibleByArgument {}
extension SheetSplit: ExpressibleByArgument {}
extension XLIFFSheetVersion: ExpressibleByArgument {}
