public import ArgumentParser
import Basics
import GoogleDrive
import NStackAPI
public import ReviewJournal
import ReviewReports
import Spreadsheet

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "export", "Write texts and proposals as a review sheet (.xlsx, .csv, .xlf, .po or .html; - for CSV).",
    discussion: """
      A file is overwritten only if no edit is lost: an import sent every edit in it, or the server has it. --overwrite \
      overwrites it all the same, but not in Google Drive. There, a name without an ending makes a Google Sheet.
      """,
    examples: [
      "export review.xlsx --locale da-DK --source en-GB", "export review.csv --only missing --memory team.tmx",
      "export --to agency-berlin", "export review.xlsx --locale da,de --except de-DE --since sent.xlsx --dry-run",
      "export drive:0FolderId/review --locale da-DK",
    ])

  @Argument(help: .value("file", "The file to write, drive:FOLDER/NAME, or - for CSV."), completion: .sheets)
  var destination: String?
  @Option("preset", "Use this preset of the project's file, or several.", name: .customLong("to"), completion: .presets)
  var presets: [String] = []
  @OptionGroup var texts: TextChoiceOptions
  @Option("by", "Write a file for each.") var split: SheetSplit?
  @Option("form", "The arrangement.") var layout: SheetLayout?
  @OptionGroup(visibility: .rare) var csv: CSVOptions
  @Option("version", .rare("The version of XLIFF; 2.1 has one locale in a file.")) var xliffVersion = XLIFFSheetVersion
    .version12
  @Flag(.rare("Lock the cells that are not the reviewer's (without a password).")) var protect = false
  @Flag("Overwrite even edits that were not imported.") var overwrite = false
  @Flag("For a trial: `sheets` does not wait for the file.") var untracked = false
  @Flag("Only count the words that would be written.") var dryRun = false
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  /// The file to write; empty until it is filled in from the preset.
  var file: String {
    get { destination ?? "" }
    set { destination = newValue }
  }

  func validate() throws {
    try require(
      destination != nil || !presets.isEmpty, "Name the file to write, or with --to a preset of the project's file.")
  }

  func run() async throws {
    let exports = try chosen()
    guard exports.count > 1 else {
      for (preset, export) in exports { _ = try await export.export(for: preset, isAlone: true) }
      return
    }
    var written: [JSONValue] = []
    for (preset, export) in exports {
      let name = preset?.name ?? ""
      if dryRun, !output.json { try Terminal.print("\(Visible.text(name)):") }
      written += try await export.export(for: preset, isAlone: false).map { $0.with(["preset": name]) }
    }
    if output.json { try Terminal.print(JSONValue.array(written).text) }
  }

  /// Exports, and returns the machine output. If this is the only export, prints it too.
  private func export(for preset: ExportPreset?, isAlone: Bool) async throws -> [JSONValue] {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    // The flags are checked before anything is fetched.
    _ = try texts.memories.choice()
    var export = try await fetchingSince(into: folder)
    return try await DriveSheets.with(texts.memories.memory, output) { memories in
      export.texts.memories = texts.memories.with(memories.map(\.path))
      if DriveAddress.isMeant(file) {
        try await export.exportToDrive(for: preset)
        return []
      }
      return try await export.write(try export.job(for: preset), isPrinted: isAlone)
    }
  }

  /// Runs a job, and returns the machine output of each sheet, or the counts.
  func write(_ job: ExportJob, to target: String? = nil, isPrinted: Bool) async throws -> [JSONValue] {
    try await connection.withProfile(output) { profile in
      if dryRun {
        let counts = try await job.wordCounts(profile, TerminalDialog(output))
        if isPrinted || !output.json { try output.print(counts.json, lines: counts.lines) }
        return [counts.json]
      }
      var objects: [JSONValue] = []
      let told = (try? profile.rounds().toldOrphans) ?? []
      let sheet = try await job.run(profile, TerminalDialog(output)) { objects.append(report($0, target)) }
      if output.json, isPrinted, file != "-" { try Terminal.print((split == nil ? objects[0] : .array(objects)).text) }
      texts.selection.selection.languageLines(among: sheet.catalog.languages.map(\.locale)).forEach(output.note)
      output.warn(sheet.catalog.faults(of: (job.extras.contexts ?? [:]).keys).map { "--context: \($0)" })
      noteOrphans(in: sheet.catalog, told)
      noteSourceProposals(sheet)
      try noteUnnamedPeople()
      return objects
    }
  }

  func job(for preset: ExportPreset?) throws -> ExportJob {
    guard SheetFormat(extensionOf: file) != nil || file == "-" else {
      throw Failure.usage(
        .sheetName, "\(file): the file name must end in .xlsx, .csv, .xlf, .po or .html, or be - for standard output.")
    }
    let chosen = try texts.chosen()
    var job = try ExportJob(to: try target(), overwritesEdits: overwrite, csv: try csv.reading())
    job.extras = try texts.extras(csv)
    if SheetFormat(extensionOf: file) == .html, let path = texts.context.context {
      job.arrange = { sheet in
        let found = ContextPictures(sheet.screenshots, besides: path)
        output.warn(found.remarks)
        return sheet.showing(found.addresses)
      }
    }
    job.memories = try texts.memories.choice()
    job.selection = chosen
    (job.isTracked, job.preset, job.dueDays) = (!untracked, preset?.name, preset?.dueDays)
    job.agency = preset?.agency
    job.leavesOutReviewed = texts.leavesOutReviewed
    let checks = try SettingsFile.checkSettings()
    job.extras.checks = checks
    job.failing = texts.choosesFailing ? checks.checks : nil
    job.options.layout = layout ?? .rows
    job.options.isProtected = protect
    try csv.apply(to: &job.options.csv)
    job.options.xliffVersion = xliffVersion
    return job
  }

  private func target() throws -> ExportJob.Target {
    guard file == "-" else { return split.map { .files(file, $0) } ?? .file(file) }
    guard split == nil else { throw Failure.usage(.split, "--split writes files and cannot write to standard output.") }
    return .output(StandardOutput())
  }

  private func report(_ written: ExportedSheet, _ target: String?) -> JSONValue {
    let (sheet, summary) = (written.sheet, written.summary)
    let proposals = sheet.proposalTotal
    if !output.json {
      // If some texts are left out, the number of keys says nothing about the sheet.
      let keys = sheet.takesAll ? ", \(Counted.text(sheet.keys.count, "text"))" : ""
      output.note(
        "\(target.map { "exporting to \($0)" } ?? "wrote \(written.path ?? "standard output")"): \(Counted.text(summary.rows, "row"))\(keys) in "
          + "\(Counted.text(sheet.languages.count, "locale")), \(Counted.text(proposals, "proposal"))")
      if summary.rows == 0 { output.note("no text matches, so there is nothing to review") }
      for counts in sheet.suggestionCounts { output.note(counts.line) }
      if !texts.memories.memory.isEmpty, sheet.suggestionCounts.isEmpty {
        output.note("no missing text is in the memories")
      }
    }
    // In Drive, the address is only known after the upload.
    let file: JSONValue = target == nil ? ["file": written.path ?? "-"] : [:]
    let object = file.with([
      "rows": summary.rows, "keys": sheet.keys.count, "locales": sheet.languages.count, "sheetID": summary.sheetID,
      "proposals": proposals, "orphanedProposals": orphanCount(sheet),
    ])
    return texts.memories.memory.isEmpty ? object : object.with(["suggestions": sheet.suggestionCounts])
  }

  /// Tells of the proposals for texts that no longer exist, once: an export for twenty agencies need not say it twenty
  /// times.
  private func noteOrphans(in catalog: Catalog, _ told: Set<TextHash>) {
    guard let orphans = catalog.orphans, !told.contains(orphans), !output.json else { return }
    output.note(
      "\(Counted.being(catalog.orphanedProposals.count, "proposal")) for texts that no longer exist, so no sheet has them; "
        + "`nstack-review proposals list --only orphaned` lists them")
  }

  /// Warns that no approval in the file will count, because its format does not store who filled it in.
  private func noteUnnamedPeople() throws {
    let format = file == "-" ? .csv : SheetFormat(extensionOf: file)
    guard let format, [.csv, .tsv, .html].contains(format), try SettingsFile.ofProject()?.approval == .other,
      !output.json
    else { return }
    output.note(
      "\(format == .html ? "a web page" : "delimited text") does not say who wrote in it, and only another person can "
        + "approve; name the person with --author when you import it")
  }

  /// The number of proposals for texts that no longer exist, in the locales that were chosen.
  private func orphanCount(_ sheet: ReviewSheet) -> Int {
    let orphaned = sheet.catalog.orphanedProposals
    let locales = texts.selection.locales
    if locales.locale.isEmpty, locales.except.isEmpty { return orphaned.count }
    return orphaned.count { proposal in
      sheet.catalog.languageIndex(ofLocale: proposal.text.locale).map(sheet.languages.contains) ?? false
    }
  }

  /// Says how many proposals the sheet leaves out because they are in the source locale. The texts of that locale are
  /// in the sheet only as source values.
  private func noteSourceProposals(_ sheet: ReviewSheet) {
    let showsSource = SheetFormat(extensionOf: file)?.showsSource == true
    guard let source = sheet.sourceLanguage ?? (showsSource ? sheet.defaultLanguage : nil),
      !sheet.languages.contains(source), texts.selection.locales.locale.isEmpty, !output.json
    else { return }
    let count = sheet.keys.reduce(0) { $0 + sheet.catalog.pendingProposals(ofKeyAt: $1, inLanguageAt: source).count }
    guard count > 0 else { return }
    let locale = sheet.catalog.languages[source].locale
    output.note(
      "left out: \(Counted.text(count, "proposal")) in the source locale \(locale), which has no \(showsSource ? "rows" : "columns") of its own; "
        + "name \(locale) and the other locales with --locale to add them")
  }
}

