import Basics
import NStackAPI
public import ReviewReports
public import Spreadsheet
import TranslationReview

/// A sheet that an export wrote.
public struct ExportedSheet: Sendable {
  /// The path of the file; nil for an output that is not a file.
  public let path: String?
  /// The sheet.
  public let sheet: ReviewSheet
  /// The number of rows, and the sheet's id.
  package let summary: ReviewSheetWriter.Summary
}

/// An export: texts and proposals as review sheets, each entered in the profile's register unless it is a trial.
public struct ExportJob {
  /// The destination of the sheets.
  public enum Target {
    /// One file; its extension decides the format.
    case file(String)
    /// A file for each locale or section, named after this file: `NAME.da-DK.xlsx` for `NAME.xlsx`.
    case files(String, SheetSplit)
    /// An output that is not a file, as CSV.
    case output(any ByteOutput)
  }

  /// The texts to export.
  public var selection = ReviewSelection()
  /// The notes, descriptions and earlier sheet to show beside the texts.
  package var extras = ReviewSheet.Extras()
  /// The memories that fill in texts without a translation; nil fills in none.
  public var memories: MemoryChoice?
  /// Whether to leave out texts that a reviewer signed off and that did not change since.
  package var leavesOutReviewed = false
  /// Selects only texts in which one of these checks finds a fault, which the note then names; nil selects all texts.
  package var failing: [Check]?
  /// The layout and format.
  public var options = ReviewSheetWriter.Options()
  /// Whether the sheets are entered in the register, where they count as expected back.
  package var isTracked = true
  /// The name of the preset that the sheets are for; nil if there is none.
  package var preset: String?
  /// The name of who gets the sheets, for people; nil for that of the preset.
  package var agency: String?
  /// The days after the export by which the sheets are expected back; nil for no day.
  package var dueDays: Int?
  /// Changes the sheet before it is written or split.
  package var arrange: ((ReviewSheet) -> ReviewSheet)?
  /// Moves each written file elsewhere, and returns the address under which the register keeps the sheet. Nil leaves the
  /// files where they are. A sheet that cannot be moved is not in the register.
  package var deliver: (@Sendable (ExportedSheet) async throws -> String)?

  private let target: Target
  private let overwritesEdits: Bool
  private let csv: CSVReadingOptions
  private let replaced: ReplacedSheet?

  /// Creates a job, and reads the file that it replaces.
  ///
  /// - Parameters:
  ///   - target: Where the sheet is written.
  ///   - overwritesEdits: Whether to replace any file, even a sheet with edits that no import has sent.
  ///   - csv: How an earlier CSV file at the same path is read.
  /// - Throws: ``ImportError`` `export.target` if the file exists and is not a review sheet.
  public init(to target: Target, overwritesEdits: Bool = false, csv: CSVReadingOptions = CSVReadingOptions()) throws {
    self.target = target
    self.overwritesEdits = overwritesEdits
    self.csv = csv
    replaced = if case .file(let path) = target, !overwritesEdits { try ReplacedSheet(at: path, csv: csv) } else { nil }
  }

  /// Reads the catalog and writes the sheets.
  ///
  /// - Parameters:
  ///   - profile: The connection, with its register.
  ///   - dialog: Receives the events of the export.
  ///   - each: Called with each sheet as soon as it is written.
  /// - Returns: The whole sheet, before it was split.
  /// - Throws: ``ImportError``: `export.target`, `export.unsent-edits`, `export.source-language`; `SelectionError`;
  ///   `NStackError`; `SpreadsheetError`.
  public func run(_ profile: ReviewProfile, _ dialog: any ImportDialog, each: (ExportedSheet) throws -> Void = { _ in })
    async throws -> ReviewSheet
  {
    try extras.previous?.refuseOther(than: profile.scope)
    let catalog = try await profile.readCatalog(dialog)
    try replaced?.refuseUnsentEdits(against: catalog, profile)
    var sheet = try sheet(of: catalog, profile, dialog)
    if let memories { sheet = sheet.offering(try await memories.suggestions(for: sheet, of: profile, dialog)) }
    if let arrange { sheet = arrange(sheet) }
    let parts = parts(of: sheet)
    if case .files = target, !overwritesEdits {
      for case (let path?, _) in parts {
        try ReplacedSheet(at: path, csv: csv)?.refuseUnsentEdits(against: catalog, profile)
      }
    }
    let provenance = profile.provenance(salt: .random(in: .min ... .max), agency: agency ?? preset, dueDays: dueDays)
    for part in parts {
      let writer = ReviewSheetWriter(part.sheet, provenance: provenance, options: options)
      let summary: ReviewSheetWriter.Summary
      switch target {
      case .output(let output): summary = try writer.write(to: output, as: .csv)
      case .file, .files: summary = try writer.write(toFileAt: part.path ?? "")
      }
      let written = ExportedSheet(path: part.path, sheet: part.sheet, summary: summary)
      try each(written)
      let address = try await deliver?(written) ?? written.path.map(AbsolutePath.of)
      register(written, at: address, catalog, profile, dialog)
    }
    return sheet
  }

