import Basics
import HTTPMessages

extension DriveClient {
  /// Uploads an XLSX file or a page as a new file.
  ///
  /// - Throws: `DriveError`: `drive.exists` if the folder has a spreadsheet of that name, `drive.no-storage` if a service
  ///   account would own the file, `drive.wrong-type` if the folder is not one, and what the upload throws; what the source
  ///   throws.
  package func create(
    _ sheet: NewSheet, from source: some UploadSource, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> DriveFile {
    let folder = try await self.folder(sheet.folder ?? "root")
    try checkFolder(folder)
    let found = try await files(named: sheet.name, in: folder)
    if let first = found.first {
      throw DriveError(
        .exists, "the folder has a spreadsheet \(Self.named(first)) already.",
        hint: "Choose another name, or replace it with --overwrite.")
    }
    // The upload ID identifies the file if the answer to its last byte is lost.
    let uploadID = Base64URL.random(bytes: 18)
    let metadata = JSONValue.members([
      "name": sheet.name, "mimeType": sheet.isGoogleSheet ? MediaType.googleSheet : MediaType.uploaded(sheet.ending),
    ]).with(folder == DriveFile.top ? [:] : ["parents": [folder.id]]).with([
      "appProperties": JSONValue.members([DriveFile.uploadID: uploadID])
    ])
    let upload = Upload(
      client: self, method: "POST", path: "/upload/drive/v3/files", metadata: metadata,
      mediaType: MediaType.uploaded(sheet.ending), subject: "\"\(Excerpt.visible(sheet.name))\"", progress: progress,
      chunk: uploadPiece
    ) { allWasSent async throws(DriveError) in allWasSent ? try await uploaded(sheet.name, in: folder, uploadID) : nil }
    return try await upload.run(source)
  }

  /// Replaces the content of a file with an XLSX file, or that of a page with a page. Its id, address and sharing stay.
  ///
  /// Google has no conditional write: a change that somebody makes after the last check (right before the last piece is
  /// sent) and before Google has that piece is overwritten.
  ///
  /// - Parameters:
  ///   - file: The file to replace.
  ///   - copyName: The name of the copy that is made first; nil for no copy.
  ///   - source: The bytes.
  ///   - progress: Receives the number of bytes that were sent.
  /// - Returns: The file as it is now, and the copy of what it was before.
  /// - Throws: `DriveError`: `drive.changed` if the file has another content by now, `drive.not-allowed` if this account may
  ///   not change it, and what the upload throws; what the source throws.
  package func replace(
    _ file: DriveFile, copyName: String?, from source: some UploadSource,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> (file: DriveFile, copy: DriveFile?) {
    let now = try await item(file.id)
    guard now.isWritable else {
      throw DriveError(.notAllowed, "\(account.who) may not change \(Self.named(now)).", hint: account.howToGetEditing)
    }
    guard now.hasContent(of: file) else { throw Self.changed(now) }
    var copy: DriveFile?
    if let copyName { copy = try await self.copy(now, named: copyName) }
    var upload = Upload(
      client: self, method: "PATCH", path: "/upload/drive/v3/files/\(now.id)", metadata: [:],
      mediaType: MediaType.uploaded(now.ending), subject: Self.named(now), progress: progress, chunk: uploadPiece
    ) { _ async throws(DriveError) in try await replaced(now, source) }
    upload.beforeEnd = { () async throws(DriveError) in
      let item = try await item(now.id)
      guard item.hasContent(of: now) else { throw Self.changed(item) }
    }
    do { return (try await upload.run(source), copy) } catch let error as DriveError {
      throw copy.map { error.naming(copy: $0) } ?? error
    }
  }

  /// Whether a copy of a file can be made in Drive: the copy would belong to the account, and a service account has no
  /// storage.
  package func canCopy(_ file: DriveFile) -> Bool {
    if case .serviceAccount = account { file.sharedDrive != nil } else { true }
  }

  private static func changed(_ file: DriveFile) -> DriveError {
    let who = file.lastChangedBy.map { " by \(Excerpt.visible($0))" } ?? ""
    return DriveError(
      .changed, "\(named(file)) was changed\(who) since it was last read, so it is not replaced.",
      hint: "Import what was edited, and upload again.")
  }

  private func checkFolder(_ folder: DriveFile) throws(DriveError) {
    guard folder.isFolder else {
      throw DriveError(
        .wrongType, "\(Self.named(folder)) is not a folder.", hint: "Name a folder: drive:FOLDER/NAME.xlsx.")
    }
    if case .serviceAccount = account, folder.sharedDrive == nil { throw DriveError.noRoom(account) }
    guard folder.isWritable else {
      throw DriveError(
        .notAllowed, "\(account.who) may not add files to the folder \(Self.named(folder)).",
        hint: account.howToGetEditing)
    }
  }
}

extension DriveError {
  /// The error, with the name of the copy that was made and is kept.
  fileprivate func naming(copy: DriveFile) -> DriveError {
    DriveError(
      code, "\(message) Its copy \(DriveClient.named(copy)) stays in Drive.", hint: hint, request: request,
      status: status, reason: reason, cause: cause)
  }
}

/// Finds out what happened to an upload whose session is gone: it may have finished, with its last answer lost.
extension DriveClient {
  /// The most times to look for a new file, because lists may lag.
  private static let mostLooks = 3

  func uploaded(_ name: String, in folder: DriveFile, _ uploadID: String) async throws(DriveError) -> DriveFile? {
    for look in 1...Self.mostLooks {
      let found = try await list(of: folder, named: name).files
      if let file = found.first(where: { $0.uploadID == uploadID }) { return file }
      try await calls.wait(afterLook: look, reading("files", label: "files", subject: "the list of files", query: []))
    }
    return nil
  }

  /// The other spreadsheets with the same name and folder as a new file. Names in Drive are not unique, so several uploads at
  /// the same moment may each have found none.
  package func namesakes(of file: DriveFile, at sheet: NewSheet) async throws(DriveError) -> [DriveFile] {
    try await files(named: sheet.name, in: try await folder(sheet.folder ?? "root")).filter { $0.id != file.id }
  }

  /// The file if an upload has replaced its content; nil if it is unchanged.
  func replaced(_ file: DriveFile, _ source: some UploadSource) async throws(DriveError) -> DriveFile? {
    let now = try await item(file.id)
    if now.hasContent(of: file) { return nil }
    if let md5 = now.md5, let sum = try? MD5Sum.text(of: source), sum == md5 { return now }
    throw DriveError(
      .changed, "\(Self.named(now)) was changed while it was replaced: by this upload, or by somebody else.",
      hint: "Check the file in Drive before you upload again.")
  }
}

/// Where an upload goes.
package struct NewSheet: Hashable, Sendable {
  package var name: String
  /// The id of the folder; nil for the top of the account's own Drive.
  package var folder: String?
  /// Whether Google converts the file to a Google Sheet.
  package var isGoogleSheet: Bool

  /// The ending of the file that is uploaded.
  package var ending: String {
    !isGoogleSheet && name.lowercased().hasSuffix(MediaType.pageEnding) ? MediaType.pageEnding : ".xlsx"
  }

  package init(name: String, folder: String?, isGoogleSheet: Bool = false) {
    (self.name, self.folder, self.isGoogleSheet) = (name, folder, isGoogleSheet)
  }
}
