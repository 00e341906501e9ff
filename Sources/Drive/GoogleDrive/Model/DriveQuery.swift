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
  var exactName: String?
  /// Whether to find folders instead of spreadsheets.
  var findsFolders = false

  /// Creates a query; without conditions it finds all spreadsheets.
  package init(name: String? = nil, folder: String? = nil, sharedDrive: String? = nil, since: String? = nil) {
    (self.name, self.folder, self.sharedDrive, self.since) = (name, folder, sharedDrive, since)
  }

  /// The query in Drive's language.
  var text: String {
    let types = findsFolders ? [MediaType.folder] : [MediaType.googleSheet, MediaType.xlsx]
    var conditions = ["(\(types.map { "mimeType = '\($0)'" }.joined(separator: " or ")))", "trashed = false"]
    if let name { conditions.append("name contains \(Self.quoted(name))") }
    if let exactName { conditions.append("name = \(Self.quoted(exactName))") }
    if let folder { conditions.append("\(Self.quoted(folder)) in parents") }
    if let since { conditions.append("modifiedTime > \(Self.quoted(since))") }
    return conditions.joined(separator: " and ")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
