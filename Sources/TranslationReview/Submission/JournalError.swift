@_exported public import struct Basics.CodedError

/// An error of a journal: it cannot be used, or could not save an entry.
public typealias JournalError = CodedError<JournalErrorCode>

/// The code of a ``JournalError``.
public struct JournalErrorCode: RawRepresentable, Hashable, Sendable {
  /// The name in lower case, with its family before the dot.
  public let rawValue: String

  /// Creates a code from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension JournalErrorCode {
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
