import ArgumentParser
import Basics
import GoogleDrive
import ReviewJournal
import TranslationReview

/// `drive pull`.
struct DrivePullCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull", abstract: "Fetch a spreadsheet from Google Drive as an XLSX file.",
    discussion: """
      A Google Sheet is exported; an uploaded XLSX file is fetched as it is. Existing files are kept unless --overwrite is given, and those with edits that the \
      sheet lacks even then.

      Examples:

        nstack-review drive pull drive:1SheetId
        nstack-review drive pull https://docs.google.com/spreadsheets/d/1SheetId/edit --output returned.xlsx
      """)

  @Argument(help: "drive:ID, drive:FOLDER/NAME, or the address from the browser.")
  var sheet: String
  @Option(
    name: [.customLong("output"), .customShort("o")],
    help: ArgumentHelp("The file to write (default: the sheet's name).", valueName: "file"))
  var file: String?
  @Flag(name: .long, help: "Replace the file if there is one.")
  var overwrite = false
  @OptionGroup var network: DriveNetworkOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      let address = try DriveAddress(sheet)
      try await DriveConnection.withClient(
        network.drive, output, scopes: [.readAll], proxy: network.proxy, caFile: network.caFile
      ) { client in
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
        let target = FetchedFile(path: fetched)
        try await client.fetch(found, into: target)
        try target.finish()
        do {
          try EditedSheet.refuseOverwriting(path) { (try? ReviewSheetReader.read([fetched]))?.rows ?? [] }
        } catch let error as ImportError {
          throw Failure.usage(
            .init(rawValue: error.code.rawValue), error.message,
            hint: "Import it first: nstack-review import \(path); or choose another name with --output.")
        }
        try FetchedFile(path: path).copy(UploadFile(path: fetched))
        let size = PlainFile.size(of: path) ?? 0
        try output.tell(
          .object([("file", .string(path)), ("bytes", .integer(size)), ("source", found.json)]),
          lines: { ["wrote \(Visible.path(path)): \(Counted.text(size, "byte"))"] })
      }
    }
  }
}
