import ArgumentParser
import Basics
import GoogleDrive
import ReviewJournal
import ReviewReports
import Spreadsheet

struct DriveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "drive", "Sign in to Google Drive, and list the spreadsheets there.",
    discussion: """
      Where other commands take a sheet, they take drive:ID, drive:FOLDER/, drive:FOLDER/NAME or its address from the \
      browser; `export` and `convert` write there, and `convert` fetches a copy.
      """, examples: ["drive login", "drive list review"],
    subcommands: [DriveListCommand.self, DriveLoginCommand.self, DriveLogoutCommand.self, DriveDoctorCommand.self])
}

struct DriveListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "list", "List spreadsheets in Google Drive, those that changed last first.",
    discussion: """
      Names are not unique in Drive: use the ids. With --memory, each spreadsheet is fetched, and its entries are counted: \
      those that `memory add` would add to the memory (importable), and those that the memory already has (imported).
      """,
    examples: [
      "drive list review", "drive list drive:0FolderId/ --since 2026-01-31 --json",
      "drive list drive:0FolderId/review --memory acme",
    ])

  @Argument(help: "The beginning of a word of the name, drive:FOLDER/, or both: drive:FOLDER/WORD.") var place: String?
  @Option("date", "Only files that changed since then (UTC).") var since: String?
  @Option("name", "Count what each has for this memory.", completion: .memories) var memory: String?
  @OptionGroup(visibility: .rare) var reading: MemoryReadingOptions
  @OptionGroup(visibility: .rare) var state: StateOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try require("--since", since, takes: "a day such as 2026-01-31, or 2026-01-31T10:00:00Z") { Self.time($0) != nil }
    try require(memory != nil || reading.givenFlags.isEmpty, "--source-lang and --target-lang are for --memory.")
  }

  func run() async throws {
    let address = try place.flatMap { DriveAddress.isMeant($0) ? try DriveAddress($0) : nil }
    let memories = try memory.map { try state.memories(output).having($0) }
    let (listing, counts) = try await GoogleSettings.withClient(output, scopes: [.readAll]) { client in
      if client.account.seesOnlyOwnFiles {
        output.note(
          "this login sees only files that nstack-review created; for all files: nstack-review drive login --read-all")
      }
      var query = DriveQuery(name: address == nil ? place : nil, since: since.flatMap(Self.time))
      if let address {
        query.folder = try await client.item(at: address).id
        if case .named(let name, _) = address { query.name = name }
      }
      if let owner = try SettingLayers.ofMachine()["drive-owner"], owner.text == "me" {
        query.isOwn = true
        output.note("only spreadsheets that you own: drive-owner is me, from \(owner.source)")
      }
      let listing = try await client.list(query)
      guard let memories, let memory else { return (listing, [Counts](repeating: nil, count: listing.files.count)) }
      return (listing, try await self.counts(of: listing.files, memories, memory, client))
    }
    output.warn(listing.warnings)
    try output.print(
      [
        "files": zip(listing.files, counts).map { file, counts in
          memory == nil ? file.json : file.json.with(["importable": counts?.added, "imported": counts?.known])
        }, "isIncomplete": listing.isIncomplete,
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
