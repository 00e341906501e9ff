import Basics
import HTTPMessages

/// What an upload came to whose session is gone: the answer to its last byte may be lost.
extension DriveClient {
  /// The most looks for a new file: a list may lag behind.
  private static let mostLooks = 3

  /// The file that an upload made; nil if it made none.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - folder: The folder in which it was to be made.
  ///   - mark: What the upload gave the file, and no other upload.
  func uploaded(_ name: String, in folder: DriveFile, _ mark: String) async throws(DriveError) -> DriveFile? {
    for look in 1...Self.mostLooks {
      let found = try await list(of: folder, named: name).files
      if let file = found.first(where: { $0.uploadMark == mark }) { return file }
      let wait = calls.backoff.delay(afterAttempt: look, asked: nil, random: calls.clock.random())
      try await calls.wait(wait ?? .zero, reading("files", label: "files", subject: "the list of files", query: []))
    }
    return nil
  }

  /// The other spreadsheets with the name and the folder of a new file. Google keeps no name for one file, so of several
  /// uploads at the same moment each may have found none before.
  ///
  /// - Parameters:
  ///   - file: The file, as the upload made it.
  ///   - place: Where the upload went.
  /// - Throws: What the calls throw.
  public func namesakes(of file: DriveFile, at place: NewSheet) async throws(DriveError) -> [DriveFile] {
    try await files(named: place.name, in: try await folder(place.folder ?? "root")).filter { $0.id != file.id }
  }

  /// The file if an upload has replaced its content; nil if it is as it was.
  ///
  /// - Throws: `drive.changed` if it has a new version that may be somebody else's.
  func replaced(_ file: DriveFile, _ source: some UploadSource) async throws(DriveError) -> DriveFile? {
    let now = try await item(file.id)
    // The version may also grow with the copy.
    if now.modified == file.modified, now.md5 == file.md5 { return nil }
    if let md5 = now.md5, md5 != file.md5, let sum = try? MD5Sum.text(of: source), sum == md5 { return now }
    throw DriveError(
      .changed, "\(Self.named(now)) was changed while it was replaced: by this upload, or by somebody else.",
      hint: "Look at it in Drive before you push again.")
  }
}
