import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
public import ReviewReports
import Spreadsheet

struct ProposalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "proposals", "List, add or delete proposals without a sheet.",
    examples: [
      "proposals list --only mine --locale da-DK", "proposals add account newsletter da-DK 'Send mig nyheder'",
      "proposals delete --only same-as-current --dry-run",
    ], subcommands: [ProposalsListCommand.self, AddCommand.self, ProposalsDeleteCommand.self])

  struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "add", "Propose a value for one text.",
      discussion: """
        The value is checked like one in a sheet: warnings are printed, and an error refuses it, with exit code 3.
        """,
      examples: [
        "proposals add account newsletter da-DK 'Send mig nyheder'",
        "proposals add start offer en-GB -- '-10% on rye bread'",
      ])

    @Argument(help: "The section.", completion: .sections) var section: String
    @Argument(help: "The key.") var key: String
    @Argument(help: "The locale.", completion: .locales) var locale: String
    @Argument(help: "The value to propose.") var value: String
    @Option("words", .accept(Self.acceptable), completion: .list(Self.acceptable.map(\.rawValue))) var accept:
      [String] = []
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    private static let acceptable = [Verdict.refusedByCheck]

    func validate() throws { try require(accept, amongVerdicts: Self.acceptable) }

    func run() async throws {
      guard !value.allSatisfy(\.isWhitespace) else {
        throw Failure.usage(
          .emptyValue, "an empty text cannot be proposed.",
          hint: "To withdraw a proposal, use `nstack-review proposals delete ID`.")
      }
      let checks = try ProposalChecks(
        SettingsFile.checkSettings(), overridesErrors: accept.verdicts.contains(.refusedByCheck))
      try await connection.withProfile(output) { profile in
        let text = TextIdentity(section: section, key: key, locale: locale)
        var profile = profile
        profile.allowsEmpty = true
        let catalog = try await profile.readCatalog(TerminalDialog(output))
        let assessment = checks.assessment(of: value, for: text, in: catalog)
        output.warn(assessment.warnings)
        if let refusal = assessment.refusal {
          throw Failure(
            .findings, .findings, "Checks refuse the value, and nothing was sent. \(refusal)",
            adding: accept.isEmpty ? "To send it anyway, add --accept refused-by-check." : nil)
        }
        let proposal = try await propose(text, profile.client, catalog)
        let isPrinted = output.printSent(
          proposal.json.with(["warnings": assessment.warnings]),
          summary: "the text was proposed as proposal \(proposal.id)",
          lines: { ["proposal \(proposal.id): \(proposal.shownValue)"] })
        if !isPrinted { throw ExitStatus.partial.error }
      }
    }

    /// Proposes the value. If the server refuses it because it does not have the text, the error names the nearest one.
    private func propose(_ text: TextIdentity, _ client: NStackClient, _ catalog: Catalog) async throws -> Proposal {
      do throws(NStackError) { return try await client.propose(value, for: text) } catch {
        guard [.notFound, .rejected].contains(error.code), let fault = catalog.fault(of: text) else { throw error }
        throw Failure.usage(.unknownText, fault)
      }
    }
  }
}

extension Proposal {
  /// The proposal in a line, which is blue if this profile may delete it, as in a sheet.
  func line(_ display: ReportDisplay) -> String {
    let name = "\(Visible.text(text.section))/\(Visible.text(text.key))"
    let line = "\(id)  \(name)  \(Visible.text(text.locale))  \(canDelete ? "deletable" : "-")  \(shownValue)"
    return display.styled(line, canDelete ? "34" : "")
  }

  fileprivate var shownValue: String { Visible.text(value, limit: 200) }
}

