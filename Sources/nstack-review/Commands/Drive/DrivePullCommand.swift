import ArgumentParser
import Basics
import GoogleDrive
import ReviewJournal
import Spreadsheet
import TranslationReview

struct DrivePullCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "pull", "Fetch a spreadsheet from Google Drive as an XLSX file.",
    discussion: """
      A Google Sheet is exported; an uploaded XLSX file is fetched as it is. Existing files are kept unless --overwrite is given, and those with edits that the \
      sheet lacks even then.
      """,
    examples: [
      "drive pull drive:1SheetId",
      "drive pull https://docs.google.com/spreadsheets/d/1SheetId/edit --output returned.xlsx",
    ])

  @Argument(help: "drive:ID, drive:FOLDER/NAME, or the address from the browser.")
  var sheet: String
  @Option(name: .output, help: .value("file", "The file to write (default: the sheet's name)."))
  var file: String?
  @Flag(help: "Replace the file if there is one.")
  var overwrite = false
  @OptionGroup(title: "Google Drive") var google: GoogleOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let address = try DriveAddress(sheet)
    try await DriveConnection.withClient(google.drive, google.network, output, scopes: [.readAll]) { client in
      let found = try await client.spreadsheet(at: address)
      let path = file ?? DriveName.file(found.name, ending: ".xlsx")
      guard path.lowercased().hasSuffix(".xlsx") else {
        throw Failure.usage(.sheetName, "\(path): the file name must end in .xlsx.")
      }
      guard overwrite || !PlainFile.exists(path) else {
        throw DriveError(
          .exists, "\(Visible.path(path)) exists already.",
          hint: "Choose another name with --output, or add --overwrite.")
      }
      let folder = TemporaryFolder()
      defer { folder.remove() }
      let fetched = "\(try folder.path())/sheet.xlsx"
      try await client.fetch(found, intoFile: fetched)
      do {
        try EditedSheet.refuseOverwriting(path) { (try? ReviewSheetReader.read([fetched]))?.rows ?? [] }
      } catch let error as ImportError {
        throw Failure.usage(
          .init(rawValue: error.code.rawValue), error.message,
          hint: "Import it first: nstack-review import \(path); or choose another name with --output.")
      }
      try FetchedFile(path: path).copy(InputFile(path: fetched))
      let size = PlainFile.size(of: path) ?? 0
      try output.print(
        .members(["file": path, "bytes": size, "source": found.json]),
        lines: { ["wrote \(Visible.path(path)): \(Counted.text(size, "byte"))"] })
    }
  }
}
