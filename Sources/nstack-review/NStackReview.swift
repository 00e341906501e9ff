import ArgumentParser
import Basics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program: parses arguments, calls the libraries, prints.
@main
struct NStackReview: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nstack-review",
    abstract: "Take an app's translations and proposals out of NStack as a review sheet, and the edited sheet back in.",
    discussion: """
      --sandbox runs every command on an embedded server: no account is needed to try them.

      Examples:

        nstack-review export review.xlsx --sandbox --locale da-DK --source en-GB
        nstack-review import review.xlsx --sandbox
      """,
    version: ProgramVersion.line,
    subcommands: [
      InitCommand.self, DoctorCommand.self, ExportCommand.self, CheckCommand.self, DiffCommand.self, ImportCommand.self,
      StatusCommand.self, SheetsCommand.self, HistoryCommand.self, ProposalsCommand.self, ReviewCommand.self,
      MemoryCommand.self, PreviewCommand.self, GenerateCommand.self, DriveCommand.self, ConvertCommand.self,
      SandboxCommand.self,
    ])

  static func main() async {
    StandardDescriptors.openClosed()
    SystemLimits.makeTheMost()
    Interruption.watch()
    let search = CommandSearch(Array(CommandLine.arguments.dropFirst()), in: Self.self)
    do {
      try refuseUnreadableArguments()
      try search.refuseUnknown()
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        // First, because every wait takes descriptors and threads.
        try SystemLimits.require(.files)
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      if let failure = error as? Failure {
        failure.tell(asJSON: wantsJSON)
        exit(withError: failure.status.error)
      }
      let code = exitCode(for: error)
      // The message of an exit code was already printed.
      if error is ExitCode { exit(withError: error) }
      // Help and the version are not errors, unless they cannot be printed.
      if code == .success { printOrFail(fullMessage(for: error)) }
      guard code == .validationFailure else { exit(withError: error) }
      var line = message(for: error)
      if line.last.map({ ".!?".contains($0) }) != true { line += "." }
      Failure.usage(.arguments, line, hint: search.helpHint).tell(asJSON: wantsJSON)
      exit(withError: code)
    }
  }

  /// Refuses arguments that are not UTF-8. Swift would repair them, and they would name another file.
  private static func refuseUnreadableArguments() throws {
    for place in 1..<max(1, Int(CommandLine.argc)) {
      guard let start = CommandLine.unsafeArgv[place], String(validatingCString: start) == nil else { continue }
      let bytes = UnsafeBufferPointer(start: start, count: strlen(start)).map { UInt8(bitPattern: $0) }
      throw Failure.usage(
        .notUTF8, "the argument \(PathName.spelled(bytes)) is not UTF-8.",
        hint: "If it is the name of a file, rename the file.")
    }
  }

  /// Whether the arguments ask for machine output, although something else in them can't be understood.
  private static var wantsJSON: Bool {
    CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")
  }

  private static func printOrFail(_ text: String) -> Never {
    do {
      try Terminal.print(text)
    } catch {
      let failure = Failure(error)
      if failure?.isReaderGone == true { exit(withError: ExitCode.success) }
      failure?.tell(asJSON: false)
      exit(withError: ExitStatus.failure.error)
    }
    exit(withError: ExitCode.success)
  }
}
