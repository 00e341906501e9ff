import Basics
import HTTPMessages

/// Who is signed in, and what Drive has room for.
public struct DriveAbout: Hashable, Sendable {
  /// The account's name.
  public let name: String?
  /// The account's address.
  public let email: String?
  /// The bytes that are used.
  public let usage: Int?
  /// The most bytes that may be used; nil for no limit.
  public let limit: Int?
}

extension DriveClient {
  /// Who is signed in.
  public func about() async throws(DriveError) -> DriveAbout {
    let call = reading(
      "about", label: "about", subject: "the account",
      query: [(name: "fields", value: "user(displayName,emailAddress),storageQuota(limit,usage)")])
    let json = try json(try await send(call), of: call)
    let quota = json["storageQuota"]
    return DriveAbout(
      name: json["user"]?["displayName"]?.string, email: json["user"]?["emailAddress"]?.string,
      usage: quota?["usage"]?.string.flatMap { Int($0) }, limit: quota?["limit"]?.string.flatMap { Int($0) })
  }

  /// A file or folder by its id, whatever its type. A shortcut is followed to what it leads to.
  ///
  /// - Throws: `drive.not-found`, `drive.trashed`, and what the calls throw.
  public func item(_ id: String) async throws(DriveError) -> DriveFile {
    var id = id
    // A shortcut cannot lead to another one.
    for _ in 0..<2 {
      guard DriveAddress.isID(id) else { throw Self.missing(id) }
      let call = reading(
        "files/\(id)", label: "files/ID", subject: "the file \(id)",
        query: [(name: "fields", value: DriveFile.fields), (name: "supportsAllDrives", value: "true")])
      let file = try file(try await send(call), of: call)
      if file.isTrashed {
        throw DriveError(
          .trashed, "\(Self.named(file)) is in the bin.", hint: "Restore it in Drive, or name another one.",
          request: call.label)
      }
      guard file.isShortcut else { return file }
      guard let target = file.shortcutTarget else { break }
      id = target
    }
    throw Self.missing(id)
  }

  /// The spreadsheet that an address means.
  ///
  /// - Throws: `drive.not-found`, `drive.ambiguous` if several files have the name, `drive.wrong-type` if it is not a
  ///   spreadsheet, and what the calls throw.
  public func spreadsheet(at address: DriveAddress) async throws(DriveError) -> DriveFile {
    let file: DriveFile
    switch address {
    case .item(let id), .folder(let id): file = try await item(id)
    case .named(let name, let folder):
      let found = try await files(named: name, in: folder)
      guard let first = found.first else {
        throw DriveError(
          .notFound, "the folder \(folder) has no spreadsheet \"\(Excerpt.visible(name))\".",
          hint: "List the folder: nstack-review drive list --folder \(folder).")
      }
      guard found.count == 1 else {
        let ids = found.prefix(5).map(\.id).joined(separator: ", ")
        throw DriveError(
          .ambiguous, "\(found.count) files of the folder \(folder) are called \"\(Excerpt.visible(name))\": \(ids).",
          hint: "Name the one that is meant by its id: drive:\(first.id).")
      }
      file = first
    }
    guard file.isGoogleSheet || file.isXLSX else {
      throw DriveError(
        .wrongType, "\(Self.named(file)) is not a spreadsheet but \(Excerpt.visible(file.mimeType)).",
        hint: file.isFolder ? "List the folder: nstack-review drive list --folder \(file.id)." : "Name a spreadsheet.")
    }
    return file
  }

  /// The spreadsheets of a folder with a name. A Google Sheet may lack the ending of the name.
  func files(named name: String, in folder: String) async throws(DriveError) -> [DriveFile] {
    var query = DriveQuery(folder: folder)
    query.exactName = name
    let found = try await list(query).files
    guard found.isEmpty, name.lowercased().hasSuffix(".xlsx") else { return found }
    query.exactName = String(name.dropLast(5))
    return try await list(query).files.filter(\.isGoogleSheet)
  }

  /// Copies a file within Drive, beside itself, under another name. The copy is marked, so that it is not taken for a sheet that
  /// comes back.
  func copy(_ file: DriveFile, named name: String) async throws(DriveError) -> DriveFile {
    var call = GoogleCall(
      method: "POST",
      url: url(
        "/drive/v3/files/\(file.id)/copy",
        [(name: "fields", value: DriveFile.fields), (name: "supportsAllDrives", value: "true")]),
      label: "POST /drive/v3/files/ID/copy", subject: Self.named(file))
    call.headers = [(name: "Content-Type", value: "application/json; charset=UTF-8")]
    call.body =
      JSONValue.object([
        ("name", .string(name)),
        ("properties", .object([(DriveFile.copyMark.name, .string(DriveFile.copyMark.value))])),
      ]).compactUTF8
    // A second copy does no harm, and a missing one would.
    call.isRepeatable = true
    return try self.file(try await send(call), of: call)
  }

  /// A file in messages.
  static func named(_ file: DriveFile) -> String { "\"\(Excerpt.visible(file.name))\" (\(file.id))" }

  private static func missing(_ id: String) -> DriveError {
    DriveError(.notFound, "the file \(Excerpt.visible(id)) does not exist.", hint: "Check the id.")
  }
}
