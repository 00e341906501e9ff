import AppCatalogs
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
    discussion: """
      Names are not unique in Drive: use the ids. With --memory, each spreadsheet is fetched, and its entries are counted: \
      those that `memory add` would add to the memory (importable), and those that the memory already has (imported).
      """,
    examples: [
      "drive list --name review", "drive list --folder 0FolderId --since 2026-01-31 --json",
      "drive list --folder 0FolderId --memory acme",
    ])

  @Option("word", "Only files with a word in their name that begins with this text.") var name: String?
  @Option("folder", "Only files in this folder, by its id or name.") var folder: String?
  @Option("date", "Only files that changed since then (UTC).") var since: String?
  @Option("n", "The maximum number of files.") var limit = 1_000
  @Option("name", "Count what each has for this memory.", completion: .memories) var memory: String?
  @OptionGroup(visibility: .rare) var reading: MemoryReadingOptions
  @OptionGroup var google: GoogleOptions
  @OptionGroup(visibility: .rare) var state: StateOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try require("--limit", limit, takes: "a number from 1 on") { $0 > 0 }
    try require("--since", since, takes: "a day such as 2026-01-31, or 2026-01-31T10:00:00Z") { Self.time($0) != nil }
    try require(memory != nil || reading.givenFlags.isEmpty, "--source-lang and --target-lang are for --memory.")
  }

  func run() async throws {
    let query = DriveQuery(name: name, folder: try folder.map(Self.folder), since: since.flatMap(Self.time))
    let memories = try memory.map { try state.memories(output).having($0) }
    let (listing, counts) = try await google.drive.withClient(google.network, output, scopes: [.readAll]) { client in
      if client.account.seesOnlyOwnFiles {
        output.note(
          "this login sees only files that nstack-review created; for all files: nstack-review drive login --read-all")
      }
      let listing = try await client.list(query, limit: limit)
      guard let memories, let memory else { return (listing, [Counts](repeating: nil, count: listing.files.count)) }
      return (listing, try await self.counts(of: listing.files, memories, memory, client))
    }
    if listing.isIncomplete {
      output.note("warning: Google did not search everywhere; name the folder or the shared drive")
    }
    if listing.hasMore { output.note("there are more files; raise --limit, or narrow the search") }
    try output.print(
      [
        "files": zip(listing.files, counts).map { file, counts in
          memory == nil ? file.json : file.json.with(["importable": counts?.added, "imported": counts?.known])
        }, "hasMore": listing.hasMore, "isIncomplete": listing.isIncomplete,
      ], lines: { lines(of: listing.files, counts) })
  }

  private typealias Counts = NamedMemories.Addition?

  /// What each file would add to a memory; nil for a file that cannot be read as a memory.
  private func counts(of files: [DriveFile], _ memories: NamedMemories, _ memory: String, _ client: DriveClient)
    async throws -> [Counts]
  {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let fetched = try await DriveSheets.fetch(
      files.map { .init(path: $0.id, source: $0) }, into: folder, client, output)
    return try fetched.map { file in
      do {
        return try memories.comparison(of: file.path, with: memory, reading: reading.reading)
      } catch is SpreadsheetError { return nil }
    }
  }

  /// The id or name of a folder, also if given as `drive:FOLDER/` or as its address.
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

  private func lines(of files: [DriveFile], _ counts: [Counts]) -> [String] {
    guard !files.isEmpty else { return ["no spreadsheets"] }
    let counted = memory == nil ? [] : ["IMPORTABLE", "IMPORTED"]
    var rows = [["MODIFIED", "SIZE", "OWNER"] + counted + ["ID", "NAME"]]
    for (file, counts) in zip(files, counts) {
      let modified = String((file.modified ?? "–").prefix(16)).replacing("T", with: " ")
      let owner = file.owner ?? (file.sharedDrive == nil ? "–" : "shared drive")
      let numbers = [file.size] + (memory == nil ? [] : [counts?.added, counts?.known])
      let cells = numbers.map { $0.map { "\($0)" } ?? "–" }
      rows.append([modified, cells[0], owner] + cells.dropFirst() + [file.id, Visible.text(file.name, limit: 120)])
    }
    return rows.aligned()
  }
}

