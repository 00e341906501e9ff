/// Where and when a sheet was exported, as it says itself.
public struct SheetProvenance: Sendable {
  /// The connection's profile.
  public let profile: String
  /// The moment of the export in UTC, ISO 8601; nil leaves it out, so that the same input gives the same bytes.
  public let exportedAt: String?
  /// The tool and its version.
  public let tool: String

  /// Makes a provenance of its fields.
  public init(profile: String, exportedAt: String?, tool: String) {
    self.profile = profile
    self.exportedAt = exportedAt
    self.tool = tool
  }
}
