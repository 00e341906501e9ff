/// Where an upload goes.
public struct NewSheet: Hashable, Sendable {
  /// The name of the file.
  public var name: String
  /// The id of the folder; nil for the top of the account's own Drive.
  public var folder: String?
  /// Whether Google converts it to a Google Sheet.
  public var isGoogleSheet: Bool

  /// Creates a place.
  public init(name: String, folder: String?, isGoogleSheet: Bool = false) {
    self.name = name
    self.folder = folder
    self.isGoogleSheet = isGoogleSheet
  }
}

/// What was done with a file that was replaced.
public struct Replacement: Sendable {
  /// The file as it is now.
  public let file: DriveFile
  /// The copy of what it was before; nil if none was made.
  public let copy: DriveFile?

  /// Creates a result from its parts.
  public init(file: DriveFile, copy: DriveFile?) {
    self.file = file
    self.copy = copy
  }
}
