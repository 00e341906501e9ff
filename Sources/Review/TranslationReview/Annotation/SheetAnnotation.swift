import Basics
import NStackAPI
package import Spreadsheet

/// Annotated copies of returned files: their rows in their order, written as an export writes them, with a `Result`
/// column and colours, and with guarded cells restored where the server still has their exported contents.
///
/// The copy after an import can be returned again: rows that were applied are updated, and all others send nothing
/// unless they are edited. The copy of a plan asks for the same changes as the returned file, because nothing was sent
/// yet, except that a row that is held back for its source text, or that corrects it, becomes a suggestion. Reviewers'
/// own columns are copied as texts, comments on rows as notes, and all other texts on a separate worksheet; styles and
/// formulas are not copied. Workbooks, delimited text and pages have annotated copies.
package struct SheetAnnotation {
  private let changeset: Changeset
  /// The results of the import; nil if nothing was sent.
  private let report: SubmissionReport?
  private let results: [RowResult]
  private let catalog: Catalog
  private let scope: SheetScope
  private let provenance: SheetProvenance
  private let renewal: RowRenewal
  private let restoration: CellRestoration
  private let csv: CSVReadingOptions

  /// Creates annotations. Annotations of a plan change a row only if its cells contain more than text, such as a date
  /// under `Proposal`: its text becomes a suggestion.
  ///
  /// - Parameters:
  ///   - changeset: The plan.
  ///   - report: The results of the import; nil for a plan that was not carried out.
  ///   - catalog: The server's contents after the import; for a plan, those that it was made from.
  ///   - scope: The application, platform and origin of the connection.
  ///   - provenance: Who writes the copies, and when.
  ///   - csv: How CSV files were read.
  package init(
    _ changeset: Changeset, _ report: SubmissionReport? = nil, catalog: Catalog, scope: SheetScope,
    provenance: SheetProvenance, csv: CSVReadingOptions = CSVReadingOptions()
  ) {
    (self.changeset, self.report) = (changeset, report)
    results = report?.results ?? changeset.results
    (self.catalog, self.scope, self.provenance) = (catalog, scope, provenance)
    self.csv = csv
    renewal = RowRenewal(catalog: catalog, scope: scope)
    restoration = CellRestoration(catalog: catalog, scope: scope)
  }

  /// Writes the annotated copy of one file.
  ///
  /// - Parameters:
  ///   - index: The index of the file in ``Changeset/files``.
  ///   - output: The destination of the copy. It is finished, or discarded if an error is thrown.
  /// - Throws: `SpreadsheetError`: `annotate.changed` for a file that changed after it was read, and the codes of
  ///   reading and writing.
  package func write(fileAt index: Int, to output: any ByteOutput) throws {
    let file = changeset.files[index]
    let path = file.readablePath
    do {
      guard try FileDigest.sha256(ofFileAt: path) == file.digest else {
        throw SpreadsheetError(
          .annotateChanged, "the file has changed since it was read.", hint: "Run the command again.",
          place: SpreadsheetError.Place(file: file.path))
      }
      let tables = try ReturnedTable.tables(
        ofFileAt: path, named: file.path, index: index, csv: csv.forReviewSheets, limits: SpreadsheetLimits())
      var extras = ReviewSheet.Extras()
      var others: [OtherTexts.Reading] = []
      var annotations = try tables.compactMap { try annotated($0, fileAt: index, &extras, &others) }
      // Of several worksheets with rows, another one may have the text.
      if annotations.count == 1 { append(annotations[0].missing, to: &annotations[0].table) }
      let copies = annotations.map(\.table.sheetTable)
      var selection = ReviewSelection()
      selection.locales = Set(copies.flatMap(\.languages)).sorted().map { catalog.languages[$0].locale }
      let sheet = try ReviewSheet(catalog: catalog, scope: scope, selection: selection, extras: extras)
      var options = ReviewSheetWriter.Options()
      // The returned texts already have their apostrophes, so none are added.
      options.csv = CSVWritingOptions(delimiter: tables.first?.delimiter, escapesFormulas: false)
      let id = tables.first?.sheetID.flatMap { id in Array(id.utf8).withUnsafeBufferPointer { TextHash(text: $0) } }
      _ = try (tables.first?.format ?? .xlsx).coding.write(
        WrittenSheet(
          sheet: sheet.writtenAgain(), id: id ?? .empty, provenance: provenance, options: options,
          copied: (
            copies, tables.first?.exportedRowCounts ?? ExportedRowCounts([]),
            OtherTexts { [others] body in for read in others { try read(body) } }
          )), to: output)
    } catch {
      output.discard()
      throw FetchedNames([path: file.path]).named(error)
    }
  }

  /// A suggestion for a text that comes from another row.
  private struct Offer {
    let offered: OfferedText
    let text: TextIdentity
    /// The result of the other row.
    let result: RowResult
  }

  /// What the rows of a file offer other texts, by the hash of section, key and locale.
  private func offers(inFileAt index: Int) -> [TextHash?: Offer] {
    var offers: [TextHash?: Offer] = [:]
    for result in results where changeset.items[result.item].row.place.fileIndex == index {
      guard let offered = changeset.items[result.item].offer, offered.isOpen(after: result) else { continue }
      for text in offered.texts {
        let identity = TextHash(chain: [text.section, text.key, text.locale])
        if offers[identity] == nil { offers[identity] = Offer(offered: offered, text: text, result: result) }
      }
    }
    return offers
  }

  /// Adds rows for source texts that are offered another text and have no row.
  private func append(_ offers: [Offer], to annotated: inout AnnotatedTable) {
    let words = Words.ofTable(in: annotated.sheetTable.languages.map { catalog.languages[$0].locale })
    for offer in offers {
      guard let language = catalog.languageIndex(ofLocale: offer.text.locale),
        var row = renewal.offering(offer.offered, to: offer.text)
      else { continue }
      row.base = row.base?.inSheet(changeset.items[offer.result.item].row.base?.sheetID)
      annotated.append(renewal.offered(offer.offered, offer.result).text(in: words), row, inLanguageAt: language)
    }
  }

  /// A table with results, and what its rows offer source texts that have no row in it; nil if it has no header.
  private func annotated(
    _ table: ReturnedTable, fileAt index: Int, _ extras: inout ReviewSheet.Extras, _ others: inout [OtherTexts.Reading]
  ) throws -> (table: AnnotatedTable, missing: [Offer])? {
    let own = results.filter { result in
      let place = changeset.items[result.item].row.place
      return place.fileIndex == index && place.worksheet == table.name
    }
    let edited = Set(own.map { changeset.items[$0.item].row.place })
    let offers = offers(inFileAt: index)
    var offered: [(offer: Offer, row: ReturnedRow)] = []
    var readers: RowClassifiers?
    var found: (columns: SheetColumns, survey: TableSurvey, guards: GuardSurvey)?
    // An error here is unlikely, because the import already read this table.
    let comments = (try? table.comments()) ?? []
    var rowComments: RowComments?
    var commented: [(note: ReturnedSheet.Note, besides: String)] = []
    let search = try table.read(
      header: { columns in
        rowComments = RowComments(comments, columns: columns)
        readers = RowClassifiers(columns, table: table, evidence: GuardEvidence())
        found = (
          columns, TableSurvey(columns: columns),
          GuardSurvey(columns, table: table, restoration: restoration, restoresText: !changeset.leftHiddenColumnsBehind)
        )
      },
      row: { row in
        found?.survey.add(row)
        try found?.guards.add(row) { edited.contains($0) }
        if !offers.isEmpty, found?.columns.groups.contains(where: { offers[$0.identity(in: row)] != nil }) == true {
          try readers?.read(row) { returned in
            if let offer = offers[returned.base?.identity] { offered.append((offer, returned)) }
          }
        }
        for note in rowComments?.removeNotes(of: row, { table.place(ofRow: row.index, locale: $0) }) ?? [] {
          let group = found?.columns.groups.first { $0.locale == note.place.locale }
          commented.append((note, group.map { $0[.note] < 0 ? "" : row.text(inColumn: $0[.note]) } ?? ""))
        }
      })
    others.append { [left = rowComments?.left ?? comments] in try table.readOthers(than: search, left, $0) }
    guard let (columns, survey, guards) = found else { return nil }
    if let hash = survey.sourceLocale {
      extras.sourceLocale = catalog.languages.first { RowBase.hash(ofLocale: $0.locale) == hash }?.locale
    }
    var annotated = AnnotatedTable(table, columns, survey: survey, catalog: catalog)
    let words = Words.ofTable(in: annotated.sheetTable.languages.map { catalog.languages[$0].locale })
    for row in guards.unedited {
      annotated.set(row.returned.resultText(restoring: row.restored), at: row.returned.place, cells: row.restored)
    }
    for result in own {
      let item = changeset.items[result.item]
      // A copy of a plan keeps rows that ask for a change unchanged, so that it gives the same plan as the file. Only a
      // row that shows the source text of today can be approved for it.
      let isKept = report == nil && !item.row.saysMoreThanItsTexts && !item.waitsForNewSource
      guard !isKept || item.isApprovalVoid || item.onlyMendsSource else {
        annotated.set(item.signed(result).text(in: words), at: item.row.place, cells: [:])
        continue
      }
      let renewed = renewal.cells(
        of: item, result, outcome: report?.outcome(ofItemAt: result.item), restored: guards.restored(item.row))
      let shown = renewal.result(result, of: item.row, renewed.hint, isInNote: renewed.texts[.note] != nil) {
        renewed.texts[$0]
      }
      annotated.set(item.signed(shown).text(in: words), at: item.row.place, cells: renewed.texts)
    }
    var filled: Set<TextIdentity> = []
    for (offer, returned) in offered
    where !returned.isEdited && returned.identity == returned.base?.identity && filled.insert(offer.text).inserted {
      let (restored, isShared) = (guards.restored(returned), returned.place.locale != nil)
      guard
        let row = renewal.offering(
          offer.offered, to: offer.text, in: returned.cells.restored(restored), keepsSource: isShared)
      else { continue }
      var cells = restored.merging(RowRenewal.refreshed(row, isShared: isShared)) { $1 }
      if !returned.cells.showsStatus { cells[.status] = nil }
      annotated.set(renewal.offered(offer.offered, offer.result).text(in: words), at: returned.place, cells: cells)
    }
    let held = Set(offered.map(\.offer.text))
    let missing = offers.values.filter { $0.offered.kind == .mendedSource && !held.contains($0.text) }
    for (note, other) in commented { annotated.add(note, besides: other) }
    return (annotated, missing.sorted { $0.result.item < $1.result.item })
  }
}

