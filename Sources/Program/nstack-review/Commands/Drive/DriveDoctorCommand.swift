import ArgumentParser
import Basics
import GoogleDrive
import ReviewJournal
import Spreadsheet

struct DriveDoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "doctor", "Try each step of working with Google Drive, and print the results.",
    discussion: """
      Without a folder it only reads. With one it uploads small sheets there, reads them back, replaces them, finds them in \
      the folder, and puts them and their copies into the bin.
      """, examples: ["drive doctor", "drive doctor drive:0FolderId/"])

  @Argument(help: "A folder for small sheets: drive:FOLDER/.") var folder: String?
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let settings = try GoogleSettings()
    let folder = try folder.map(Self.folder)
    settings.warnOfLoopback(output)
    var report = DoctorReport()
    await report.run("credentials") { try settings.source(output).account }
    if !report.hasFailed {
      report = try await GoogleSettings.withClient(output, scopes: folder == nil ? [.readAll] : [.all]) {
        await Self.tryReading($0, folder, report)
      }
    }
    try output.print(report.stepsJSON, lines: { report.lines })
    if report.hasFailed { throw ExitStatus.failure.error }
  }

  /// The id or name of a folder.
  private static func folder(_ text: String) throws -> String {
    switch try DriveAddress(text) {
    case .item(let name, _), .folder(let name, _): return name
    case .named:
      throw DriveError(
        .address, "\"\(Visible.text(text))\" names a file and not a folder.", hint: "Give drive:FOLDER/.")
    }
  }

  private static func tryReading(_ client: DriveClient, _ folder: String?, _ before: DoctorReport) async -> DoctorReport
  {
    var report = before
    await report.run("sign in, and ask who that is") {
      let about = try await client.about()
      let room = about.limit.map { "\((about.usage ?? 0) >> 20) of \($0 >> 20) MiB used" } ?? "no storage limit given"
      return "\(about.name ?? "no name") <\(about.email ?? "no address")>, \(room)"
    }
    await report.run("list spreadsheets") {
      let listing = try await client.list(limit: 5)
      return
        "\(listing.files.count)\(listing.hasMore ? " and more" : ""), the last of \(listing.files.first?.modified ?? "–")"
    }
    await report.run("ask for a file that does not exist") {
      do { _ = try await client.item("nstack-review-doctor-no-such-file") } catch let error as DriveError
        where error.code == .notFound
      { return "status \(error.status.map { "\($0)" } ?? "–"), reason \(error.reason ?? "–")" }
      try Self.expect(false, "Google has a file of that id.")
      return ""
    }
    guard let folder, !report.hasFailed else { return report }
    let name = "nstack-review doctor \(UTCTime.text(EnvironmentVariables.time()).replacing(":", with: "-"))"
    for isGoogleSheet in [false, true] {
      let sheet = NewSheet(name: isGoogleSheet ? name : "\(name).xlsx", folder: folder, isGoogleSheet: isGoogleSheet)
      await DriveTrial(client: client, sheet: sheet).run(&report)
    }
    return report
  }

  /// Fails a step if Google's answer is not the expected one.
  fileprivate static func expect(_ isExpected: Bool, _ message: @autoclosure () -> String) throws {
    if isExpected { return }
    throw DriveError(
      .badAnswer, "\(message()) This program expects something else.",
      hint: "Tell its authors: the article Sheets in Google Drive lists what is not confirmed yet.")
  }
}

private struct DriveTrial {
  let client: DriveClient
  let sheet: NewSheet

