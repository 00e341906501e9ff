import ArgumentParser
import Basics
import CBuildCommit

/// The program: parses arguments, calls the libraries, prints.
@main struct NStackReview: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nstack-review",
    abstract: "Take an app's translations and proposals out of NStack as a review sheet, and the edited sheet back in.",
    discussion: """
      --sandbox runs every command on an embedded server: no account is needed to try them.

      Examples:

        nstack-review export review.xlsx --sandbox --locale da-DK --source en-GB
        nstack-review import review.xlsx --sandbox
      """, version: version,
    subcommands: [
      InitCommand.self, DoctorCommand.self, ExportCommand.self, CheckCommand.self, DiffCommand.self, ImportCommand.self,
      StatusCommand.self, SheetsCommand.self, HistoryCommand.self, ProposalsCommand.self, ReviewCommand.self,
      MemoryCommand.self, PreviewCommand.self, GenerateCommand.self, DriveCommand.self, ConvertCommand.self,
      SandboxCommand.self,
    ])

  /// The name and number, and the commit that the package was built from: `nstack-review 1.0.0 (0f458471c2ab)`.
  private static var version: String {
    let commit = String(cString: nstack_review_build_commit())
    return commit.isEmpty ? ProgramVersion.name : "\(ProgramVersion.name) (\(commit))"
  }

  // On the main actor, like `run`: otherwise a second thread is needed, and where the system has none, even --help
  // would wait forever.
  @MainActor static func main() async {
    SystemLimits.openStandardDescriptors()
    SystemLimits.adapt()
    Interruption.watch()
    do { try refuseUnreadableArguments() } catch { exit(withError: end(error, CommandLine.arguments)) }
    exit(withError: await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs a command. Its error is printed in one line.
  @MainActor static func run(_ arguments: [String]) async -> ExitCode {
    do {
      try CommandSearch(arguments, in: Self.self).refuseUnknown()
      // The parser's own name for this flag, `--help-hidden`, does not say what the reader gets.
      let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
      var command = try parseAsRoot(
        arguments[..<end].map { $0 == "--help-all" ? "--help-hidden" : $0 } + arguments[end...])
      guard var asynchronous = command as? any AsyncParsableCommand else {
        try command.run()
        return .success
      }
      // First, because every wait needs descriptors and threads.
      try SystemLimits.require(SystemLimits.files)
      try EnvironmentVariables.requireClearSandbox()
      try await asynchronous.run()
      return .success
    } catch { return end(error, arguments) }
  }

  /// Prints an error, help or the version, and returns the exit code.
  private static func end(_ error: any Error, _ arguments: [String]) -> ExitCode {
    let asJSON = arguments.prefix { $0 != "--" }.contains("--json")
    if let failure = Failure(error) {
      // It is not an error if the reader closes the output.
      if failure.isReaderGone { return .success }
      Terminal.print(failure, asJSON: asJSON)
      return failure.status.error
    }
    // The message of an exit code was already printed.
    if let code = error as? ExitCode { return code }
    let code = exitCode(for: error)
    if code == .success {
      do {
        try Terminal.print(withRest(fullMessage(for: error), CommandSearch(arguments, in: Self.self)))
        return .success
      } catch { return end(error, []) }
    }
    guard code == .validationFailure else {
      Terminal.note(fullMessage(for: error))
      return code
    }
    // The parser lists the allowed values on separate lines.
    var line = message(for: error).replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", ")
    if line.last.map({ ".!?".contains($0) }) != true { line += "." }
    let hint = CommandSearch(arguments, in: Self.self).helpHint
    Terminal.print(Failure.usage(.arguments, line, hint: hint), asJSON: asJSON)
    return code
  }

  /// Returns the text. If it is a command's help without the rare flags, it also says how to see them.
  private static func withRest(_ text: String, _ search: CommandSearch) -> String {
    guard text == helpMessage(for: search.command), text != helpMessage(for: search.command, includeHidden: true) else {
      return text
    }
    return "\(text)\n`\(search.path.joined(separator: " ")) --help-all` shows the rest of the options."
  }

  /// Refuses arguments that are not UTF-8. Swift would repair them, and they would name another file.
  private static func refuseUnreadableArguments() throws {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let start = CommandLine.unsafeArgv[index], String(validatingCString: start) == nil else { continue }
      let bytes = sequence(first: start) { $0 + 1 }.lazy.map { UInt8(bitPattern: $0.pointee) }.prefix { $0 != 0 }
      throw Failure.usage(
        .notUTF8, "the argument \(FoundSheets.spelled(Array(bytes))) is not UTF-8.",
        hint: "If it is the name of a file, rename the file.")
    }
  }
}
