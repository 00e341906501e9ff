import Basics
import Exchange
import NStackAPI
import Spreadsheet

/// A review sheet as XLIFF, for CAT tools.
///
/// Each row is a unit. Its source text is the one in the sheet's source locale, or in the default locale of a sheet
/// without one; its target is the proposal that the row shows, or else the current value. The row's identity is kept in
/// a group of metadata, which tools preserve and do not show.
struct XLIFFSheetCoding: ExchangeCoding {
  /// The id of the program in files, and the name of its metadata and notes.
  static let program = "nstack-review"

  // MARK: - Writing

  func write(_ sheet: WrittenSheet, to output: any ByteOutput) throws -> Int {
    let review = sheet.sheet
    let version = sheet.options.xliffVersion
    let (source, languages) = try UnitTexts.languages(of: review, in: "XLIFF")
    if version == .version21, languages.count > 1 { throw Self.severalLocales(languages.count) }
    let writer = XLIFFWriter(
      to: output, version: version.version,
      header: XLIFFWriter.Header(
        program: Self.program, programVersion: sheet.provenance.tool.split(separator: " ").last.map(String.init) ?? "",
        writtenAt: sheet.provenance.exportedAt, guide: Self.guide + sheet.provenance.words,
        unitCount: review.rowCount(inLanguagesAt: languages)))
    var count = 0
    for language in languages {
      let locale = review.catalog.languages[language].locale
      let sourceLocale = review.catalog.languages[source].locale
      try writer.begin(
        XLIFFFile(original: locale, sourceLanguage: sourceLocale.languageTag, targetLanguage: locale.languageTag))
      var units = XLIFFRowWriter(review, sourceLanguage: source)
      try review.forEachRow(inLanguageAt: language) { row in
        try writer.write(units.unit(of: row))
        count += 1
      }
      try writer.end()
    }
    try writer.finish()
    return count
  }

  private static func severalLocales(_ count: Int) -> SpreadsheetError {
    SpreadsheetError(
      .exchangeLocales, "an XLIFF 2.1 file can hold only one target language, and the sheet has \(count) locales.",
      hint: "Write a file for each with --split locale, choose one with --locale, or write XLIFF 1.2.")
  }

  private static let guide =
    "Translate the targets and return the file in the same format. A target that is not changed, that is empty, or "
    + "whose state says that it is not finished (new, initial, needs-…) is not sent. Inline codes are placeholders: "
    + "keep each of them."

  // MARK: - Reading

  func read(_ path: String, limits: SpreadsheetLimits, _ body: (ExchangedRow) throws -> Void) throws -> ExchangedFile {
    try withoutActuallyEscaping(body) { body in
      var sheetID: TextHash?
      var exportedCount: Int?
      var spaced = SpacedRows()
      var added = UnreadTexts()
      var remarks: [XLIFFRemark: UnreadTexts] = [:]
      let locales = ProvenLocales()
      var gate = ForeignUnits(path: path) { row in
        guard row.isAdded else { return try body(row) }
        added.add(row.cells.proposal.isEmpty ? row.cells.sourceText ?? "" : row.cells.proposal, ofUnit: row.number)
      }
      try XLIFFReader.read(
        path, metadataGroup: Self.program, limits: limits,
        remarked: { remarks[$0, default: UnreadTexts()].add($1, ofUnit: $2) }
      ) { unit, file in
        exportedCount = exportedCount ?? file.unitCount
        let reader = XLIFFRowReader(unit, file, locales)
        let row = reader.row
        spaced.note(reader)
        try NamedLocale.refuse(
          [
            NamedLocale(field: "target-language", value: file.targetLanguage),
            NamedLocale(field: "original", value: file.original),
          ], beside: row, file: path)
        sheetID = sheetID ?? row.cells.base?.sheetID
        if spaced.holds(reader) { return }
        try gate.add(
          spaced.row(of: reader),
          isOwn: row.cells.base != nil || XLIFFRowReader.identity(ofID: unit.id) == row.cells.identity)
      }
      for reader in spaced.held { try gate.add(spaced.row(of: reader), isOwn: true) }
      try gate.finish()
      try spaced.refuseUnproven(file: path)
      return ExchangedFile(
        sheetID: sheetID?.text, exportedRowCount: exportedCount,
        unread: [
          (
            added, "units that no export wrote",
            "Write translations into the exported units, and remarks into their notes."
          )
        ]
          + XLIFFRemark.allCases.compactMap { remark in
            remarks[remark].map { ($0, Self.place(of: remark), "Write remarks into the notes of the units.") }
          }, locales: locales)
    }
  }
}

extension XLIFFSheetCoding {
  /// Where a remark is, as part of a sentence.
  private static func place(of remark: XLIFFRemark) -> String {
    switch remark {
    case .comment: "comments of XML (<!-- -->)"
    case .note: "notes beside the units"
    case .mark: "comments on marked words (mrk)"
    }
  }
}

/// Rows that may contain a tool's white space. Only other units can show whether they do, so the rows are held back
/// until all units are read.
private struct SpacedRows {
  /// The most rows that are held back; after that, the units read so far decide.
  private static let most = 1_000
  /// The fewest units that prove that a tool and not a person added white space to translations.
  private static let fewest = 3

  private var isIndented = false
  private var isUnpadded = false
  private var indentedCount = 0
  private var paddings: [XLIFFPadding: Int] = [:]
  private(set) var held: [XLIFFRowReader] = []

  mutating func note(_ reader: XLIFFRowReader) {
    if reader.isIndented { isIndented = true }
    if reader.isUnpadded { isUnpadded = true }
    if reader.rowIfIndented != nil { indentedCount += 1 }
    if let padding = reader.padding, reader.rowIfIndented == nil { paddings[padding, default: 0] += 1 }
  }

  /// Whether a row is held back.
  mutating func holds(_ reader: XLIFFRowReader) -> Bool {
    guard reader.rowIfIndented != nil, held.count < Self.most else { return false }
    held.append(reader)
    return true
  }

  /// Refuses a file if a tool seems to have added white space to its translations and no source text proves it. The
  /// white space would be sent with an edited translation.
  func refuseUnproven(file: String) throws(SpreadsheetError) {
    let padded = isUnpadded || paddings.count > 1 ? 0 : paddings.values.first ?? 0
    guard max(padded, isIndented ? 0 : indentedCount) >= Self.fewest else { return }
    throw SpreadsheetError(
      .exchangeFormat, "a tool added white space around the inline codes or at the ends of the translations.",
      hint: "Write the translations into the file that was exported, with a tool that leaves white space as it is.",
      place: SpreadsheetError.Place(file: file))
  }

  /// The row of a unit, according to the units read so far.
  func row(of reader: XLIFFRowReader) -> ExchangedRow { (isIndented ? reader.rowIfIndented : nil) ?? reader.row }
}

extension String {
  /// A locale in the form of BCP 47; the text itself if it does not have that form.
  fileprivate var languageTag: String { LanguageTag(self)?.description ?? self }
}

/// A version of XLIFF in which sheets are written. Both can be read.
package enum XLIFFSheetVersion: String, CaseIterable, Sendable {
  /// XLIFF 1.2. Nearly every CAT tool takes it, and a file may have several locales.
  case version12 = "1.2"
  /// XLIFF 2.1, with one locale in a file.
  case version21 = "2.1"

  var version: XLIFFVersion {
    switch self {
    case .version12: .version12
    case .version21: .version21
    }
  }
}

extension SheetProvenance {
  fileprivate var words: String {
    (agency.map { " For \($0)." } ?? "") + (due.map { " Please return it by \($0)." } ?? "")
  }
}
