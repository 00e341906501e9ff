/// The MIME types that the stand-in knows.
package enum MIMEType {
  package static let folder = "application/vnd.google-apps.folder"
  package static let shortcut = "application/vnd.google-apps.shortcut"
  package static let sheet = "application/vnd.google-apps.spreadsheet"
  package static let xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
  static let any = "application/octet-stream"

  /// Whether files of a type hold no bytes that can be downloaded.
  static func isGoogles(_ type: String) -> Bool { type.hasPrefix("application/vnd.google-apps.") }
}
