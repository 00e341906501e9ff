import ArgumentParser
import Basics
import GoogleDrive
import ReviewJournal
import ReviewReports
import Spreadsheet

struct DriveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "drive", "List, fetch and upload sheets in Google Drive, and sign in there.",
    discussion: """
      Where other commands take a sheet, they take drive:ID, drive:FOLDER/, drive:FOLDER/NAME or its address from the browser.
      """, examples: ["drive login", "drive list --name review"],
    subcommands: [
      DriveListCommand.self, DrivePullCommand.self, DrivePushCommand.self, DriveLoginCommand.self,
      DriveLogoutCommand.self, DriveWhoamiCommand.self, DriveDoctorCommand.self,
    ])
}

struct DriveListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "list", "List spreadsheets in Google Drive, those that changed last first.",
    discussion: "Names are not unique in Drive: use the ids.",
    examples: ["drive list --name review", "drive list --folder 0FolderId --since 2026-01-31 --json"])

  @Option(help: .value("word", "Only files whose name has a word that begins so.")) var name: String?
  @Option(help: .value("folder", "Only files in this folder, by its id or name.")) var folder: String?
  @Option(help: .value("date", "Only files that changed since then (UTC).")) var since: String?
  @Option(help: .value("n", "The maximum number of files.")) var limit = 1_000
  @OptionGroup(title: "Google Drive") var google: GoogleOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    try require("--limit", limit, takes: "a number from 1 on") { $0 > 0 }
    try require("--since", since, takes: "a day such as 2026-01-31, or 2026-01-31T10:00:00Z") { Self.time($0) != nil }
  }

  func run() async throws {
    let query = DriveQuery(
      name: name, folder: try folder.map(Self.folder), since: since.flatMap(Self.time))
    let listing = try await DriveConnection.withClient(
      google.drive, google.network, output, scopes: [.readAll]
    ) { client in
      if client.account.seesOnlyOwnFiles {
        output.note(
          "this login sees only files that nstack-review created; for all files: nstack-review drive login --read-all")
      }
      return try await client.list(query, limit: limit)
    }
    if listing.isIncomplete {
      output.note("warning: Google did not search everywhere; name the folder or the shared drive")
    }
    if listing.hasMore { output.note("there are more files; raise --limit, or narrow the search") }
    try output.print(
      .members(["files": listing.files.map(\.json), "hasMore": listing.hasMore, "isIncomplete": listing.isIncomplete]),
      lines: { Self.lines(of: listing.files) })
  }

  /// The id or name of a folder that was given so, as `drive:FOLDER/` or by its address.
  static func folder(_ text: String) throws -> String {
    guard DriveAddress.isMeant(text) else { return text }
    switch try DriveAddress(text) {
    case .item(let name), .folder(let name): return name
    case .named:
      throw DriveError(
        .address, "\"\(Visible.text(text))\" names a file and not a folder.", hint: "Give the folder's id.")
    }
  }

  /// A day or time as Drive writes it; nil if it is neither.
  private static func time(_ text: String) -> String? {
    let whole = text.utf8.count == 10 ? "\(text)T00:00:00Z" : text
    return UTCTime.seconds(of: whole) == nil ? nil : whole
  }

  private static func lines(of files: [DriveFile]) -> [String] {
    guard !files.isEmpty else { return ["no spreadsheets"] }
    let rows =
      [["MODIFIED", "SIZE", "OWNER", "ID", "NAME"]]
      + files.map { file in
        [
          String((file.modified ?? "–").prefix(16)).replacing("T", with: " "), file.size.map { "\($0)" } ?? "–",
          file.owner ?? (file.sharedDrive == nil ? "–" : "shared drive"), file.id, Visible.text(file.name, limit: 120),
        ]
      }
    return TextTable.lines(rows)
  }
}

extension DriveFile {
  var json: JSONValue {
    .members([
      "id": id, "name": name, "mimeType": mimeType, "modified": modified, "version": version, "size": size,
      "owner": owner, "lastChangedBy": lastChangedBy, "folder": folder, "sharedDrive": sharedDrive, "link": link,
    ])
  }
}

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

  @Argument(help: "drive:ID, drive:FOLDER/NAME, or the address from the browser.") var sheet: String
  @Option(name: .output, help: .value("file", "The file to write (default: the sheet's name).")) var file: String?
  @Flag(help: "Replace the file if there is one.") var overwrite = false
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
