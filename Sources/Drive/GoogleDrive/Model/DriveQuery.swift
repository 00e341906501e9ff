/// Which spreadsheets to list.
package struct DriveQuery: Hashable, Sendable {
  /// Part of the name; nil for any.
  package var name: String?
  /// The id of the folder; nil for any.
  package var folder: String?
  /// The id of the shared drive; nil for what the account sees.
  package var sharedDrive: String?
  /// Files that changed after this time, in RFC 3339; nil for any.
  package var since: String?
  /// Whether to find only files that the account owns.
  package var isOwn = false
  var exactName: String?
  /// Whether to find folders instead of spreadsheets.
  var findsFolders = false
  /// Whether to find shortcuts too. The other conditions but the name are then about the files that they lead to.
  var findsShortcuts = false

  /// Creates a query; without conditions it finds all spreadsheets.
  package init(name: String? = nil, folder: String? = nil, sharedDrive: String? = nil, since: String? = nil) {
    (self.name, self.folder, self.sharedDrive, self.since) = (name, folder, sharedDrive, since)
  }

  /// The query in Drive's language.
  var text: String {
    var types = types
    if findsShortcuts { types.append(MediaType.shortcut) }
    var conditions = ["(\(types.map(Self.isOfType).joined(separator: " or ")))", "trashed = false"]
    if let name { conditions.append("name contains \(Self.quoted(name))") }
    if let exactName { conditions.append("name = \(Self.quoted(exactName))") }
    if let folder { conditions.append("\(Self.quoted(folder)) in parents") }
    for condition in [since.map { "modifiedTime > \(Self.quoted($0))" }, isOwn ? "'me' in owners" : nil] {
      guard let condition else { continue }
      conditions.append(findsShortcuts ? "(\(condition) or \(Self.isOfType(MediaType.shortcut)))" : condition)
    }
    return conditions.joined(separator: " and ")
  }

  /// Whether a file that a shortcut leads to is one that is asked for.
  func wants(_ file: DriveFile) -> Bool {
    // Both times are in RFC 3339 and UTC, and the one of a file has milliseconds.
    types.contains(file.mimeType) && (file.isOwn || !isOwn)
      && since.map { (file.modified ?? "").prefix(19) >= $0.prefix(19) } ?? true
  }

  /// The types of the files. Pages are found by a whole name and in a folder, as any other page may be in Drive.
  var types: [String] {
    if findsFolders { return [MediaType.folder] }
    let findsPages = exactName.map { $0.lowercased().hasSuffix(MediaType.pageEnding) } ?? (folder != nil)
    return MediaType.spreadsheets + (findsPages ? [MediaType.page] : [])
  }

  private static func isOfType(_ type: String) -> String { "mimeType = '\(type)'" }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
