/// An error of a journal: it cannot be used, or could not save an entry.
public struct JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: String, Sendable {
    /// Another import on this machine holds the journal.
    case locked = "journal.locked"
    /// The file, or a record in it, is not what was written.
    case corrupt = "journal.corrupt"
    /// A newer version of this program made the file.
    case newerVersion = "journal.newer-version"
    /// The disk is full.
    case noSpace = "journal.no-space"
    /// The file cannot be opened, read or written.
    case unusable = "journal.unusable"
    /// What is written to the file might not survive a power cut.
    case notDurable = "journal.not-durable"
    /// The journal knows no such import.
    case unknownImport = "journal.unknown-import"
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that says what was found.
  public let message: String
  /// The underlying error, in the words of the library that reported it.
  public let cause: String?

  /// Creates an error from its fields.
  public init(_ code: Code, _ message: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message, with the cause if there is one.
  public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