  /// Reads the catalog, and counts the words of the texts that the sheets would have. Writes nothing.
  ///
  /// - Throws: `SelectionError`; `NStackError`; `SpreadsheetError`; with memories as ``MemoryChoice/wordCounts(of:_:_:)``.
  package func wordCounts(_ profile: ReviewProfile, _ dialog: any ImportDialog) async throws -> WordCounts {
    let sheet = try await sheet(profile, dialog)
    return try await memories?.wordCounts(of: sheet, profile, dialog) ?? WordCounts(sheet)
  }

  /// Reads the catalog and selects the texts of the sheets. Writes nothing.
  ///
  /// - Throws: `SelectionError`; `NStackError`; `SpreadsheetError`.
  public func sheet(_ profile: ReviewProfile, _ dialog: any ImportDialog) async throws -> ReviewSheet {
    try extras.previous?.refuseOther(than: profile.scope)
    return try sheet(of: try await profile.readCatalog(dialog), profile, dialog)
  }

  private func sheet(of catalog: Catalog, _ profile: ReviewProfile, _ dialog: any ImportDialog) throws -> ReviewSheet {
    var extras = extras
    if format == .html { extras.reviewed = profile.signOffs(dialog)?.texts(of: catalog) }
    let sheet = try profile.sheet(
      of: catalog, selection, extras, leavingOutReviewed: leavesOutReviewed, failing: failing, dialog)
    if format?.showsSource == true { return sheet.withoutSourceRows(usesDefault: true) }
    return options.layout == .columns ? sheet.withoutSourceRows() : sheet
  }

  private var format: SheetFormat? {
    switch target {
    case .file(let path), .files(let path, _): SheetFormat(extensionOf: path)
    case .output: nil
    }
  }

  private func parts(of sheet: ReviewSheet) -> [(path: String?, sheet: ReviewSheet)] {
    switch target {
    case .file(let path): [(path, sheet)]
    case .files(let path, let split): split.parts(of: sheet, path: path).map { ($0.path, $0.sheet) }
    case .output: [(nil, sheet)]
    }
  }

  private func register(
    _ written: ExportedSheet, at address: String?, _ catalog: Catalog, _ profile: ReviewProfile,
    _ dialog: any ImportDialog
  ) {
    guard isTracked, let address else { return }
    let sheet = written.sheet
    let export = SheetEvent.Export(
      sheetID: written.summary.sheetID, file: address, time: profile.now,
      locales: sheet.languages.map { catalog.languages[$0].locale }, rows: sheet.rowTotal, notedTexts: sheet.notedTexts,
      preset: preset, agency: agency, dueDays: dueDays, orphans: catalog.orphans)
    profile.record([.exported(export)], dialog)
  }
}

