import Basics
import GoogleDrive
import NStackAPI
import ReviewJournal
import Spreadsheet
import TranslationReview

/// An upload of one sheet, as flags ask for it.
struct DrivePush {
  /// Where an upload goes, found out once: nothing that appears in Drive afterwards is replaced.
  enum Target: Sendable {
    case new(NewSheet)
    case existing(DriveFile)
  }

  /// What an upload did.
  struct Pushed: Sendable {
    let file: DriveFile
    /// The copy in Drive of what it replaced.
    let copy: DriveFile?
    /// The copy on this machine of what it replaced, where the account can make none in Drive.
    let keptAt: String?
    /// The other sheets in the folder with the name of a new one.
    var namesakes: [DriveFile] = []
  }

  /// Whether Google converts it to a Google Sheet.
  let isGoogleSheet: Bool
  /// Whether it may replace a sheet.
  let overwrites: Bool
  let output: OutputOptions

  /// Where an upload to an address goes.
  ///
  /// - Parameter defaultName: The name in a folder, if the address has none.
  /// - Throws: `drive.exists` for a sheet that may not be replaced; `usage.file-name`; what the calls throw.
  func target(_ address: DriveAddress, defaultName: String, _ client: DriveClient) async throws -> Target {
    let item: DriveFile
    var name = defaultName
    switch address {
    case .item(let id): item = try await client.item(id)
    case .folder(let folder): item = try await client.folder(folder)
    case .named(let given, let folder):
      name = given
      item = try await client.folder(folder)
    }
    guard item.isFolder else {
      if case .named = address { return try existing(try await client.spreadsheet(at: address)) }
      return try existing(try await client.spreadsheet(at: .item(item.id)))
    }
    let sheetName = try Self.sheetName(name)
    let found = try await client.files(named: sheetName, in: item)
    if found.count > 1 { return try existing(try await client.spreadsheet(at: .named(sheetName, folder: item.id))) }
    if let first = found.first { return try existing(first) }
    return .new(
      NewSheet(
        name: isGoogleSheet ? Self.withoutEnding(sheetName) : sheetName, folder: item.id,
        isGoogleSheet: isGoogleSheet))
  }

  /// A sheet that is there, if it may be replaced.
  private func existing(_ file: DriveFile) throws -> Target {
    guard overwrites else {
      throw DriveError(
        .exists, "\"\(Visible.text(file.name))\" (\(file.id)) is in Drive already.",
        hint: "Choose another name, or add --overwrite.")
    }
    guard file.isGoogleSheet || !isGoogleSheet else {
      throw DriveError(
        .wrongType, "\"\(Visible.text(file.name))\" (\(file.id)) is an XLSX file, which is not converted in its place.",
        hint: "Leave --google-sheet out, or choose another name.")
    }
    return .existing(file)
  }

  /// Uploads a sheet.
  ///
  /// - Parameter version: The version that it may replace; nil for the one that the target was found with.
  func run(
    _ source: UploadFile, to target: Target, seen version: Int? = nil, _ client: DriveClient
  ) async throws -> Pushed {
    let line = ProgressLine(output, what: "uploading, kB")
    defer { line.end() }
    let progress: @Sendable (Int) -> Void = { line.advance(to: $0 / 1_000, of: max(1, source.size / 1_000)) }
    switch target {
    case .new(let place):
      let file = try await client.create(place, from: source, progress: progress)
      return Pushed(file: file, copy: nil, keptAt: nil, namesakes: await namesakes(of: file, at: place, client))
    case .existing(let there):
      let stamp = UTCTime.text(CalendarTime.seconds()).replacing("T", with: " ").replacing(":", with: "-").dropLast()
      let copyName = "\(Self.withoutEnding(there.name)) (before \(stamp))"
      func replace(keptAt kept: String?) async throws -> Pushed {
        let replacement = try await client.replace(
          there, seen: version, copyName: kept == nil ? copyName : nil, from: source, progress: progress)
        return Pushed(file: replacement.file, copy: replacement.copy, keptAt: kept)
      }
      if client.canCopy(there) {
        do {
          return try await replace(keptAt: nil)
        } catch let error as DriveError where error.code == .noStorage {
          // That it is a service account's is not told by an access token, but by Google's refusal of the copy.
        }
      }
      return try await replace(keptAt: try await keep(there, as: copyName, client))
    }
  }