extension DriveFile: JSONConvertible {
  var json: JSONValue {
    [
      "id": id, "name": name, "mimeType": mimeType, "modified": modified, "version": version, "size": size,
      "owner": owner, "lastChangedBy": lastChangedBy, "folder": folder, "sharedDrive": sharedDrive, "link": link,
    ]
  }
}

struct DrivePullCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "pull", "Fetch spreadsheets from Google Drive as XLSX files.",
    discussion: """
      A Google Sheet is exported; an uploaded XLSX file is fetched as it is. Existing files are kept unless --overwrite is given; files with edits that the \
      sheet lacks are kept even then. If several sheets have the same name, the name of each file contains the sheet's id.
      """,
    examples: [
      "drive pull drive:1SheetId", "drive pull drive:0FolderId/ drive:1SheetId --output sheets/",
      "drive pull https://docs.google.com/spreadsheets/d/1SheetId/edit --output returned.xlsx",
    ])

  @Argument(help: "drive:ID, drive:FOLDER/ or drive:FOLDER/NAME, or the address from the browser.") var sheets: [String]
  @Option("file", "The file to write (default: the sheet's name); for several, their folder.", name: .output) var file:
    String?
  @Flag("Replace a file that is there.") var overwrite = false
  @OptionGroup var google: GoogleOptions
  @OptionGroup var output: OutputOptions

  func validate() throws { try require(file != "", "--output is empty; name a file or a folder.") }

  func run() async throws {
    let addresses = try sheets.map { (name: $0, address: Optional(try DriveAddress($0))) }
    try await google.drive.withClient(google.network, output, scopes: [.readAll]) { client in
      let found = try await DriveSheets.find(addresses, client, output)
      let paths = try paths(of: found.compactMap(\.source))
      if !overwrite, let path = paths.first(where: PlainFile.exists) {
        throw DriveError(
          .exists, "\(Visible.path(path)) exists already.",
          hint: "Choose another name with --output, or add --overwrite.")
      }
      let folder = TemporaryFolder()
      defer { folder.remove() }
      let fetched = try await DriveSheets.fetch(found, into: folder, client, output)
      for (path, sheet) in zip(paths, fetched) {
        do {
          try EditedSheet.refuseOverwriting(path) { (try? ReviewSheetReader.read([sheet.path])) ?? ReturnedSheet() }
        } catch let error as ImportError {
          throw Failure.usage(
            like: error.code, error.message,
            hint: "Import it first: nstack-review import \(path); or choose another name with --output.")
        }
      }
      var (written, lines): ([JSONValue], [String]) = ([], [])
      for (path, sheet) in zip(paths, fetched) {
        if path != file { try PlainFile.makeFolders(above: path, mode: 0o777) }
        try FetchedFile(path: path).copy(InputFile(path: sheet.path))
        let size = PlainFile.size(of: path) ?? 0
        written.append(["file": path, "bytes": size, "source": sheet.source])
        lines.append("wrote \(Visible.path(path)): \(Counted.text(size, "byte"))")
      }
      try output.print(isOne ? written[0] : .array(written), lines: { lines })
    }
  }

  /// Whether a single sheet is named, and not a folder.
  private var isOne: Bool {
    guard sheets.count == 1, case .folder? = try? DriveAddress(sheets[0]) else { return sheets.count == 1 }
    return false
  }

  /// The files to write. If several sheets have the same name, their ids are added.
  private func paths(of sheets: [DriveFile]) throws -> [String] {
    let isFolder = file.map { !isOne || $0.hasSuffix("/") || BundledTexts.isFolder($0) } ?? false
    let isSheet = file?.lowercased().hasSuffix(".xlsx") == true
    guard isFolder != isSheet || file == nil else {
      throw Failure.usage(
        .sheetName, "\(file ?? ""): the file name must end in .xlsx\(isOne ? "" : "; that of a folder must not").")
    }
    if let file, !isFolder { return [file] }
    let names = sheets.map { DriveName.file($0.name, ending: ".xlsx") }
    let counts = Dictionary(names.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
    return zip(sheets, names).map { sheet, name in
      let isUnique = counts[name.lowercased()] == 1
      let folder = file.map { $0.hasSuffix("/") ? $0 : "\($0)/" } ?? ""
      return folder + (isUnique ? name : "\(name.dropLast(5)) (\(sheet.id)).xlsx")
    }
  }
}