extension ReviewProfile {
  /// The selected texts of a catalog with the reviewers' notes, as a sheet or a page shows them.
  ///
  /// - Throws: `SelectionError`; the error of a register that cannot be read.
  package func sheet(
    of catalog: Catalog, _ selection: ReviewSelection, _ extras: ReviewSheet.Extras, leavingOutReviewed: Bool,
    failing: [Check]?, _ dialog: any ImportDialog
  ) throws -> ReviewSheet {
    var extras = extras
    let rounds = rounds(dialog)
    for (text, note) in rounds.notes { extras.notes[catalog.canonical(text)] = IgnoredChecks.removed(from: note) }
    for (key, answer) in rounds.answers(in: catalog) {
      var context = extras.contexts?[key] ?? TextContext()
      context.description += (context.description.isEmpty ? "" : "\n") + answer
      extras.contexts = (extras.contexts ?? [:]).merging([key: context]) { $1 }
    }
    extras.rejections = rounds.rejectionReasons(in: catalog)
    if leavingOutReviewed { extras.leftOut = try signOffs().texts(of: catalog) }
    extras.formerSources = formerSources(in: catalog, dialog)
    if let failing {
      let contexts = extras.contexts ?? [:]
      let faults = try PublishedCheck(catalog, checks: failing, selection: selection, contexts: contexts).faults
      var left = extras.leftOut ?? CatalogTexts(of: catalog)
      for (language, key) in catalog.languages.indices.lazy.flatMap({ one in catalog.keys.indices.map { (one, $0) } }) {
        let text = catalog.identity(ofKeyAt: key, inLanguageAt: language)
        if let findings = faults[text] {
          extras.notes[text] = FindingNote.added(to: extras.notes[text] ?? "", findings)
        } else {
          left.insert(keyAt: key, inLanguageAt: language)
        }
      }
      extras.leftOut = left
    }
    return try ReviewSheet(catalog: catalog, scope: scope, selection: selection, extras: extras)
  }
}

extension ReviewProfile {
  /// The source texts for which texts were signed off, where the server has another one. Sign-offs have fingerprints
  /// alone, so the texts are from the journal, which has those of rows whose import sent something.
  private func formerSources(in catalog: Catalog, _ dialog: any ImportDialog) -> [TextIdentity: ReviewSheet.Extras
    .FormerSource]
  {
    let lapsed = signOffs(dialog)?.withOtherSource(in: catalog) ?? []
    if lapsed.isEmpty { return [:] }
    let wanted = Dictionary(lapsed.map { (catalog.canonical($0.text), $0) }, uniquingKeysWith: { first, _ in first })
    let shown = (try? readingJournal { journal in try sources(of: wanted, in: catalog, journal) }) ?? [:]
    return wanted.reduce(into: [:]) { found, entry in
      found[entry.key] = ReviewSheet.Extras.FormerSource(
        locale: entry.value.sourceLocale ?? "", text: shown[entry.key] ?? "")
    }
  }

  /// The source texts that a journal has of signed-off texts.
  private func sources(of wanted: [TextIdentity: SignOff], in catalog: Catalog, _ journal: ReviewJournal)
    throws(JournalError) -> [TextIdentity: String]
  {
    var found: [TextIdentity: String] = [:]
    for kept in try journal.imports().reversed() where made(kept) && found.count < wanted.count {
      for item in try journal.record(ofImport: kept.id).record.changeset.items {
        let text = catalog.canonical(item.row.text)
        guard let signOff = wanted[text], let shown = item.row.sourceValue ?? item.row.sourceText,
          TextHash(shown) == signOff.sourceValue
        else { continue }
        found[text] = shown
      }
    }
    return found
  }
}

/// How an export is split into several files.
public enum SheetSplit: String, CaseIterable, Sendable {
  /// A file for each locale.
  case locale
  /// A file for each section.
  case section

  /// The parts of a sheet, each with its file: `NAME.da-DK.xlsx` for `NAME.xlsx`.
  ///
  /// Names that differ only in case, in Unicode normalization, or in characters that no file name can contain, get a
  /// number.
  func parts(of sheet: ReviewSheet, path: String) -> [(path: String, sheet: ReviewSheet)] {
    let parts: [(name: String, sheet: ReviewSheet)] =
      switch self {
      case .locale: sheet.languages.map { (sheet.catalog.languages[$0].locale, sheet.part(inLanguageAt: $0)) }
      case .section: sheet.sections.map { ($0, sheet.part(ofSection: $0)) }
      }
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    var names = PathComponents()
    return parts.map { name, sheet in ("\(path[..<dot]).\(names.name(of: name))\(path[dot...])", sheet) }
  }
}

extension Catalog {
  /// A fingerprint of the orphaned proposals; nil if there are none.
  package var orphans: TextHash? {
    orphanedProposals.isEmpty ? nil : TextHash(chain: orphanedProposals.flatMap { ["\($0.id)", $0.value] })
  }
}
