/// What a sandbox serves, from where, and where it keeps its state.
public struct SandboxConfiguration: Sendable {
  /// Where the state is kept.
  public enum Storage: Hashable, Sendable {
    /// In memory: gone with the server.
    case memory
    /// In a database file, which is made where there is none.
    case file(path: String)
  }

  /// Where the texts come from.
  public enum Texts: Hashable, Sendable, CustomStringConvertible {
    /// The sample texts that travel inside the program.
    case samples
    /// A folder with `languages.json`, `resource-<locale>.json` and, if there are any, `proposals.json`.
    case folder(path: String)

    /// Where they come from, in words.
    public var description: String {
      switch self {
      case .samples: "the sample texts"
      case .folder(let path): path
      }
    }
  }

  /// Where the state is kept.
  public var storage: Storage
  /// Where the texts come from; read only where the database is empty or `reloads` is set.
  public var texts: Texts
  /// Whether texts and proposals in the database are replaced by those of ``texts-swift.property``. Credentials stay.
  public var reloads: Bool
  /// Whether a database that was filled from other texts than ``texts-swift.property`` is refused, where it is not reloaded.
  public var refusesOtherTexts: Bool
  /// The port on 127.0.0.1; 0 takes a free one.
  public var port: Int
  /// How the sandbox answers where NStack's behaviour is not documented.
  public var behavior: SandboxBehavior
  /// What goes wrong on purpose.
  public var faults: [SandboxFault]

  /// Makes a configuration; each part has its default.
  public init(
    storage: Storage = .memory, texts: Texts = .samples, reloads: Bool = false, refusesOtherTexts: Bool = false,
    port: Int = 0, behavior: SandboxBehavior = SandboxBehavior(), faults: [SandboxFault] = []
  ) {
    self.storage = storage
    self.texts = texts
    self.reloads = reloads
    self.refusesOtherTexts = refusesOtherTexts
    self.port = port
    self.behavior = behavior
    self.faults = faults
  }
}
