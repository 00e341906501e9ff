public import Basics

/// The reason why a memory that is kept under a name cannot be used.
public typealias MemoryError = CodedError<MemoryErrorCode>

/// The code of a ``MemoryError``.
public enum MemoryErrorCode: String, Sendable {
  /// A text that is not the name of a memory.
  case name = "memory.name"
  /// No memory and no file has this name.
  case unknown = "memory.unknown"
  /// A memory and a file have the same name.
  case ambiguous = "memory.ambiguous"
  /// The language that was given for a file is not a language tag.
  case language = "memory.language"
  /// There is no folder in which memories can be kept.
  case noFolder = "memory.state-folder"
  /// Another process is changing the memory.
  case locked = "memory.locked"
  /// The file of a memory is damaged.
  case damaged = "memory.damaged"
  /// The file has another version than the program reads.
  case unknownVersion = "memory.unknown-version"
  /// The disk is full.
  case noSpace = "memory.no-space"
  /// The file cannot be opened, read or written.
  case unusable = "memory.unusable"
  /// The system does not guarantee that written data survives a power cut.
  case notDurable = "memory.not-durable"
}

extension MemoryError {
  init(_ fault: SQLiteFault, ofMemory name: String) {
    let code = Code(rawValue: "memory.\(fault.kind.rawValue)") ?? .unusable
    let hint: String? =
      switch code {
      case .damaged: "Remove it with `nstack-review memory remove \(name)`, and add its files again."
      case .locked: "Wait until it has ended."
      default: nil
      }
    self.init(code, "memory \"\(name)\": \(fault.message)", hint: hint, cause: fault.cause)
  }
}
