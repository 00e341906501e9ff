import ArgumentParser
import NStackAPI
import TranslationReview

/// The flags about what is printed.
struct OutputOptions: ParsableArguments {
  @Flag(name: .long, help: "Print machine output on standard output.")
  var json = false
  @Flag(name: .shortAndLong, help: "Print errors only, and what --json or - asks for.")
  var quiet = false
  @Flag(name: .shortAndLong, help: "Print each call to the server: method, path, status, time, pauses.")
  var verbose = false
  @Flag(name: .long, help: "Show no progress.")
  var noProgress = false
  @Flag(name: .long, help: "Use no colours (so does the variable NO_COLOR).")
  var noColor = false

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  /// Says something in a line on standard error, unless quiet was asked for. What it quotes is made visible.
  func note(_ text: String) {
    if !quiet { Terminal.note(Visible.text(text, limit: 4_000)) }
  }

  /// Warns of items of a list that could not be read.
  func warn(of items: [UnreadItem]) {
    for item in items.prefix(20) { note("warning: \(item)") }
    if items.count > 20 { note("warning: … and \(items.count - 20) more like these") }
  }

  /// Prints a result on standard output: the object where JSON was asked for, else the lines. A reader that has gone is no
  /// failure.
  ///
  /// - Parameter problems: What is printed where only errors are asked for, on standard error.
  func tell(_ object: @autoclosure () -> JSONValue, lines: () -> [String], problems: () -> [String] = { [] }) throws {
    do {
      try print(object(), lines, problems)
    } catch {
      guard Failure(error)?.isReaderGone == true else { throw error }
    }
  }

  /// Prints the result of a command that sent something, as ``tell(_:lines:problems:)`` does. What was sent was sent: where it
  /// cannot be printed, standard error has it instead.
  ///
  /// - Parameter summary: What was done, in a few words.
  /// - Returns: Whether it was printed; where not, the command was done in part.
  func tellSent(
    _ object: @autoclosure () -> JSONValue, summary: String, lines: () -> [String], problems: () -> [String] = { [] }
  ) -> Bool {
    do {
      try print(object(), lines, problems)
      return true
    } catch {
      tellUnprinted(summary, error)
      return false
    }
  }

  /// Says on standard error what was done and could not be printed.
  func tellUnprinted(_ summary: String, _ error: any Error) {
    Terminal.note(
      "error: \(summary), but the result could not be printed: \(Failure(error)?.shownLine ?? "\(error)")")
  }

  private func print(_ object: @autoclosure () -> JSONValue, _ lines: () -> [String], _ problems: () -> [String]) throws
  {
    if json { return try Terminal.print(object()) }
    if quiet { return problems().forEach(Terminal.note) }
    try Terminal.print(lines: lines())
  }
}

/// The flags that say which NStack is talked to.
struct ConnectionOptions: ParsableArguments {
  @Option(name: .long, help: "The API's base URL (NSTACK_BASE_URL; default https://nstack.io).")
  var baseURL: String?
  @Option(name: .long, help: "Who proposes (NSTACK_GUID; made once per profile if none is given).")
  var guid: String?
  @Option(name: .long, help: "The platform's slug (NSTACK_PLATFORM; default mobile).")
  var platform: String?
  @Option(name: .long, help: "A named set of connection settings (NSTACK_PROFILE).")
  var profile: String?
  @Flag(name: .long, help: "Use the embedded sandbox; no server and no credentials are needed.")
  var sandbox = false
  @Option(name: .long, help: ArgumentHelp("Where the sandbox keeps its database.", valueName: "dir"))
  var sandboxDir: String?
  @Option(name: .long, help: ArgumentHelp("Texts to fill the sandbox with on first use.", valueName: "folder"))
  var data: String?
  @Flag(name: .long, help: "Read what production serves, not the newest texts.")
  var published = false
  @Flag(name: .long, help: "Fetch all texts anew, whatever was kept from an earlier run.")
  var noCache = false
  @Flag(name: .long, help: "Take an application, or a language, without texts for what it is and not for an error.")
  var allowEmpty = false
  @Option(name: .long, help: "The proxy's URL (HTTPS_PROXY; NO_PROXY holds).")
  var proxy: String?
  @Option(name: .long, help: "A file of certificate authorities to trust (SSL_CERT_FILE).")
  var caFile: String?
  @Option(name: .long, help: "The most calls in flight at once.")
  var concurrency = 8
  @Option(name: .long, help: "The most calls a second (default: as many as the server likes).")
  var rate: Double?
  @Option(name: .long, help: "The most seconds that one call may take.")
  var timeout = 60.0
  @Option(
    name: .long,
    help: ArgumentHelp(
      "How late the server may still carry out a call whose answer was lost (NSTACK_SETTLE_TIME; default 60).",
      valueName: "seconds"))
  var settleTime: Double?

  func validate() throws {
    guard (1...256).contains(concurrency) else {
      throw ValidationError("--concurrency is \(concurrency); it takes a number from 1 to 256.")
    }
    if let rate, !(rate > 0 && rate <= 10_000) {
      throw ValidationError("--rate is \(rate); it takes calls a second above 0, up to 10000.")
    }
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("--timeout is \(timeout); it takes seconds above 0, up to 3600.")
    }
    if let settleTime, !ConnectionSettings.settleTimes.contains(settleTime) {
      throw ValidationError("--settle-time is \(settleTime); it takes seconds from 0 to 3600.")
    }
  }
}

/// The flags that say which texts are taken.
struct SelectionOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "Only this locale (repeatable).")
  var locale: [String] = []
  @Option(name: .long, help: "Only sections that match this pattern (repeatable).")
  var section: [String] = []
  @Option(name: .long, help: "Only keys that match this pattern (repeatable).")
  var key: [String] = []

  /// The selection that the flags ask for.
  var selection: ReviewSelection {
    var selection = ReviewSelection()
    (selection.locales, selection.sections, selection.keys) = (locale, section, key)
    return selection
  }

  /// Whether each locale and pattern is one of a proposal's.
  func fits(_ proposals: [Proposal]) -> Bool {
    let known = Set(proposals.map { LocaleName.normalized($0.text.locale) })
    guard locale.allSatisfy({ known.contains(LocaleName.normalized($0)) }) else { return false }
    return (try? selection.refuseUnmatched(among: proposals.map { TextKey($0.text) })) != nil
  }

  /// Refuses a locale or pattern that neither a text nor a proposal has.
  func refuseUnmatched(in catalog: Catalog, and proposals: [Proposal]) throws {
    let known = Set(proposals.map { LocaleName.normalized($0.text.locale) })
    var rest = ReviewSelection()
    rest.locales = locale.filter { !known.contains(LocaleName.normalized($0)) }
    _ = try rest.languages(of: catalog)
    try selection.refuseUnmatched(among: catalog.keys + proposals.map { TextKey($0.text) })
  }
}