  /// The sheets that others gave the same name at the same moment. None of them is removed: somebody may use it already.
  private func namesakes(of file: DriveFile, at place: NewSheet, _ client: DriveClient) async -> [DriveFile] {
    do {
      return try await client.namesakes(of: file, at: place)
    } catch {
      output.note("warning: it is not known whether another sheet got the same name meanwhile. \(error)")
      return []
    }
  }

  /// Keeps on this machine what is replaced.
  private func keep(_ there: DriveFile, as name: String, _ client: DriveClient) async throws -> String {
    guard let folder = StateFolder.standard else {
      throw Failure.usage(
        .stateFolder, "there is no folder for the copy of the sheet that is replaced.",
        hint: "Set HOME or XDG_STATE_HOME.")
    }
    // A long name is cut at its end, so what no other copy has comes first: another version of the sheet is another file.
    let version = there.version.map { "\($0) " } ?? ""
    let path = "\(folder)/drive-copies/\(DriveName.file("\(there.id) \(version)\(name)", ending: ".xlsx"))"
    try PlainFile.makeFolders(above: path)
    let target = FetchedFile(path: path)
    try await client.fetch(there, into: target)
    try target.finish()
    return path
  }

  /// Prints what was done.
  ///
  /// - Parameter members: Further members of the machine output.
  func tell(_ pushed: Pushed, _ members: JSONValue = .object([])) throws {
    var object = members
    if case .object(let given) = members, given.isEmpty {
      object = object.adding("file", pushed.file.json)
    } else {
      object = object.adding("file", .string(pushed.file.address)).adding("drive", pushed.file.json)
    }
    let isTold = output.tellSent(
      object.adding("copy", pushed.copy?.json ?? .null).adding("keptCopy", .optional(pushed.keptAt))
        .adding("sameName", .array(pushed.namesakes.map(\.json))),
      summary: "the sheet was uploaded",
      lines: {
        var lines = ["pushed \(Visible.text(pushed.file.name, limit: 120)): drive:\(pushed.file.id)"]
        if let link = pushed.file.link { lines.append("  \(Visible.text(link, limit: 400))") }
        if let copy = pushed.copy {
          lines.append("  what it was before: \(Visible.text(copy.name, limit: 160)), drive:\(copy.id)")
        }
        if let path = pushed.keptAt { lines.append("  what it was before: \(Visible.path(path))") }
        return lines
      })
    if !pushed.namesakes.isEmpty {
      let ids = ([pushed.file] + pushed.namesakes).map { "drive:\($0.id)" }.joined(separator: ", ")
      Terminal.note(
        "error: the folder has \(pushed.namesakes.count + 1) sheets called \"\(Visible.text(pushed.file.name, limit: 120))\", "
          + "as others were uploaded at the same moment: \(ids). Nobody's was removed. Agree on one of them, put the others "
          + "into the bin, and name it by its id until then.")
    }
    if !isTold || !pushed.namesakes.isEmpty { throw ExitStatus.partial.error }
  }

  /// The name of an XLSX file.
  static func sheetName(_ name: String) throws -> String {
    let dot = name.lastIndex(of: ".")
    let ending = dot.map { name[$0...].lowercased() } ?? ""
    if ending == ".xlsx" { return name }
    guard TableFormat.isSpreadsheet(named: name) || SheetFormat(extensionOf: name) != nil else { return name + ".xlsx" }
    throw Failure.usage(
      .sheetName, "\(Visible.text(name)): sheets in Drive are XLSX files, and not \(ending).",
      hint: "Give it the ending .xlsx, or none.")
  }

  private static func withoutEnding(_ name: String) -> String {
    name.lowercased().hasSuffix(".xlsx") ? String(name.dropLast(5)) : name
  }
}
