import ArgumentParser
import Basics
import ReviewJournal
import ReviewReports

struct SheetsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "sheets", "Show the board of exported sheets, close or compare some, or exchange reviewed texts.",
    examples: [
      "sheets", "sheets --fail-late", "sheets --export board.jsonl", "sheets reviewed --export reviewed.json",
    ], subcommands: [ListCommand.self, CloseCommand.self, CompareCommand.self, ReviewedCommand.self],
    defaultSubcommand: ListCommand.self)

  struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "list", "List the sheets that are out, the oldest first, and those that came back.",
      discussion: """
        A sheet is out until all of its rows are imported, or until it is closed. It is late once it is out for more \
        days than its preset's `due`. The file of --export has notes of reviewers, and neither texts nor credentials. Such \
        files may be imported in any order and more than once.
        """, examples: ["sheets list --locale da,de", "sheets list --all --json", "sheets list --import board.jsonl"])

    @OptionGroup(title: "Selection") var locales: LocaleOptions
    @Flag("Also list sheets that were closed, or that came back more than 30 days ago.") var all = false
    @Flag("End with exit code 3 if a sheet is late.") var failLate = false
    @OptionGroup var exchange: ExchangeOptions
    @OptionGroup var application: ApplicationOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try exchange.refuseOverwriting()
      try await application.withProfile(output) { profile in
        let imported = try exchange.read { try SheetRegisterFile.lines(ofShared: $0, for: profile.scope) }.joined()
        let added = imported.isEmpty ? 0 : try profile.requiredRegister().merge(Array(imported))
        let shared = try exchange.export == nil ? [] : profile.requiredRegister().shared(in: profile.scope.hash)
        if let export = exchange.export { try PlainFile.replace(export, with: shared.map { $0 + "\n" }.joined()) }
        let board = SheetBoard(
          chosen(try profile.rounds().rounds), at: profile.date(), showsAll: all, width: Terminal.boardWidth,
          mostPoints: try SettingsFile.ofProject()?.mostPoints)
        let counts: JSONValue = ["added": added, "known": imported.count - added]
        try output.print(["sheets": board.json, "imported": counts, "file": exchange.export], lines: board.lines)
        if !output.json, !exchange.imported.isEmpty {
          output.note("imported: \(added) new, \(imported.count - added) already known")
        }
        if !output.json, let export = exchange.export {
          output.note("wrote \(export): \(Counted.text(shared.count, "event"))")
        }
        guard failLate, !board.late.isEmpty else { return }
        for line in board.lateLines { Terminal.note("error: \(line)") }
        throw ExitStatus.findings.error
      }
    }

    /// The sheets with one of the chosen locales. The server's locales are not read, so an unknown locale is only a
    /// warning.
    private func chosen(_ rounds: [SheetRounds.Round]) -> [SheetRounds.Round] {
      let selection = locales.selection
      guard !selection.locales.isEmpty || !selection.exceptions.isEmpty else { return rounds }
      let known = Set(rounds.flatMap { $0.export?.locales ?? [] }).sorted()
      selection.languageLines(among: known).forEach(output.note)
      for asked in selection.locales where !known.contains(where: { selection.means(asked, LocaleName.normalized($0)) })
      { output.note("warning: no sheet has the locale \"\(asked)\"") }
      return rounds.filter { $0.export?.locales.contains(where: selection.includes(locale:)) ?? false }
    }
  }

  struct CloseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "close", "Stop waiting for sheets that will not come back.", discussion: "A closed sheet can still be imported.",
      examples: ["sheets close abcdefghij", "sheets close abcdefghij klmnopqrst --json"])

    @Argument(help: "The names or paths of sheets that are out, or ids.") var names: [String]
    @OptionGroup var application: ApplicationOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await application.withProfile(output) { profile in
        let closed = try profile.close(sheets: names)
        let board = SheetBoard(closed, at: profile.date(), width: Terminal.boardWidth)
        try output.print(["sheets": board.json], lines: board.table)
      }
    }
  }
}
