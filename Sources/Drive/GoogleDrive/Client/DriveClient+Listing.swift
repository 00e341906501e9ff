import Basics
import HTTPMessages

/// The files that a query found.
package struct DriveListing: Sendable {
  /// The files, the most recently changed first.
  package var files: [DriveFile] = []
  /// Whether Google says that the list is incomplete.
  package var isIncomplete = false
  /// Shortcuts whose files do not exist, are in the bin, or are not shared with this account.
  package var brokenShortcuts: [DriveFile] = []
  /// Whether there are more files than were requested.
  package var hasMore = false
}

extension DriveClient {
  /// The most pages of one list that are followed. A page may be empty although there are more.
  private static let mostPages = 10_000

  /// The spreadsheets that match a query, page after page: Google Sheets and uploaded XLSX files. In a folder, shortcuts are
  /// followed.
  ///
  /// - Throws: `drive.bad-answer` if the list cannot be read to its end, and what the calls throw.
  package func list(_ query: DriveQuery = DriveQuery(), limit: Int = .max) async throws(DriveError) -> DriveListing {
    guard let folder = query.folder else { return try await pages(of: query, limit: limit) }
    let item = try await self.folder(folder)
    guard item.isFolder else {
      throw DriveError(.wrongType, "\(Self.named(item)) is not a folder.", hint: "Name a folder, or leave it out.")
    }
    var query = query
    // Google lists all files of a shared drive only if the drive is named.
    (query.folder, query.sharedDrive) = (item.id, query.sharedDrive ?? item.sharedDrive)
    return try await pages(in: item, query, limit: limit)
  }

  /// The spreadsheets in a folder.
  package func list(of folder: DriveFile, named name: String? = nil) async throws(DriveError) -> DriveListing {
    var query = DriveQuery(folder: folder.id, sharedDrive: folder.sharedDrive)
    query.exactName = name
    return try await pages(in: folder, query)
  }

  private func pages(in folder: DriveFile, _ query: DriveQuery, limit: Int = .max) async throws(DriveError)
    -> DriveListing
  {
    var query = query
    query.findsShortcuts = true
    do throws(DriveError) { return try await following(pages(of: query, limit: limit), query) } catch {
      // A folder can be shared with somebody who does not see the shared drive that it is in.
      guard error.code == .notFound, folder.sharedDrive != nil else { throw error }
      query.sharedDrive = nil
      return try await following(pages(of: query, limit: limit), query)
    }
  }

  /// A listing with the files that its shortcuts lead to in their place. A file that is there itself is not there twice.
  private func following(_ listing: DriveListing, _ query: DriveQuery) async throws(DriveError) -> DriveListing {
    let shortcuts = listing.files.filter(\.isShortcut)
    guard !shortcuts.isEmpty else { return listing }
    var result = listing
    result.files.removeAll(where: \.isShortcut)
    for shortcut in shortcuts where shortcut.shortcutType.map(query.types.contains) ?? true {
      do throws(DriveError) {
        let file = try await item(shortcut.shortcutTarget ?? "")
        if query.wants(file), !result.files.contains(where: { $0.id == file.id }) { result.files.append(file) }
      } catch {
        guard [.notFound, .trashed].contains(error.code) else { throw error }
        result.brokenShortcuts.append(shortcut)
      }
    }
    result.files.sort { ($0.modified ?? "", $0.id) > ($1.modified ?? "", $1.id) }
    return result
  }

  func foldersNamed(_ name: String) async throws(DriveError) -> DriveListing {
    var query = DriveQuery()
    query.exactName = name
    query.findsFolders = true
    return try await pages(of: query)
  }

  private func pages(of query: DriveQuery, limit: Int = .max) async throws(DriveError) -> DriveListing {
    var listing = DriveListing()
    var ids: Set<String> = []
    var tokens: Set<String> = []
    var token: String?
    var beganAnew = false
    for _ in 0..<Self.mostPages {
      let call = page(of: query, after: token)
      let response: TransportResponse
      do throws(DriveError) { response = try await send(call) } catch {
        // A page token is valid for some hours. If Google refuses it, the list is read from the start again, once.
        guard token != nil, error.status == 400, !beganAnew else { throw error }
        (listing, ids, tokens, token, beganAnew) = (DriveListing(), [], [], nil, true)
        continue
      }
      let answer = try json(response, of: call)
      guard let files = answer["files"]?.elements else {
        throw Self.badAnswer("it has no list of files", call, response.status)
      }
      for element in files {
        guard let file = DriveFile(element) else {
          throw Self.badAnswer("an element of the list is not a file", call, response.status)
        }
        keys.note(file.resourceKeys)
        // While somebody changes a file, it may move from one page to another.
        if ids.insert(file.id).inserted { listing.files.append(file) }
      }
      if answer["incompleteSearch"]?.isTrue == true { listing.isIncomplete = true }
      token = answer["nextPageToken"]?.string
      let isLast = token?.isEmpty ?? true
      if isLast || listing.files.count >= limit {
        listing.hasMore = !isLast || listing.files.count > limit
        listing.files = Array(listing.files.prefix(max(0, limit)))
        return listing
      }
      guard let token, tokens.insert(token).inserted else {
        throw Self.badAnswer("the list leads to a page that was read already", call, response.status)
      }
    }
    throw DriveError(
      .badAnswer, "the list of files has more than \(Self.mostPages) pages.", hint: "Narrow the search.",
      request: "GET /drive/v3/files")
  }

  private func page(of query: DriveQuery, after token: String?) -> GoogleCall {
    var fields: [(name: String, value: String)] = [
      ("q", query.text), ("fields", "nextPageToken,incompleteSearch,files(\(DriveFile.fields))"), ("pageSize", "1000"),
      ("orderBy", "modifiedTime desc"), ("supportsAllDrives", "true"), ("includeItemsFromAllDrives", "true"),
    ]
    if let drive = query.sharedDrive { fields += [("corpora", "drive"), ("driveId", drive)] }
    if let token { fields.append(("pageToken", token)) }
    var call = reading("files", label: "files", subject: "the list of files", query: fields)
    call.folder = query.folder
    return call
  }
}