struct ProposalsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "list", "List proposals.",
    discussion: """
      A proposal must fit all filters and words. --format and --output write a table with texts, ages and what checks find, \
      for whoever enters accepted proposals into NStack's console. --only new lists those that no such file or report of this \
      profile had, and ends with 3 if there are any, else with 0.
      """,
    examples: [
      "proposals list --only mine", "proposals list --section 'account*' --only accepted,unaccepted --json",
      "proposals list --only failing --older-than 90", "proposals list --only accepted --output accepted.xlsx",
      "proposals list --only new --report digest.html",
    ])

  @Option("file", .report, completion: .reports) var report: String?
  @Option("format", "Write a table (default: by the name of --output).") var format: ProposalTable.Format?
  @Option("file", "The table's file (default: standard output).", name: .output, completion: .file()) var file: String?
  @Option("locale", .source, completion: .locales) var source: String?
  @OptionGroup var filters: ProposalFilterOptions
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try require(
      filters.context.context == nil || filters.choosesFailing || needsTable,
      "--context gives maximum lengths for --only failing, a table or a report, and none was asked for.")
    try requireReport(report)
    try require(report == nil || report != file, "--report and --output name the same file.")
  }

  private var needsTable: Bool { format != nil || file != nil || report != nil }

  func run() async throws {
    let words = try filters.words(and: ["new", "accepted", "unaccepted"])
    let state: ProposalState = words["accepted"] == nil ? .unaccepted : words["unaccepted"] == nil ? .accepted : .all
    var filter = try filters.filter(words, takesLanguages: true)
    let table = try tableFormat()
    let needsTexts = needsTable || filter.needsTexts
    // A list shows the findings too, so the check runs once, below.
    let failing = table == nil ? filter.failing : nil
    if table == nil { filter.failing = nil }
    let checks = needsTable ? try filters.checks() : nil
    for file in [file, report].compactMap(\.self) { try EditedSheet.refuseOverwriting(file) }
    try await connection.withProfile(output) { [filter] profile in
      let dialog = TerminalDialog(output)
      let read = try await profile.proposals(in: state, withTexts: needsTexts, dialog)
      let (chosen, ageless) = try await profile.chosen(by: filter, from: read, dialog)
      let news = words["new"] == nil ? nil : try profile.new(among: chosen)
      let found = (news?.proposals ?? chosen).map { proposal in
        (proposal: proposal, faults: read.catalog.flatMap { failing?.faults(of: proposal, in: $0).map(\.sentence) })
      }.filter { $0.faults?.isEmpty != true }
      let listed = found.map(\.proposal)
      // Only --only rejected needs the register.
      let rejections = (try? profile.rounds())?.rejections(of: listed) ?? [:]
      if let checks, let catalog = read.catalog {
        let made = try ProposalTable(
          listed, of: catalog, sourceLocale: source, firstSeen: try profile.firstSeen(of: listed),
          rejections: rejections, checks: checks)
        let json = news.map { made.json.with(["since": $0.since]) } ?? made.json
        let title = news.map { "New proposals" + ($0.since.map { " since \($0)" } ?? "") } ?? "Proposals"
        try output.writeReport(report, profile.isSandbox ? json.with(["sandbox": true]) : json) {
          made.writeHTML(title: title, profile.facts(), isSandbox: profile.isSandbox, to: &$0)
        }
        if let table { try write(made, as: table, rows: listed.count) }
      }
      if table == nil {
        let object: JSONValue = [
          "proposals": found.map { proposal, faults in
            (faults.map { proposal.json.with(["findings": $0]) } ?? proposal.json).with(
              rejections[proposal.id]?.json ?? [:])
          }
        ]
        let display = Terminal.display(output)
        try output.print(
          news.map { object.with(["since": $0.since]) } ?? object,
          lines: {
            found.flatMap { proposal, faults in
              let remarks = [rejections[proposal.id]?.line].compactMap(\.self) + (faults ?? [])
              return [proposal.line(display)] + remarks.map { "    \($0)" }
            }
          })
        if !output.json { output.note(Self.count(listed, news)) }
      }
      if !output.json, let line = ProposalFilterOptions.line(ofAgeless: ageless.count) { output.note(line) }
      // A person has seen what a file has; what scrolled by on a screen may be listed again.
      if news != nil, report != nil || file != nil, !listed.isEmpty {
        try profile.markSeen(listed)
        if !output.json { output.note("\(Counted.being(listed.count, "proposal")) no longer new") }
      }
      if news != nil, !listed.isEmpty { throw ExitStatus.findings.error }
    }
  }

  private static func count(_ listed: [Proposal], _ news: NewProposals?) -> String {
    news.map { NewProposals(proposals: listed, since: $0.since).line } ?? Counted.text(listed.count, "proposal")
  }

  /// The format of the table to write; nil if none was asked for.
  private func tableFormat() throws -> ProposalTable.Format? {
    let ending = file.flatMap { TableFormat(extensionOf: $0) }
    if let file, let ending, let format, ending.rawValue != format.rawValue {
      throw Failure.usage(
        .format, "the name \(file) ends in .\(ending.rawValue), and --format is \(format.rawValue).",
        hint: "Leave --format out, or change the name.")
    }
    guard let chosen = format ?? ending.flatMap({ ProposalTable.Format(rawValue: $0.rawValue) }) else {
      if let file {
        throw Failure.usage(
          .format, "the name \(file) does not end in .xlsx, .csv or .json.", hint: "Add --format with one of them.")
      }
      if source == nil || report != nil { return nil }
      throw Failure.usage(.format, "--source is for tables, and no table was asked for.", hint: "Add --format.")
    }
    if chosen == .xlsx, file == nil, Terminal.isOutputATerminal {
      throw Failure.usage(.format, "a workbook cannot be shown on a terminal.", hint: "Add --output and a file name.")
    }
    return chosen
  }

  private func write(_ table: ProposalTable, as format: ProposalTable.Format, rows: Int) throws {
    let target: any ByteOutput = if let file { try OutputFile(path: file) } else { StandardOutput() }
    try table.write(to: target, as: format)
    if output.json, let file {
      try Terminal.print(["file": file, "rows": rows])
    } else if !output.json {
      output.note("wrote \(file ?? "standard output"): \(Counted.text(rows, "proposal"))")
    }
  }
}