  func run(_ report: inout DoctorReport) async {
    let kind = sheet.isGoogleSheet ? "Google Sheet" : "XLSX file"
    let first = sheet.isGoogleSheet ? 2 : 1
    var made: DriveFile?
    await report.run(sheet.isGoogleSheet ? "upload and convert to a Google Sheet" : "upload an XLSX file") {
      let file = try await client.create(sheet, from: UploadBytes(try Self.workbook(first)))
      made = file
      try DriveDoctorCommand.expect(
        file.isGoogleSheet == sheet.isGoogleSheet, "The file that was made is of the type \(file.mimeType).")
      return "\(file.address), version \(file.version.map { "\($0)" } ?? "–")"
    }
    guard let made else { return }
    var copy: DriveFile?
    await report.run("read the \(kind) back") { try await contents(of: made, equal: first) }
    await report.run("replace the \(kind), after a copy") {
      let (line, kept) = try await replace(made)
      copy = kept
      return line
    }
    await report.run("read what replaced the \(kind)") { try await contents(of: made, equal: 3) }
    await report.run("find the \(kind) in its folder, by its name") {
      let found = try await client.files(named: sheet.name, in: try await client.folder(sheet.folder ?? ""))
      try DriveDoctorCommand.expect(
        found.map(\.id) == [made.id], "The folder has \(found.count) files of that name instead of only the new one.")
      return "drive:\(made.id)"
    }
    for file in [made, copy].compactMap(\.self) {
      await report.run("put \(file.id == made.id ? "the \(kind)" : "its copy") into the bin") {
        try await client.trash(file)
        do { _ = try await client.item(file.id) } catch let error as DriveError where error.code == .trashed {
          return file.address
        }
        try DriveDoctorCommand.expect(false, "\(file.address) is not in the bin.")
        return ""
      }
    }
  }

  private func replace(_ made: DriveFile) async throws -> (line: String, copy: DriveFile?) {
    // Google may count the conversion as another change.
    let seen = try await client.item(made.id)
    let copyName = client.canCopy(seen) ? "\(sheet.name) (copy)" : nil
    let result = try await client.replace(seen, copyName: copyName, from: UploadBytes(try Self.workbook(3)))
    try DriveDoctorCommand.expect(
      result.file.id == made.id && result.file.folder == seen.folder && result.file.mimeType == seen.mimeType,
      "What replaced the file has another id, folder or type.")
    let (before, after) = (seen.version ?? .max, result.file.version ?? 0)
    try DriveDoctorCommand.expect(after > before, "The version did not grow.")
    if let copy = result.copy {
      try DriveDoctorCommand.expect(
        copy.isKeptCopy, "The copy \(copy.address) lacks the property that marks it as a copy.")
    }
    let copy = result.copy.map { "copy \($0.address)" } ?? "no copy, because a service account owns no storage"
    return ("same id and folder, version \(before) → \(after), \(copy)", result.copy)
  }

  private func contents(of file: DriveFile, equal number: Int) async throws -> String {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let path = "\(try folder.path())/sheet.xlsx"
    try await client.fetch(try await client.item(file.id), intoFile: path)
    let found = try Self.number(inFileAt: path)
    try DriveDoctorCommand.expect(
      found == number, "The sheet has the number \(found.map { "\($0)" } ?? "–"), and \(number) was sent.")
    return "\(PlainFile.size(of: path) ?? 0) bytes with the number that was sent"
  }

  /// A workbook with one row, whose second cell has a number.
  private static func workbook(_ number: Int) throws -> [UInt8] {
    let output = MemoryOutput()
    let writer = try XLSXWriter(to: output)
    try writer.beginWorksheet(WorksheetLayout(name: "Doctor"))
    let row = Row()
    row.append("nstack-review drive doctor", column: 0)
    row.append(Double(number), column: 1)
    try writer.append(row)
    try writer.finish()
    return output.bytes
  }

  private static func number(inFileAt path: String) throws -> Int? {
    guard case .workbook(let workbook) = try SpreadsheetDocument.open(path: path) else { return nil }
    var number: Int?
    try workbook.readRows(ofWorksheetAt: 0) { row in
      if number == nil { number = Double(row.text(inColumn: 1)).map { Int($0) } }
    }
    return number
  }
}

extension DoctorReport {
  /// Adds who is signed in to Google, as far as this machine knows without a call.
  mutating func addDrive(_ output: OutputOptions) {
    let name = "Google Drive"
    do { add(name, "\(try GoogleSettings().source(output).account); `drive doctor` tries it") } catch let error
      as DriveError where error.code == .signedOut
    { add(name, .skipped, "nobody is signed in", hint: error.hint) } catch { add(name, failed: error) }
  }
}
