import ArgumentParser
import Basics
import GoogleDrive
import ReviewJournal
import Spreadsheet
import TranslationReview

struct ConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "convert", "Turn any table into another format: .xlsx, .csv, .tsv or .json; a review sheet into .html too.",
    discussion: """
      Several worksheets become one CSV file each, NAME.SHEET.csv, unless one is chosen. Texts are not \
      escaped or unescaped, except in an exported review sheet: there, a text that looks like a formula gets an apostrophe \
      before it in CSV, and loses it on the way back.

      --delimiter and --encoding apply to IN if it is CSV, else to OUT. Damaged or odd parts of IN are read as far as \
      possible, with a warning; with --strict they are refused, as in a review sheet.

      IN and OUT can be in Google Drive: OUT is then an XLSX file, or without an ending in its name a Google Sheet. XLSX \
      goes there and comes from there as it is, unless one worksheet is chosen.
      """,
    examples: [
      "convert review.xlsx review.csv --worksheet Review", "convert prices.csv - --format json --encoding windows-1252",
      "convert prices.csv prices.xlsx --quote single", "convert review.xlsx review.json --strict",
      "convert drive:1SheetId review.xlsx", "convert returned.xlsx drive:0FolderId/",
    ])

  @Argument(help: .value("in", "The table to read; drive:ID for a sheet in Drive."), completion: .file()) var input:
    String
  @Argument(help: .value("out", "The file to write, drive:FOLDER/NAME, or - for standard output."), completion: .file())
  var destination: String
  @Option("format", "xlsx, csv, tsv, json or html (default: by the name of OUT).") var format: String?
  @Option("name", "Convert this worksheet only.") var worksheet: String?
  @OptionGroup var csv: CSVOptions
  @Option("name", "Of IN as CSV: double, single, none or a character.") var quote = "double"
  @Flag("Refuse a table that is damaged or odd.") var strict = false
  @Flag("Replace a sheet that is in Google Drive, after a copy.") var overwrite = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try require(!overwrite || isInDrive, "--overwrite is for a sheet in Google Drive, and \(destination) is a file.")
    try require(
      !isInDrive || format == nil, "--format is for a file: \(destination) gets an XLSX file, a page or a Google Sheet."
    )
  }

  func run() async throws {
    let target = isInDrive ? try DriveAddress(destination) : nil
    if case .named(let name, _) = target { _ = try DriveUpload.isGoogleSheet(named: name) }
    // The flags are checked before anything is fetched.
    _ = try conversion(of: input)
    try await DriveSheets.with([input], output) { files in
      guard let file = files.first, files.count == 1 else {
        throw Failure.usage(.arguments, "\(input) has \(files.count) sheets.", hint: "Name one of them by its id.")
      }
      if let target { return try await upload(file.path, to: target) }
      if file.source != nil, try !isStandardOutput && isKept(file.path) { return try copy(file.path) }
      let outcome = try convert(file.path, to: isStandardOutput ? .standardOutput : .file(path: destination))
      if output.json, !isStandardOutput { try Terminal.print(outcome.json) }
    }
  }

  private var isStandardOutput: Bool { destination == "-" }
  private var isInDrive: Bool { DriveAddress.isMeant(destination) }

  private func convert(_ path: String, to destination: TableConversion.Destination) throws -> TableConversion.Outcome {
    var conversion = try conversion(of: path)
    if conversion.format == .html {
      conversion.worksheet = try reviewWorksheet(of: path, conversion.reading)
      if try ReviewSheetReader.isInColumns(path, worksheet: conversion.worksheet, csv: conversion.reading) {
        throw Failure.usage(
          .format, "\(input) has columns for each locale, and a page has a row for each text and locale.",
          hint: "Choose another format than HTML, or export the review again with --layout rows.")
      }
    }
    let outcome = try conversion.convert(path, to: destination)
    for line in outcome.warningLines(input) { output.note(line) }
    return outcome
  }

  /// The worksheet to write as a page, which is a review sheet; nil in a file without worksheets.
  private func reviewWorksheet(of path: String, _ csv: CSVReadingOptions) throws -> String? {
    let found = try ReviewSheetReader.tables(of: path, csv: csv)
    if let worksheet, found.contains(worksheet) { return worksheet }
    guard worksheet == nil, let first = found.first else {
      throw Failure.usage(
        .format, "\(input) has no review sheet\(worksheet.map { " on the worksheet \"\(Visible.text($0))\"" } ?? "").",
        hint: "Choose another format than HTML, which is for review sheets.")
    }
    guard found.count == 1 else {
      throw Failure.usage(
        .format, "\(input) has \(found.count) worksheets, and a page has one table.",
        hint: "Choose one with --worksheet.")
    }
    return first
  }

  /// Whether a workbook or a page is copied byte by byte. Writing it again would lose everything but its tables.
  private func isKept(_ path: String) throws -> Bool {
    let format = try chosenFormat()
    guard worksheet == nil, TableFormat(extensionOf: path) == format else { return false }
    return format == .xlsx || format == .html && ReviewSheetReader.isPage(path)
  }

  private func copy(_ path: String) throws {
    try conversion(of: path).checksFile(destination)
    try FetchedFile(path: destination).copy(InputFile(path: path))
    if output.json {
      try Terminal.print(JSONValue.members(["files": [destination], "rows": nil, "warnings": JSONValue.array([])]))
    }
  }

  private func upload(_ path: String, to address: DriveAddress) async throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let upload = DriveUpload(overwrites: overwrite, output: output)
    let name = FileName(path)
    try await GoogleSettings.withClient(output, scopes: [.all]) { client in
      let target = try await upload.target(
        address, defaultName: name.base + (name.type == "html" ? ".html" : ".xlsx"), client)
      var local = self
      local.destination = "\(try folder.path())/sheet\(target.ending)"
      let isKept = try local.isKept(path)
      if !isKept { _ = try local.convert(path, to: .file(path: local.destination)) }
      let source = try InputFile(path: isKept ? path : local.destination)
      if target.ending == ".xlsx" { try source.requireXLSX() }
      try upload.report(try await upload.run(source, to: target, client))
    }
  }

  private func conversion(of input: String) throws -> TableConversion {
    let format = try chosenFormat()
    let isDelimitedInput = [nil, .csv, .tsv].contains(TableFormat(extensionOf: input))
    var reading = CSVReadingOptions(isLenient: true)
    var writing = CSVWritingOptions(hasByteOrderMark: !isStandardOutput, quoting: .asNeeded, escapesFormulas: false)
    if isDelimitedInput {
      reading = try csv.reading()
      reading.isLenient = true
      reading.quote = try CSVOptions.quote(named: quote)
      if let quote = reading.quote, quote == reading.delimiter {
        throw Failure.usage(.quote, "--quote and --delimiter name the same character.", hint: "Leave one of them out.")
      }
    } else {
      try csv.apply(to: &writing)
    }
    // Programs do not recognise UTF-16 without a byte order mark.
    if writing.encoding.uppercased().hasPrefix("UTF-16") { writing.hasByteOrderMark = true }
    var conversion = TableConversion(
      to: format, worksheet: worksheet, reading: reading, writing: writing, isStrict: strict)
    conversion.isGuardedRow = RowBase.isInRow
    // A page without the project's checks would look like one of a project that has none.
    if format == .html { _ = try SettingsFile.checkSettings() }
    conversion.page = { SheetPage.editor.around($0) }
    let csv = reading
    conversion.checksFile = { file in
      guard !PlainFile.isSame(input, file) else {
        throw Failure.usage(.format, "\(file) is the table that is read.", hint: "Choose another name.")
      }
      // A file from an earlier conversion contains no edits of its own.
      try EditedSheet.refuseOverwriting(file, writtenFrom: (input, csv)) {
        (try? ReviewSheetReader.read([input], csv: csv)) ?? ReturnedSheet()
      }
    }
    return conversion
  }

  private func chosenFormat() throws -> TableFormat {
    let known = TableFormat.allCases.map(\.rawValue).joined(separator: ", ")
    if isInDrive { return .xlsx }
    if let given = format {
      guard let format = TableFormat(rawValue: given.lowercased()) else {
        throw Failure.usage(.format, "--format does not accept \"\(given)\".", hint: "It takes \(known).")
      }
      return format
    }
    guard let format = TableFormat(extensionOf: destination) else {
      throw Failure.usage(
        .format, "the name \(destination) does not end in a known format.", hint: "Add --format with one of \(known).")
    }
    return format
  }
}

