/// An error of a journal: it cannot be used, or could not save an entry.
public struct JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A stable name to switch on, such as `journal.locked`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name in lower case, with its family before the dot.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
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

extension JournalError.Code {
  /// Another import on this machine is using the journal.
  public static let locked = Self(rawValue: "journal.locked")
  /// The file, or a record in it, is damaged.
  public static let corrupt = Self(rawValue: "journal.corrupt")
  /// A newer version of the program created the file.
  public static let newerVersion = Self(rawValue: "journal.newer-version")
  /// The disk is full.
  public static let noSpace = Self(rawValue: "journal.no-space")
  /// The file cannot be opened, read or written.
  public static let unusable = Self(rawValue: "journal.unusable")
  /// The system does not guarantee that written data survives a power cut.
  public static let notDurable = Self(rawValue: "journal.not-durable")
  /// The journal has no import with this id.
  public static let unknownImport = Self(rawValue: "journal.unknown-import")
  /// The journal has the intent of a call and no outcome. It is the code of a call in doubt, and is not thrown.
  public static let noOutcome = Self(rawValue: "journal.no-outcome")
}
