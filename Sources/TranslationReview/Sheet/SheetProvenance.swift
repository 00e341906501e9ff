/// The origin of a sheet: who exported it, when, and with which tool.
public struct SheetProvenance: Sendable {
  /// The name of the profile.
  public let profile: String
  /// The time of the export in UTC, ISO 8601; nil omits it, so that the same input gives the same bytes.
  public let exportedAt: String?
  /// The name and version of the tool.
  public let tool: String
  /// A number that distinguishes this export from all others. If it is nil, the sheet's id is a hash of the contents,
  /// so that the same input gives the same bytes.
  package let mark: UInt64?

  /// Creates a provenance from its fields.
  public init(profile: String, exportedAt: String?, tool: String, mark: UInt64? = nil) {
    self.profile = profile
    self.exportedAt = exportedAt
    self.tool = tool
    self.mark = mark
  }
}
