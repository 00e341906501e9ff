import Basics
public import NStackAPI
public import ReviewReports
package import TranslationReview

/// One person's access to one application, with everything that is kept from import to import.
public struct ReviewProfile: Sendable {
  /// The connection. Its guid identifies the person who proposes.
  public let client: NStackClient
  /// The application, platform and origin of the connection.
  public let scope: SheetScope
  /// The name of the profile, as it appears in sheets.
  public let name: String
  /// The path of the journal; nil if there is no folder for it. Without a journal, nothing can be imported.
  package var journalPath: String?
  /// The register of exported and returned sheets; nil keeps none.
  package var register: SheetRegisterFile?
  /// The path of the decisions about conflicts; nil keeps none.
  package var decisionsPath: String?
  /// The register of reviewed texts; nil keeps none.
  package var signOffRegister: SignOffRegisterFile?
  /// The folder of the memories that are kept under names; nil if there is none.
  package var memoriesFolder: String?
  /// The name of the memory to which imports add what they propose; nil for none. ``ImportOptions/memory`` overrides
  /// it.
  public var memory: String?
  /// The most calls in flight at once.
  package var concurrency = 8
  /// How long after the sending of a call the server may still carry it out.
  package var settleTime = Duration.seconds(60)
  /// Whether an application, or a language, without texts is accepted.
  package var allowsEmpty = false
  /// The texts kept from earlier runs; nil reads all texts from the server.
  package var cache: (any ResourceCache)?
  /// Ends an import gently. The client needs the same signal, so that its waits end as well.
  public var stop: StopSignal
  /// The calendar time, in seconds since 1970, for files and for the ids of imports.
  public var date: @Sendable () -> Double = RetryClock.system.calendarNow
  /// The words by which plans and reports mention options in their advice; without them, options are not mentioned.
  package var phrases = OptionPhrases()
  /// Whether the server is a sandbox. Reports say so first.
  package var isSandbox = false
  /// The name and version of the program, for sheets and reports.
  public var tool = "nstack-review"
  /// The page of sheets in HTML.
  package var page = SheetPage.plain

  /// Creates a profile, with its state in a folder.
  ///
  /// - Parameters:
  ///   - client: The client, with the connection's settings.
  ///   - name: The profile's name. Each profile in a folder has a separate journal.
  ///   - stateFolder: The folder; it is created when something is kept.
  ///   - stop: The signal that the client was created with.
  public init(
    client: NStackClient, name: String = "default", stateFolder: String? = StateFolder.standard,
    stop: StopSignal = StopSignal()
  ) {
    self.client = client
    self.name = name
    self.stop = stop
    scope = SheetScope(client.configuration)
    journalPath = stateFolder.map { StateFolder.journal(in: $0, profile: name) }
    decisionsPath = stateFolder.map(StateFolder.decisions(in:))
    register = stateFolder.map { SheetRegisterFile(path: StateFolder.register(in: $0)) }
    memoriesFolder = stateFolder.map(StateFolder.memories(in:))
    signOffRegister = stateFolder.map { SignOffRegisterFile(path: StateFolder.reviewed(in: $0)) }
  }

  /// The clock of the client. A plan's age is measured with the same clock that timed its reading.
  var clock: RetryClock { client.clock }

  /// The guid's hash, which journals keep instead of the guid.
  var guidFingerprint: String { PlanIdentity.fingerprint(ofGUID: client.configuration.guid) }

  /// The calendar time in UTC, in ISO 8601 to the second.
  var now: String { UTCTime.text(date()) }

  /// The provenance of a file that is written now.
  package func provenance(salt: UInt64? = nil, agency: String? = nil, dueDays: Int? = nil) -> SheetProvenance {
    var provenance = SheetProvenance(profile: name, exportedAt: now, tool: tool, salt: salt)
    provenance.page = page
    provenance.agency = agency.map { Visible.text($0) }
    provenance.due = dueDays.map { String(UTCTime.text(date() + Double($0) * 86_400).prefix(10)) }
    return provenance
  }

  /// Reads the texts and proposals that NStack has at this time.
  ///
  /// Cached texts are used only if the server says that they are unchanged (`ETag`). The times in its index are not
  /// enough, because they may not change with every text.
  ///
  /// - Throws: `NStackError` of the first call that fails.
  package func readCatalog(_ dialog: any ImportDialog) async throws -> Catalog {
    dialog.note(.readingBegan)
    let catalog: Catalog
    do {
      // Also after a failure, so that the error message does not begin on the progress line.
      defer { dialog.note(.readingEnded) }
      catalog = try await Catalog.fetching(
        from: client, concurrency: concurrency, cache: cache, allowsEmpty: allowsEmpty
      ) { done, total in dialog.note(.reading(done: done, total: total)) }
    }
    dialog.note(.read(catalog))
    return catalog
  }
}

extension SheetScope {
  /// Creates the scope of a connection.
  public init(_ configuration: NStackConfiguration) {
    self.init(
      applicationID: configuration.applicationID.reveal(), platform: configuration.platform,
      origin: configuration.address.scopeText)
  }
}
