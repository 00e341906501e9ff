import Basics
import HTTPMessages

/// Who is signed in, and how much of the storage is used.
package struct DriveAbout: Hashable, Sendable {
  /// The account's name.
  package let name: String?
  /// The account's address.
  package let email: String?
  /// The bytes that are used.
  package let usage: Int?
  /// The most bytes that may be used; nil for no limit.
  package let limit: Int?
}

extension DriveClient {
  /// Who is signed in.
  package func about() async throws(DriveError) -> DriveAbout {
    let call = reading(
      "about", label: "about", subject: "the account",
      query: [("fields", "user(displayName,emailAddress),storageQuota(limit,usage)")])
    let json = try json(try await send(call), of: call)
    let quota = json["storageQuota"]
    return DriveAbout(
      name: json["user"]?["displayName"]?.string, email: json["user"]?["emailAddress"]?.string,
      usage: quota?["usage"]?.looseInteger, limit: quota?["limit"]?.looseInteger)
  }

  /// A file or folder by its id, whatever its type. A shortcut is followed.
  ///
  /// - Throws: `drive.not-found`, `drive.trashed`, and what the calls throw.
  package func item(_ id: String) async throws(DriveError) -> DriveFile {
    var id = id
    // A shortcut cannot lead to another one.
    for _ in 0..<2 {
      guard DriveAddress.isID(id) else { throw Self.missing(id) }
      let call = reading(
        "files/\(id)", label: "files/ID", subject: "the file \(id)",
        query: [("fields", DriveFile.fields), ("supportsAllDrives", "true")])
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

  /// The file or folder that an address begins with, whatever its type. A shortcut is followed.
  package func item(at address: DriveAddress) async throws(DriveError) -> DriveFile {
    switch address {
    case .item(let id, let key):
      if let key { keys.note([id: key]) }
      return try await item(id)
    case .folder(let name, let key):
      if let key { keys.note([name: key]) }
      return try await folder(name)
    case .named(_, let name): return try await folder(name)
    }
  }

  /// The spreadsheet that an address refers to.
  ///
  /// - Throws: `drive.not-found`, `drive.ambiguous` if several files have the name, `drive.wrong-type` if it is not a
  ///   spreadsheet, and what the calls throw.
  package func spreadsheet(at address: DriveAddress) async throws(DriveError) -> DriveFile {
    let item: DriveFile
    do throws(DriveError) { item = try await self.item(at: address) } catch {
      guard error.code == .notFound, case .item = address else { throw error }
      throw DriveError(
        error.code, error.message,
        hint: [error.hint, "Write a folder with a slash at the end: drive:FOLDER/."].compactMap(\.self).joined(
          separator: " "), request: error.request, status: error.status, reason: error.reason, cause: error.cause)
    }
    guard case .named(let name, _) = address else { return try Self.spreadsheet(item) }
    let folder = item
    // Messages name a sheet as `drive:ID/NAME`.
    guard folder.isFolder else { return try Self.called(name, folder) }
    let found = try await files(named: name, in: folder)
    guard let first = found.first else {
      throw DriveError(
        .notFound, "the folder \(Self.named(folder)) has no spreadsheet \"\(Excerpt.visible(name))\".",
        hint: "List the folder: nstack-review drive list drive:\(folder.id)/.")
    }
    guard found.count == 1 else {
      let ids = found.prefix(5).map(\.id).joined(separator: ", ")
      throw DriveError(
        .ambiguous,
        "\(found.count) files of the folder \(Self.named(folder)) are called \"\(Excerpt.visible(name))\": \(ids).",
        hint: "Name it by its id: drive:\(first.id).")
    }
    return try Self.spreadsheet(first)
  }

  private static func spreadsheet(_ file: DriveFile) throws(DriveError) -> DriveFile {
    guard file.isGoogleSheet || file.isXLSX || file.isPage else {
      throw DriveError(
        .wrongType, "\(named(file)) is not a spreadsheet but \(Excerpt.visible(file.mimeType)).",
        hint: file.isFolder ? "List the folder: nstack-review drive list drive:\(file.id)/." : "Name a spreadsheet.")
    }
    return file
  }

  /// Returns the file of an address that also names it, if the file has that name.
  private static func called(_ name: String, _ file: DriveFile) throws(DriveError) -> DriveFile {
    guard file.plainName == name || file.name == name else {
      throw DriveError(
        .wrongType, "\(named(file)) is not a folder, and it is not called \"\(Excerpt.visible(name))\".",
        hint: "Name a folder: drive:FOLDER/NAME.xlsx; or the file alone: drive:\(file.id).")
    }
    return try spreadsheet(file)
  }

  /// A folder by its id, or by its name if only one of the folders that this account sees has it.
  ///
  /// - Parameter name: The id or name. If it is the id of another file, that file is returned.
  /// - Throws: `drive.not-found`, `drive.ambiguous`, and what the calls throw.
  package func folder(_ name: String) async throws(DriveError) -> DriveFile {
    if name == "root", let top = DriveFile.top { return top }
    if DriveAddress.isID(name) {
      do throws(DriveError) { return try await item(name) } catch { guard error.code == .notFound else { throw error } }
    }
    let found = try await foldersNamed(name).files
    guard let first = found.first else {
      throw DriveError(
        .notFound, "there is no folder \"\(Excerpt.visible(name))\", or it is not shared with \(account.who).",
        hint: account.howToShare
          + " A folder of a shared drive may need its id, which is the last part of its address in the browser.")
    }
    guard found.count == 1 else {
      let ids = found.prefix(5).map(\.id).joined(separator: ", ")
      throw DriveError(
        .ambiguous, "\(found.count) folders are called \"\(Excerpt.visible(name))\": \(ids).",
        hint: "Name it by its id: drive:\(first.id)/.")
    }
    return first
  }

  /// The spreadsheets of a folder with a name. A Google Sheet may lack the ending of the name.
  package func files(named name: String, in folder: DriveFile) async throws(DriveError) -> [DriveFile] {
    let found = try await list(of: folder, named: name).files
    guard found.isEmpty, name.lowercased().hasSuffix(".xlsx") else { return found }
    return try await list(of: folder, named: String(name.dropLast(5))).files.filter(\.isGoogleSheet)
  }

  /// Copies a file within Drive with its open comments, beside itself, under another name. The copy has a property, so that
  /// it is not taken for a returned sheet.
  func copy(_ file: DriveFile, named name: String) async throws(DriveError) -> DriveFile {
    let uploadID = Base64URL.random(bytes: 18)
    var call = writing(
      "POST", "files/\(file.id)/copy", label: "files/ID/copy", Self.named(file),
      [
        "name": name, "appProperties": JSONValue.members([DriveFile.uploadID: uploadID]),
        "properties": JSONValue.members([DriveFile.copyProperty.name: DriveFile.copyProperty.value]),
      ], query: [("copyComments", "true")])
    // Google answers when the copy is made, which may take minutes.
    call.timeout = .seconds(600)
    var attempt = 1
    while true {
      do throws(DriveError) { return try self.file(try await send(call), of: call) } catch {
        guard error.mayHaveBeenDone else { throw error }
        let isLast = attempt >= calls.paced.policy.attempts
        if !isLast { try await calls.wait(afterLook: attempt, call) }
        // If only the answer was lost, the copy exists, and a second one would be confusing.
        if let made = try await keptCopy(named: name, uploadID, of: file) { return made }
        guard !isLast, error.code == .server else { throw error }
      }
      attempt += 1
    }
  }

  private func keptCopy(named name: String, _ uploadID: String, of file: DriveFile) async throws(DriveError)
    -> DriveFile?
  {
    var query = DriveQuery(folder: file.folder)
    query.exactName = name
    return try await list(query).files.first { $0.isKeptCopy && $0.uploadID == uploadID }
  }

  /// Puts a file into the bin.
  package func trash(_ file: DriveFile) async throws(DriveError) {
    var call = writing("PATCH", "files/\(file.id)", label: "files/ID", Self.named(file), ["trashed": true])
    call.isRepeatable = true
    _ = try await send(call)
  }

  static func named(_ file: DriveFile) -> String { "\"\(Excerpt.visible(file.name))\" (\(file.id))" }

  private static func missing(_ id: String) -> DriveError {
    DriveError(.notFound, "the file \(Excerpt.visible(id)) does not exist.", hint: "Check the id.")
  }
}