extension Changeset.Item {
  /// Whether the row is held back because its source text changed.
  fileprivate var waitsForNewSource: Bool {
    verdict == .conflict && findings.contains { $0.check == Check.sourceChanged.id }
  }

  /// Whether the row has a word under `Action` that does not count.
  fileprivate var isApprovalVoid: Bool { verdict == .unapproved && !row.action.isEmpty }
  /// Whether the row asks for nothing but another source text.
  fileprivate var onlyMendsSource: Bool { offer?.kind == .mendedSource && !row.isEdited }

  /// A result with the row's author, if known.
  fileprivate func signed(_ result: RowResult) -> RowResult {
    row.place.author.map { result.with(Reason("result.writtenBy", $0)) } ?? result
  }
}

extension ReturnedRow {
  /// Whether the row was refused for more than its texts: a number format, a formula without a result, or merged cells.
  fileprivate var saysMoreThanItsTexts: Bool {
    proposalForm != .certain || isProposalUnknown || misplacement != nil || damage.contains { $0.form != .certain }
  }
}

extension ColumnGroup {
  /// The text that the base in a row names; nil if there is none.
  fileprivate func identity(in row: Row) -> TextHash? {
    guard self[.base] >= 0, let cell = row.cell(inColumn: self[.base]) else { return nil }
    return RowBase(utf8: row.utf8(of: cell))?.identity
  }
}
