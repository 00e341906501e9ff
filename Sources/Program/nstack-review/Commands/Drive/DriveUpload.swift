import Basics
import GoogleDrive
import ReviewJournal
import Spreadsheet
import TranslationReview

struct DriveUpload {
  /// The target of an upload, determined once: a sheet that appears in Drive afterwards is not replaced.
  enum Target: Sendable {
    case new(NewSheet)
    case existing(DriveFile)

    /// The address; before the upload, the folder's address with the sheet's name.
    var address: String {
      switch self {
      case .new(let sheet): "drive:\(sheet.folder ?? "root")/\(sheet.name)"
      case .existing(let file): file.address
      }
    }

    /// The ending of the file that is uploaded.
    var ending: String {
      switch self {
      case .new(let sheet): sheet.ending
      case .existing(let file): file.ending
      }
    }
  }

  struct Outcome: Sendable {
    let file: DriveFile
    let copy: DriveFile?
    /// The local copy of the replaced sheet, if the account cannot make a copy in Drive.
    let keptAt: String?
    /// Other sheets in the folder with the same name as a new one.
    var namesakes: [DriveFile] = []
  }

  let overwrites: Bool
  let output: OutputOptions

  /// - Parameter defaultName: The name in a folder, if the address has none.
  /// - Throws: `drive.exists` for a sheet that may not be replaced; `usage.file-name`; what the calls throw.
  func target(_ address: DriveAddress, defaultName: String, _ client: DriveClient) async throws -> Target {
    let item = try await client.item(at: address)
    let name = if case .named(let given, _) = address { given } else { defaultName }
    guard item.isFolder else {
      if case .named = address { return try existing(try await client.spreadsheet(at: address)) }
      return try existing(try await client.spreadsheet(at: .item(item.id)))
    }
    let isGoogleSheet = try Self.isGoogleSheet(named: name)
    let found = try await client.files(named: name, in: item)
    if found.count > 1 { return try existing(try await client.spreadsheet(at: .named(name, folder: item.id))) }
    if let first = found.first { return try existing(first) }
    return .new(NewSheet(name: name, folder: item.id, isGoogleSheet: isGoogleSheet))
  }

  private func existing(_ file: DriveFile) throws -> Target {
    guard overwrites else {
      throw DriveError(
        .exists, "\"\(Visible.text(file.name))\" (\(file.id)) is in Drive already.",
        hint: "Choose another name, or add --overwrite.")
    }
    return .existing(file)
  }

  func run(_ source: InputFile, to target: Target, _ client: DriveClient) async throws -> Outcome {
    let line = ProgressLine(output, what: "uploading, kB")
    defer { line.end() }
    let progress: @Sendable (Int) -> Void = { line.advance(to: $0 / 1_000, of: max(1, source.size / 1_000)) }
    switch target {
    case .new(let sheet):
      let file = try await client.create(sheet, from: source, progress: progress)
      return Outcome(file: file, copy: nil, keptAt: nil, namesakes: await namesakes(of: file, at: sheet, client))
    case .existing(let there):
      let stamp = UTCTime.text(EnvironmentVariables.time()).replacing("T", with: " ").replacing(":", with: "-")
        .dropLast()
      // A page opens by its ending alone.
      let copyName = "\(Self.withoutEnding(there)) (before \(stamp))\(there.isPage ? there.ending : "")"
      func replace(keptAt kept: String?) async throws -> Outcome {
        let replacement = try await client.replace(
          there, copyName: kept == nil ? copyName : nil, from: source, progress: progress)
        return Outcome(file: replacement.file, copy: replacement.copy, keptAt: kept)
      }
      if client.canCopy(there) {
        do { return try await replace(keptAt: nil) } catch let error as DriveError where error.code == .noStorage {
          // An access token does not show that it belongs to a service account; Google's refusal of the copy does.
        }
      }
      return try await replace(keptAt: try await keep(there, as: copyName, client))
    }
  }

  /// The sheets with the same name that others made at the same moment. They are not removed, because somebody may
  /// already use them.
  private func namesakes(of file: DriveFile, at sheet: NewSheet, _ client: DriveClient) async -> [DriveFile] {
    do { return try await client.namesakes(of: file, at: sheet) } catch {
      output.note("warning: it is not known whether another sheet got the same name meanwhile. \(error)")
      return []
    }
  }

  private func keep(_ there: DriveFile, as name: String, _ client: DriveClient) async throws -> String {
    guard let folder = StateFolder.standard else {
      throw Failure.noStateFolder(for: "the copy of the sheet that is replaced")
    }
    // A long name is cut at its end, so the part that makes the copy unique comes first.
    let version = there.version.map { "\($0) " } ?? ""
    let path = "\(folder)/drive-copies/\(DriveName.file("\(there.id) \(version)\(name)", ending: there.ending))"
    try PlainFile.makeFolders(above: path)
    try await client.fetch(there, intoFile: path)
    return path
  }

  /// Prints what was done, with the machine output of an export that was uploaded.
  func report(_ outcome: Outcome, ofExport export: JSONValue? = nil) throws {
    let file = outcome.file
    let object = export?.with(["file": file.address, "drive": file]) ?? ["file": file]
    let isPrinted = output.printSent(
      object.with(["copy": outcome.copy, "keptCopy": outcome.keptAt, "sameName": outcome.namesakes]),
      summary: "the sheet was uploaded",
      lines: {
        [
          "uploaded \(Visible.text(file.name, limit: 120)): drive:\(file.id)",
          file.link.map { "  \(Visible.text($0, limit: 400))" },
          outcome.copy.map { "  what it was before: \(Visible.text($0.name, limit: 160)), drive:\($0.id)" },
          outcome.keptAt.map { "  what it was before: \(Visible.path($0))" },
        ].compactMap(\.self)
      })
    if !outcome.namesakes.isEmpty {
      let ids = ([file] + outcome.namesakes).map { "drive:\($0.id)" }.joined(separator: ", ")
      Terminal.note(
        "error: the folder has \(outcome.namesakes.count + 1) sheets called \"\(Visible.text(file.name, limit: 120))\", "
          + "as others were uploaded at the same moment: \(ids). None was removed. Agree on one of them, put the others "
          + "into the bin, and until then name it by its id.")
    }
    if !isPrinted || !outcome.namesakes.isEmpty { throw ExitStatus.partial.error }
  }

  /// Whether a new sheet of a name is a Google Sheet, which has no ending, or an XLSX file or a page.
  ///
  /// - Throws: `usage.file-name` for the ending of another table.
  static func isGoogleSheet(named name: String) throws -> Bool {
    let type = FileName(name).type
    if ["xlsx", "html"].contains(type) { return false }
    guard TableFormat.isSpreadsheet(named: name) || SheetFormat(extensionOf: name) != nil else { return true }
    throw Failure.usage(
      .sheetName, "\(Visible.text(name)): sheets in Drive are Google Sheets, XLSX files or pages, and not .\(type).",
      hint: "Give it the ending .xlsx or .html, or none for a Google Sheet.")
  }

  private static func withoutEnding(_ file: DriveFile) -> String {
    file.name.lowercased().hasSuffix(file.ending) ? String(file.name.dropLast(file.ending.count)) : file.name
  }
}
