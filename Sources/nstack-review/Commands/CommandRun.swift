import ArgumentParser
import Basics
import NStackSandbox

/// The frame of every command: an error is printed in one line and ends in its exit code. A reader that stops reading
/// the output is not an error.
enum CommandRun {
  static func run(_ output: OutputOptions, _ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as SandboxError {
      throw tell(Failure.usage(.init(rawValue: error.code.rawValue), error.description), output)
    } catch {
      guard let failure = Failure(error) else { throw error }
      if failure.isReaderGone { return }
      throw tell(failure, output)
    }
  }

  private static func tell(_ failure: Failure, _ output: OutputOptions) -> ExitCode {
    failure.tell(asJSON: output.json)
    return failure.status.error
  }
}
