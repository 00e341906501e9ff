public import Basics

/// The reason why a memory that is kept under a name cannot be used.
public typealias MemoryError = CodedError<MemoryErrorCode>

/// The code of a ``MemoryError``.
public struct MemoryErrorCode: RawRepresentable, Hashable, Sendable {
  /// The name in lower case, with its family before the dot.
  public let rawValue: String

  /// Creates a code from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A text that is not the name of a memory.
  public static let name = Self(rawValue: "memory.name")
  /// No memory and no file has this name.
  public static let unknown = Self(rawValue: "memory.unknown")
  /// A memory and a file have the same name.
  public static let ambiguous = Self(rawValue: "memory.ambiguous")
  /// A language that was named for a file is not a language tag.
  public static let language = Self(rawValue: "memory.language")
  /// The program knows no folder in which to keep memories.
  public static let noFolder = Self(rawValue: "memory.state-folder")
  /// Another process is changing the memory.
  public static let locked = Self(rawValue: "memory.locked")
  /// The file of a memory is damaged.
  public static let damaged = Self(rawValue: "memory.damaged")
  /// A newer version of the program created the file.
  public static let newerVersion = Self(rawValue: "memory.newer-version")
  /// The disk is full.
  public static let noSpace = Self(rawValue: "memory.no-space")
  /// The file cannot be opened, read or written.
  public static let unusable = Self(rawValue: "memory.unusable")
  /// The system does not guarantee that written data survives a power cut.
  public static let notDurable = Self(rawValue: "memory.not-durable")
}

extension MemoryError {
  init(_ fault: SQLiteFault, ofMemory name: String) {
    let code: Code =
      switch fault.kind {
      case .damaged: .damaged
      case .newerVersion: .newerVersion
      case .noSpace: .noSpace
      case .notDurable: .notDurable
      case .unusable: .unusable
      }
    self.init(
      code, "memory \"\(name)\": \(fault.message)",
      hint: code == .damaged
        ? "Remove it with `nstack-review memory remove \(name)`, and add its files again." : nil, cause: fault.cause)
  }
}