extension SheetLayout: ExpressibleByArgument {}
extension SheetSplit: ExpressibleByArgument {}
extension XLIFFSheetVersion: ExpressibleByArgument {}

extension ExportCommand {
  /// The requested exports: this one, or one for each chosen preset, with that preset.
  ///
  /// - Throws: ``Failure`` `config.preset`, or a mistake in the preset's file; `usage.arguments` for presets that would
  ///   write the same file.
  func chosen() throws -> [(preset: ExportPreset?, export: ExportCommand)] {
    let presets = try ExportPreset.all(matching: presets.separated)
    if presets.isEmpty { return [(nil, self)] }
    let exports = try presets.map { (preset: Optional($0), export: try filled(from: $0)) }
    let byFile = Dictionary(grouping: exports) { $0.export.file }
    if let shared = exports.first(where: { byFile[$0.export.file, default: []].count > 1 }) {
      let names = byFile[shared.export.file, default: []].compactMap { $0.preset.map { Visible.text($0.name) } }
      throw Failure.usage(
        .arguments, "the presets \(names.joined(separator: " and ")) would write the same file, \(shared.export.file).",
        hint: destination == nil
          ? "Put {name} into their file names."
          : "Name no file, so that each preset writes its own, or name only one preset.")
    }
    if !dryRun, destination == nil { for (_, export) in exports { try PlainFile.makeFolders(above: export.file) } }
    return exports
  }

  /// The command with the preset's values in place of flags that were not given.
  private func filled(from preset: ExportPreset) throws -> ExportCommand {
    var command = self
    if destination == nil {
      command.file = try preset.path(date: String(UTCTime.text(EnvironmentVariables.time()).prefix(10)))
    }
    command.texts = try preset.filled(texts)
    command.split = split ?? preset.split
    command.layout = layout ?? preset.layout
    return command
  }
}
