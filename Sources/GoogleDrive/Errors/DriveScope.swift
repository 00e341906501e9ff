/// A right that a login asks for.
public enum DriveScope: String, CaseIterable, Hashable, Sendable {
  /// Files that this program creates, and no others.
  case ownFiles = "https://www.googleapis.com/auth/drive.file"
  /// All files of the account, to read.
  case readAll = "https://www.googleapis.com/auth/drive.readonly"
  /// All files of the account, to read and write.
  case all = "https://www.googleapis.com/auth/drive"

  /// What the right allows and why it is asked for, as a sentence.
  public var explanation: String {
    switch self {
    case .ownFiles: "Files that nstack-review itself creates: to push sheets, and to read them back."
    case .readAll: "All files of the account, to read: to list sheets and to pull those that others created."
    case .all: "All files of the account, to read and write: to push to sheets that others created."
    }
  }
}