extension ProposalTable.Format: ExpressibleByArgument {}

/// The flags that choose proposals. A proposal must match all the flags that are given.
struct ProposalFilterOptions: TitledFlags {
  static let title = "Filters"

  @OptionGroup var selection: SelectionOptions
  @Option(
    "word",
    "Only mine, duplicate, orphaned, rejected, same-as-current, failing or failing=RULE; lists also new, accepted, unaccepted.",
    completion: .proposalWords) var only: [String] = []
  @Option("days", "Only those that imports saw this many days ago.") var olderThan: Int?
  @OptionGroup var context: ContextOptions

  func validate() throws {
    try require("--older-than", olderThan, takes: "a number of days from 0 to 100000", (0...100_000).contains)
  }

  var isGiven: Bool { givenFlags.contains { $0 != "--context" } }
  var choosesFailing: Bool { only.separated.contains { $0.prefix { $0 != "=" } == "failing" } }

  /// The words of `--only`: those that every command takes, and more.
  func words(and more: [String] = []) throws -> [String: String] {
    try only.words(among: ProposalWord.allCases.map(\.rawValue) + more, valued: ["failing"])
  }

  /// - Parameter takesLanguages: Whether a language means all of its locales. Deletion takes exact locales only.
  func filter(_ words: [String: String], takesLanguages: Bool) throws -> ProposalFilter {
    var filter = ProposalFilter()
    filter.selection = selection.selection
    filter.selection.takesLanguages = takesLanguages
    filter.isMine = words["mine"] != nil
    filter.isSameAsCurrent = words["same-as-current"] != nil
    filter.isDuplicate = words["duplicate"] != nil
    filter.isOrphaned = words["orphaned"] != nil
    filter.isRejected = words["rejected"] != nil
    filter.minimumAge = olderThan.map { .seconds(86_400) * $0 }
    filter.failing = try words["failing"].map { try checks(for: $0.isEmpty ? ProposalChecks.any : $0) }
    return filter
  }

  /// What `--older-than` leaves out because no import knows its age; nil if there is nothing.
  static func line(ofAgeless count: Int) -> String? {
    let (text, verb) = (Counted.text(count, "proposal"), count == 1 ? "has" : "have")
    return count == 0
      ? nil
      : "\(text) \(verb) no known age, because no import of this profile saw \(count == 1 ? "it" : "them"); left alone"
  }

  /// The checks of the project, or the one with an id.
  func checks(for rule: String = ProposalChecks.any) throws -> ProposalChecks {
    let contexts = try context.contexts() ?? [:]
    let settings = try SettingsFile.checkSettings()
    do throws(CheckSettings.Refusal) { return try ProposalChecks(settings, rule: rule, contexts: contexts) } catch {
      throw Failure.usage(.failing, "--only failing: \(error.message)")
    }
  }
}
