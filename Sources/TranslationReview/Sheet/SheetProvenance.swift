/// Where and when a sheet was exported, as it says itself.
public struct SheetProvenance: Sendable {
  /// The connection's profile.
  public let profile: String
  /// The moment of the export in UTC, ISO 8601; nil leaves it out, so that the same input gives the same bytes.
  public let exportedAt: String?
  /// The tool and its version.
  public let tool: String
  /// What tells this export from all others; nil leaves the sheet's id a hash of what it holds, so that the same input gives
  /// the same bytes.
  public let mark: UInt64?

  /// Makes a provenance of its fields.
  public init(profile: String, exportedAt: String?, tool: String, mark: UInt64? = nil) {
    self.profile = profile
    self.exportedAt = exportedAt
    self.tool = tool
    self.mark = mark
  }
}
