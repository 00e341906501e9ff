import ArgumentParser
import Basics
import GoogleDrive
import NStackAPI
import TranslationReview

/// `drive push`.
struct DrivePushCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Upload an XLSX file to Google Drive.",
    discussion: """
      A file is replaced only with --overwrite, and after a copy of it was made in Drive. Its id, its address and whom it is \
      shared with stay.

      Examples:

        nstack-review drive push review.xlsx drive:0FolderId/
        nstack-review drive push review.xlsx drive:0FolderId/ --google-sheet
        nstack-review drive push review.xlsx drive:1SheetId --overwrite
      """)

  @Argument(help: "The file to upload.")
  var file: String
  @Argument(help: "Where: drive:FOLDER/, drive:FOLDER/NAME, or with --overwrite drive:ID or its address.")
  var place: String
  @Flag(name: .long, help: "Convert it to a Google Sheet.")
  var googleSheet = false
  @Flag(name: .long, help: "Replace the sheet that is there, after a copy of it in Drive.")
  var overwrite = false
  @Option(name: .long, help: "Replace only this version of it (see drive list --json).")
  var version: Int?
  @OptionGroup var network: DriveNetworkOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      guard file.lowercased().hasSuffix(".xlsx") else {
        throw Failure.usage(.sheetName, "\(file): the file name must end in .xlsx.")
      }
      let source = try UploadFile(path: file)
      let address = try DriveAddress(place)
      let push = DrivePush(isGoogleSheet: googleSheet, overwrites: overwrite, output: output)
      try await DriveConnection.withClient(
        network.drive, output, scopes: [.all], proxy: network.proxy, caFile: network.caFile
      ) { client in
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let pushed = try await push.run(source, to: address, defaultName: name, seen: version, client)
        try push.tell(pushed)
      }
    }
  }
}

/// An upload of one sheet, as flags ask for it.
struct DrivePush {
  /// Whether Google converts it to a Google Sheet.
  let isGoogleSheet: Bool
  /// Whether it may replace a sheet.
  let overwrites: Bool
  let output: OutputOptions

  /// The sheet that an upload would replace; nil for a new one.
  func replaced(_ address: DriveAddress, defaultName: String, _ client: DriveClient) async throws -> DriveFile? {
    switch address {
    case .item(let id):
      let item = try await client.item(id)
      if item.isFolder { return try await replaced(.named(defaultName, folder: id), defaultName: defaultName, client) }
      return try await client.spreadsheet(at: address)
    case .folder(let id): return try await replaced(.named(defaultName, folder: id), defaultName: defaultName, client)
    case .named:
      do throws(DriveError) {
        return try await client.spreadsheet(at: address)
      } catch {
        // With a status, Google does not know the folder.
        guard error.code == .notFound, error.status == nil else { throw error }
        return nil
      }
    }
  }

  /// Uploads a sheet.
  ///
  /// - Parameters:
  ///   - version: The version that it may replace; nil for the one that is there now.
  func run(
    _ source: UploadFile, to address: DriveAddress, defaultName: String, seen version: Int? = nil, _ client: DriveClient
  ) async throws -> Replacement {
    guard let there = try await replaced(address, defaultName: defaultName, client) else {
      let (name, folder) =
        switch address {
        case .named(let name, let folder): (name, folder)
        case .folder(let id), .item(let id): (defaultName, id)
        }
      let place = NewSheet(
        name: isGoogleSheet ? Self.withoutEnding(name) : name, folder: folder, isGoogleSheet: isGoogleSheet)
      return Replacement(file: try await client.create(place, from: source), copy: nil)
    }
    try refuseReplacing(there)
    let stamp = UTCTime.text(CalendarTime.seconds()).replacing("T", with: " ").replacing(":", with: "-").dropLast()
    return try await client.replace(
      there, seen: version, copyName: "\(Self.withoutEnding(there.name)) (before \(stamp))", from: source)
  }

  /// Refuses to replace a sheet unless that was asked for.
  func refuseReplacing(_ there: DriveFile) throws {
    guard !overwrites else { return }
    throw DriveError(
      .exists, "\"\(Visible.text(there.name))\" (\(there.id)) is in Drive already.",
      hint: "Choose another name, or add --overwrite.")
  }

  /// Prints what was done.
  func tell(_ pushed: Replacement) throws {
    let isTold = output.tellSent(
      .object([("file", pushed.file.json), ("copy", pushed.copy?.json ?? .null)]), summary: "the sheet was uploaded",
      lines: {
        var lines = ["pushed \(Visible.text(pushed.file.name, limit: 120)): drive:\(pushed.file.id)"]
        if let link = pushed.file.link { lines.append("  \(Visible.text(link, limit: 400))") }
        if let copy = pushed.copy {
          lines.append("  what it was before: \(Visible.text(copy.name, limit: 160)), drive:\(copy.id)")
        }
        return lines
      })
    if !isTold { throw ExitStatus.partial.error }
  }

  private static func withoutEnding(_ name: String) -> String {
    name.lowercased().hasSuffix(".xlsx") ? String(name.dropLast(5)) : name
  }
}
