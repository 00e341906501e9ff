@_exported public import struct Basics.CodedError

/// The texts that a sandbox serves, its port, its behaviour, and where it keeps its state.
package struct SandboxConfiguration: Sendable {
  package enum Storage: Hashable, Sendable {
    /// In memory: gone with the server.
    case memory
    case file(path: String)
  }

  package enum Texts: Hashable, Sendable, CustomStringConvertible {
    case samples
    /// A folder with `languages.json`, `resource-<locale>.json` and, if there are any, `proposals.json`.
    case folder(path: String)

    package var description: String {
      switch self {
      case .samples: "the sample texts"
      case .folder(let path): path
      }
    }
  }

  package var storage: Storage
  /// Where the texts come from. They are read only if the database is empty or `reloads` is set.
  package var texts: Texts
  /// Whether texts and proposals in the database are replaced by those of ``texts-swift.property``. Credentials stay.
  package var reloads: Bool
  /// Whether a database that was filled from other texts than ``texts-swift.property`` is refused if it is not reloaded.
  package var refusesOtherTexts: Bool
  /// The port on 127.0.0.1; 0 takes a free one.
  package var port: Int
  package var behavior: SandboxBehavior
  package var faults: [SandboxFault]

  package init(
    storage: Storage = .memory, texts: Texts = .samples, reloads: Bool = false, refusesOtherTexts: Bool = false,
    port: Int = 0, behavior: SandboxBehavior = SandboxBehavior(), faults: [SandboxFault] = []
  ) {
    (self.storage, self.texts, self.reloads) = (storage, texts, reloads)
    (self.refusesOtherTexts, self.port, self.behavior) = (refusesOtherTexts, port, behavior)
    self.faults = faults
  }
}

package typealias SandboxError = CodedError<SandboxErrorCode>

/// The codes of ``SandboxError``. The article *Error codes* of TranslationReview says what to do about each.
package enum SandboxErrorCode: String, Sendable {
  /// The folder of texts, or a file in it, is missing or does not have NStack's shape.
  case texts = "sandbox.texts"
  /// The database was filled from other texts than the ones that were named.
  case otherTexts = "sandbox.other-texts"
  /// The database cannot be opened, read or written.
  case database = "sandbox.database"
  /// A fault is not in the form that faults have.
  case fault = "sandbox.fault"
  /// The port is in use, or may not be used.
  case port = "sandbox.port"
}
