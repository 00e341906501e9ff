import Basics
import Exchange
import NStackAPI
import Spreadsheet

/// A review sheet as PO (GNU gettext), for Poedit, Lokalize and other editors.
///
/// Each row is an entry. Its context is the name of the text, its source text is the one in the sheet's source locale, or
/// in the default locale of a sheet without one, and its translation is the proposal that the row shows, or else the
/// current value. What identifies the row travels in comments, which editors keep.
struct POSheetCoding: ExchangeCoding {
  // MARK: - Writing

  func write(_ sheet: WrittenSheet, to output: any ByteOutput) throws -> Int {
    let review = sheet.sheet
    let (source, languages) = try UnitTexts.languages(of: review, in: "PO")
    guard let language = languages.first, languages.count == 1 else { throw Self.severalLocales(languages.count) }
    let writer = POWriter(to: output, header: Self.header(sheet, locale: language, source: source))
    var entries = PORowWriter(UnitTexts(sheet: review, sourceLanguage: source))
    var count = 0
    try review.forEachRow(inLanguageAt: language) { row in
      try writer.write(entries.entry(of: row))
      count += 1
    }
    try writer.finish()
    return count
  }

  private static func header(_ sheet: WrittenSheet, locale: Int, source: Int) -> POHeader {
    let languages = sheet.sheet.catalog.languages
    let name = languages[locale].locale
    var fields: [(name: String, value: String)] = [("Project-Id-Version", "nstack-review")]
    if let moment = sheet.provenance.exportedAt.flatMap(Self.moment) { fields.append(("POT-Creation-Date", moment)) }
    fields += [
      ("Language", (LanguageTag(name)?.description ?? name).replacing("-", with: "_")), ("MIME-Version", "1.0"),
      ("Content-Type", "text/plain; charset=UTF-8"), ("Content-Transfer-Encoding", "8bit"),
      ("X-Generator", sheet.provenance.tool),
      (
        PORowReader.Field.sourceLanguage, LanguageTag(languages[source].locale)?.description ?? languages[source].locale
      ), (PORowReader.Field.locale, name), (PORowReader.Field.sheet, sheet.id.text),
      (PORowReader.Field.entries, String(sheet.sheet.rowCount(inLanguagesAt: [locale]))),
    ]
    var header = POHeader(fields)
    header.comments = Self.guide
    return header
  }

  /// A time such as `2026-01-31T10:00:00Z` as gettext writes it: `2026-01-31 10:00+0000`; nil for any other form.
  private static func moment(_ time: String) -> String? {
    guard time.utf8.count >= 16, time.utf8.allSatisfy({ $0 < 0x80 }), time.hasSuffix("Z") else { return nil }
    return "\(time.prefix(10)) \(time.dropFirst(11).prefix(5))+0000"
  }

  private static func severalLocales(_ count: Int) -> SpreadsheetError {
    SpreadsheetError(
      .exchangeLocales, "a PO file has one language, and the sheet has \(count) locales.",
      hint: "Write a file for each with --split locale, or choose one with --locale.")
  }

  private static let guide = [
    "Translate the texts and return the file in the same format.",
    "A translation that is not changed, that is empty or that is fuzzy is not sent. A fuzzy one that was filled in is sent",
    "once it is fuzzy no more.", "Keep the comments that begin with nstack_review: they tell which text an entry is.",
  ]

  // MARK: - Reading

  func read(_ path: String, limits: SpreadsheetLimits, _ body: (ExchangedRow) throws -> Void) throws -> ExchangedFile {
    try withoutActuallyEscaping(body) { body in
      var gate = ForeignUnits(path: path, body: body)
      var sheetID: String?
      var ending = POFileEnd()
      var obsolete = UnreadTexts()
      let locales = ProvenLocales()
      let header = try POReader.read(path, limits: limits) { entry, header in
        let reader = PORowReader(entry, header, locales)
        let row = reader.row
        if let text = reader.unread { obsolete.add(text, ofUnit: entry.number) }
        // Editors keep obsolete entries of other files at the end.
        guard !entry.isObsolete || row.cells.base != nil else { return }
        try NamedLocale.refuse(
          ["Language", PORowReader.Field.locale].map { NamedLocale(field: $0, value: header[$0]) }, beside: row,
          file: path)
        sheetID = sheetID ?? row.cells.base?.sheetID?.text ?? header[PORowReader.Field.sheet]
        let held = POFileEnd.HeldRow(
          row: row, isOwn: row.cells.base != nil || header[PORowReader.Field.locale] != nil,
          isDivided: entry.isTranslationDivided)
        if let before = ending.hold(held, exported: header[PORowReader.Field.entries]) {
          try gate.add(before.row, isOwn: before.isOwn)
        }
      }
      if let last = ending.last { try gate.add(last.row, isOwn: last.isOwn) }
      // An export without rows has a header only.
      if header[PORowReader.Field.locale] == nil { try gate.finish() }
      return ExchangedFile(
        sheetID: sheetID ?? header[PORowReader.Field.sheet],
        exportedRowCount: header[PORowReader.Field.entries].flatMap { Digits.integer($0.utf8) },
        unread: [(obsolete, "obsolete entries (#~)", "Write translations into the exported entries, without #~.")],
        locales: locales)
    }
  }
}
