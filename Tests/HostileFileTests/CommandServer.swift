import ArgumentParser
import Foundation
import ProgramRuns
import Testing

@testable import nstack_review

/// The end of a ``SharedProcess``: a process of the tests that runs commands of the program, one after the other, which other
/// tests send it. A start of the program takes longer than most files.
@Suite("Commands in a process of their own", .enabled(if: getenv(SharedProcess.variable) != nil))
struct CommandServer {
  /// What a line with an answer begins with, as others print on standard output too.
  static let answerMark = "answer "

  struct Request: Codable {
    let arguments: [String]
    let folder: String
    /// Where standard output and standard error go.
    let output: String
    let errors: String
  }

  struct Answer: Codable {
    let status: Int32
    /// Seconds that the command computed.
    let processorTime: Double
    /// The most memory that was resident meanwhile, in bytes.
    let peakMemory: Int
  }

  @Test("each command that is sent is run and answered")
  func serve() async throws {
    let answers = FileHandle(fileDescriptor: dup(STDOUT_FILENO))
    while let line = readLine() {
      let request = try JSONDecoder().decode(Request.self, from: Data(line.utf8))
      let answer = try JSONEncoder().encode(await Self.run(request))
      try answers.write(contentsOf: Data((Self.answerMark + String(decoding: answer, as: UTF8.self) + "\n").utf8))
    }
  }

  private static func run(_ request: Request) async throws -> Answer {
    for (path, descriptor) in [(request.output, STDOUT_FILENO), (request.errors, STDERR_FILENO)] {
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      guard file >= 0 else { throw POSIXError(.EIO) }
      dup2(file, descriptor)
      close(file)
    }
    chdir(request.folder)
    for name in ["HOME", "TMPDIR"] { setenv(name, request.folder, 1) }
    // From here on the peak is counted anew.
    try? Folder.write(Array("5".utf8), to: "/proc/self/clear_refs")
    let before = Clock.processorSeconds
    let status = await status(of: request.arguments)
    return Answer(
      status: status, processorTime: Clock.processorSeconds - before, peakMemory: ProgramRun.residentPeak(of: getpid()))
  }

  /// Runs a command as the program does, and returns its exit code. Two commands are for the test of the other end.
  private static func status(of arguments: [String]) async -> Int32 {
    if arguments == ["die"] { abort() }
    while arguments == ["hang"] { sleep(1) }
    return await NStackReview.run(arguments).rawValue
  }
}
