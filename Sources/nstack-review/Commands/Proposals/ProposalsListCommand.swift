public import ArgumentParser
import Basics
public import NStackAPI
import ReviewJournal
public import ReviewReports
import Spreadsheet
import TranslationReview

struct ProposalsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "list", "List proposals.",
    discussion: """
      The flags that choose proposals are combined: a proposal must fit all of them. --format and --output write a table \
      with the source text, the current value, the age and what checks find, for whoever enters accepted proposals into \
      NStack's console.
      """,
    examples: [
      "proposals list --mine", "proposals list --section 'account*' --state all --json",
      "proposals list --failing any --older-than 90", "proposals list --state accepted --output accepted.xlsx",
    ])

  @Option(help: "unaccepted, accepted or all.")
  var state = ProposalState.unaccepted
  @Option(help: "Write a table as xlsx, csv or json (default: by the name of --output).")
  var format: ProposalTable.Format?
  @Option(
    name: .output, help: .value("file", "Write the table to this file, not to standard output."), completion: .file())
  var file: String?
  @Option(help: "The locale of the table's source texts (default: the application's).", completion: .locales)
  var source: String?
  @OptionGroup var filters: ProposalFilterOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    try require(
      filters.context.context == nil || filters.failing != nil || format != nil || file != nil,
      "--context gives maximum lengths for --failing or a table, and neither was asked for.")
  }

  func run() async throws {
    let filter = try filters.filter(takesLanguages: true)
    let table = try tableFormat()
    let checks = table == nil ? nil : try filters.checks()
    if let file { try EditedSheet.refuseOverwriting(file) }
    try await Connection.withProfile(connection, output) { profile in
      let dialog = TerminalDialog(output)
      let read = try await profile.proposals(in: state, withTexts: table != nil || filter.needsTexts, dialog)
      let listed = try await profile.chosen(by: filter, from: read, dialog)
      if let table, let checks, let catalog = read.catalog {
        return try write(
          try ProposalTable(
            listed, of: catalog, sourceLocale: source, firstSeen: try profile.firstSeen(of: listed), checks: checks),
          as: table, rows: listed.count)
      }
      let faults = listed.map { proposal in
        filter.failing.flatMap { checks in read.catalog.map { checks.faults(of: proposal, in: $0).map(\.sentence) } }
      }
      try output.print(
        JSONValue.members([
          "proposals": zip(listed, faults).map { proposal, faults in
            faults.map { proposal.json.with(["findings": $0]) } ?? proposal.json
          }
        ]),
        lines: {
          zip(listed, faults).flatMap { [ProposalText.line($0)] + ($1 ?? []).map { "    \($0)" } }
        })
      if !output.json { output.note(Counted.text(listed.count, "proposal")) }
    }
  }

  /// The format of the table to write; nil if none was asked for.
  private func tableFormat() throws -> ProposalTable.Format? {
    let ending = file.flatMap { TableFormat(extensionOf: $0) }
    if let file, let ending, let format, ending.rawValue != format.rawValue {
      throw Failure.usage(
        .format, "the name \(file) ends in .\(ending.rawValue), and --format is \(format.rawValue).",
        hint: "Leave --format out, or change the name.")
    }
    let named = ending.flatMap { ProposalTable.Format(rawValue: $0.rawValue) }
    if let file, format == nil, named == nil {
      throw Failure.usage(
        .format, "the name \(file) does not end in .xlsx, .csv or .json.", hint: "Add --format with one of them.")
    }
    guard let chosen = format ?? named else {
      guard source == nil else {
        throw Failure.usage(.format, "--source is for tables, and no table was asked for.", hint: "Add --format.")
      }
      return nil
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
      try Terminal.print(JSONValue.members(["file": file, "rows": rows]))
    } else if !output.json {
      output.note("wrote \(file ?? "standard output"): \(Counted.text(rows, "proposal"))")
    }
  }
}

extension ProposalTable.Format: ExpressibleByArgument {}
extension ProposalState: ExpressibleByArgument {}
