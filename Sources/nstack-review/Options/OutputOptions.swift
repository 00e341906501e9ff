import ArgumentParser
import Basics
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
  @Option(name: .long, help: "Print the calls as text, as --verbose does, or as json (an object on each line).")
  var logFormat: LogFormat?
  @Flag(name: .long, help: "Show no progress.")
  var noProgress = false
  @Flag(name: .long, help: "Use no colours (so does the variable NO_COLOR).")
  var noColor = false
  @Flag(name: .long, help: "Print long output at once, not page by page with $PAGER.")
  var noPager = false

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    if quiet, logFormat != nil { throw ValidationError("--quiet and --log-format exclude each other.") }
  }

  /// Whether each call is printed.
  var printsCalls: Bool { verbose || logFormat != nil }

  /// Prints a line on standard error, unless `--quiet` was given. Invisible characters in it are made visible.
  func note(_ text: String) {
    if !quiet { Terminal.note(Visible.text(text, limit: 4_000)) }
  }

  /// Warns of items of a list that could not be read.
  func warn(of items: [UnreadItem]) {
    for item in items.prefix(20) { note("warning: \(item)") }
    if items.count > 20 { note("warning: … and \(items.count - 20) more like these") }
  }

  /// Prints a result on standard output: the object with `--json`, otherwise the lines. A reader that is gone is not a
  /// failure. On a terminal, lines for more than a screen go through the pager.
  ///
  /// - Parameter problems: The lines for standard error if only errors are printed.
  func tell(_ object: @autoclosure () -> JSONValue, lines: () -> [String], problems: () -> [String] = { [] }) throws {
    do {
      try print(object(), lines, problems, pages: true)
    } catch {
      guard Failure(error)?.isReaderGone == true else { throw error }
    }
  }

  /// Prints the result of a command that sent something, as ``tell(_:lines:problems:)`` does. What was sent stays sent:
  /// if the result cannot be printed, standard error says so.
  ///
  /// - Parameter summary: What was done, in a few words.
  /// - Returns: Whether it was printed; if not, the command was done in part.
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

  /// Says on standard error what was done although it could not be printed.
  func tellUnprinted(_ summary: String, _ error: any Error) {
    Terminal.note(
      "error: \(summary), but the result could not be printed: \(Failure(error)?.shownLine ?? "\(error)")")
  }

  /// Shows lines with the pager if they take more than a screen and standard output is a terminal.
  ///
  /// - Returns: Whether they were shown.
  func page(_ lines: [String]) -> Bool {
    guard !noPager, !json, !quiet, Terminal.isOutputATerminal, !Terminal.fitsScreen(lines) else { return false }
    return Pager.show(lines)
  }

  private func print(
    _ object: @autoclosure () -> JSONValue, _ lines: () -> [String], _ problems: () -> [String], pages: Bool = false
  ) throws {
    if json { return try Terminal.print(object()) }
    if quiet { return problems().forEach(Terminal.note) }
    let lines = lines()
    if pages, page(lines) { return }
    try Terminal.print(lines: lines)
  }
}
