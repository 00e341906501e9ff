/// The texts that a sandbox serves, its port, its behaviour, and where it keeps its state.
package struct SandboxConfiguration: Sendable {
  /// Where the state is kept.
  package enum Storage: Hashable, Sendable {
    /// In memory: gone with the server.
    case memory
    /// In a database file, which is created if there is none.
    case file(path: String)
  }

  /// Where the texts come from.
  package enum Texts: Hashable, Sendable, CustomStringConvertible {
    /// The sample texts in the program itself.
    case samples
    /// A folder with `languages.json`, `resource-<locale>.json` and, if there are any, `proposals.json`.
    case folder(path: String)

    /// Where they come from, in words.
    package var description: String {
      switch self {
      case .samples: "the sample texts"
      case .folder(let path): path
      }
    }
  }

  /// Where the state is kept.
  package var storage: Storage
  /// Where the texts come from. They are read only if the database is empty or `reloads` is set.
  package var texts: Texts
  /// Whether texts and proposals in the database are replaced by those of ``texts-swift.property``. Credentials stay.
  package var reloads: Bool
  /// Whether a database that was filled from other texts than ``texts-swift.property`` is refused if it is not reloaded.
  package var refusesOtherTexts: Bool
  /// The port on 127.0.0.1; 0 takes a free one.
  package var port: Int
  /// The choices for behaviour that NStack does not document.
  package var behavior: SandboxBehavior
  /// The deliberate failures.
  package var faults: [SandboxFault]

  /// Creates a configuration; each part has its default.
  package init(
    storage: Storage = .memory, texts: Texts = .samples, reloads: Bool = false, refusesOtherTexts: Bool = false,
    port: Int = 0, behavior: SandboxBehavior = SandboxBehavior(), faults: [SandboxFault] = []
  ) {
    (self.storage, self.texts, self.reloads) = (storage, texts, reloads)
    (self.refusesOtherTexts, self.port, self.behavior) = (refusesOtherTexts, port, behavior)
    self.faults = faults
  }
}