extension TableConversion.Outcome {
  /// The warnings, each in the form of an error at the same place.
  func warningLines(_ file: String) -> [String] {
    warnings.map { "warning: \(SpreadsheetError($0.code, $0.message, place: $0.place).inFile(file))" }
  }

  /// `{"files": [...], "rows": 3, "warnings": [{"code", "line", "count", "message"}]}`, and in each warning the first
  /// `lines` of CSV, or the part, the worksheet and the cell of a workbook and the first `places`.
  var json: JSONValue {
    [
      "files": files, "rows": rowCount,
      "warnings": warnings.map { warning in
        // Only a place in CSV is a line without a part.
        let lines = warning.places.compactMap { $0.part == nil ? $0.line : nil }
        let json: JSONValue = [
          "code": warning.code.rawValue, "line": warning.place.line, "count": warning.count, "message": warning.message,
        ]
        return lines.isEmpty
          ? json.with(Self.json(of: warning.place)).with(["places": warning.places.map(Self.json(of:))])
          : json.with(["lines": lines])
      },
    ]
  }

  private static func json(of place: SpreadsheetError.Place) -> JSONValue {
    .object(
      [("part", place.part), ("worksheet", place.worksheet), ("cell", place.cell)].compactMap { name, value in
        value.map { (name, .string($0)) }
      })
  }
}
