import ArgumentParser
import Basics
import GoogleDrive
import TranslationReview

/// `drive list`.
struct DriveListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List spreadsheets in Google Drive, those that changed last first.",
    discussion: """
      Names are not unique in Drive: use the ids.

      Examples:

        nstack-review drive list --name review
        nstack-review drive list --folder 0FolderId --since 2026-01-31 --json
      """)

  @Option(name: .long, help: "Only files whose name has a word that begins with this.")
  var name: String?
  @Option(name: .long, help: ArgumentHelp("Only files of this owner.", valueName: "address"))
  var owner: String?
  @Option(name: .long, help: ArgumentHelp("Only files in this folder, by its id or name.", valueName: "folder"))
  var folder: String?
  @Option(name: .long, help: ArgumentHelp("Only files of this shared drive.", valueName: "id"))
  var sharedDrive: String?
  @Option(name: .long, help: ArgumentHelp("Only files that changed since this day or time (UTC).", valueName: "date"))
  var since: String?
  @Option(name: .long, help: "The maximum number of files.")
  var limit = 1_000
  @OptionGroup var network: DriveNetworkOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit is \(limit); it takes a number from 1 on.") }
    if let since, Self.time(since) == nil {
      throw ValidationError("--since is \"\(since)\"; it takes a day such as 2026-01-31, or 2026-01-31T10:00:00Z.")
    }
  }

  func run() async throws {
    try await CommandRun.run(output) {
      let query = DriveQuery(
        name: name, owner: owner, folder: try folder.map(Self.folder), sharedDrive: sharedDrive,
        since: since.flatMap(Self.time))
      let listing = try await DriveConnection.withClient(
        network.drive, output, scopes: [.readAll], proxy: network.proxy, caFile: network.caFile
      ) { client in
        if client.account.seesOnlyOwnFiles {
          output.note(
            "this login sees only files that nstack-review created; for all files: nstack-review drive login --read-all"
          )
        }
        return try await client.list(query, limit: limit)
      }
      if listing.isIncomplete {
        output.note("warning: Google did not search everywhere; name the folder or the shared drive")
      }
      if listing.hasMore { output.note("there are more files; raise --limit, or narrow the search") }
      try output.tell(
        .object([
          ("files", .array(listing.files.map(\.json))), ("hasMore", .boolean(listing.hasMore)),
          ("isIncomplete", .boolean(listing.isIncomplete)),
        ]),
        lines: { Self.lines(of: listing.files) })
    }
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
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { text, width in text + String(repeating: " ", count: width - text.count) }
        .joined(separator: "  ") + "  " + row[4]
    }
  }
}

extension DriveFile {
  /// The file in machine output.
  var json: JSONValue {
    .object([
      ("id", .string(id)), ("name", .string(name)), ("mimeType", .string(mimeType)), ("modified", .optional(modified)),
      ("version", version.map { .integer($0) } ?? .null), ("size", size.map { .integer($0) } ?? .null),
      ("owner", .optional(owner)), ("lastChangedBy", .optional(lastChangedBy)), ("folder", .optional(folder)),
      ("sharedDrive", .optional(sharedDrive)), ("link", .optional(link)),
    ])
  }
}
