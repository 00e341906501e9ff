import Foundation
import ProgramRuns
import Synchronization

/// A process that runs many commands of the program, one after the other. One that dies or hangs is replaced by a new one, and
/// the command that it ran is known.
///
/// - Note: On Linux only, where a process can measure the peak of its memory again and again.
final class SharedProcess: @unchecked Sendable {
  /// The environment variable that tells a process of the tests to be one.
  static let variable = "NSTACK_REVIEW_COMMAND_SERVER"
  /// Whether there is such a process for the program under test.
  static let isThere: Bool = {
    #if os(Linux)
      getenv("NSTACK_REVIEW") == nil
    #else
      false
    #endif
  }()
  /// After as many commands a new process is started, as memory that was freed may stay resident.
  private static let mostCommands = 200
  private static let idle = Mutex<[SharedProcess]>([])

  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()
  private let folder: Folder
  private var commandsLeft = mostCommands

  /// Runs a command in a folder, in a process that is idle or new.
  static func run(_ arguments: [String], in folder: Folder, wallSeconds: Double) throws -> ProgramRun {
    let shared = try idle.withLock { $0.popLast() } ?? SharedProcess()
    let run = try shared.run(arguments, in: folder, wallSeconds: wallSeconds)
    if shared.process.isRunning, shared.commandsLeft > 0 {
      idle.withLock { $0.append(shared) }
    } else {
      shared.end()
    }
    return run
  }

  private init() throws {
    folder = try Folder()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["--testing-library", "swift-testing", "--filter", "CommandServer"]
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "TMPDIR": folder.path, "LC_ALL": "C.UTF-8",
      "SWIFT_BACKTRACE": "enable=no", Self.variable: "1",
    ]
    process.standardInput = requests
    process.standardOutput = answers
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The process alone must have the other end, or its death would not be seen.
    try? answers.fileHandleForWriting.close()
  }

  private func run(_ arguments: [String], in folder: Folder, wallSeconds: Double) throws -> ProgramRun {
    commandsLeft -= 1
    let (output, errors) = ("\(self.folder.path)/output", "\(self.folder.path)/errors")
    for path in [output, errors] { try Folder.write([], to: path) }
    let request = CommandServer.Request(
      arguments: arguments, folder: folder.path, output: output, errors: errors)
    try requests.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(request) + Data("\n".utf8))
    let answer = try answer(until: Clock.seconds + wallSeconds)
    var ending = ProgramRun.Ending.timedOut
    if let answer {
      ending = .exited(answer.status)
    } else if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    } else {
      let status = process.terminationStatus
      ending = process.terminationReason == .uncaughtSignal ? .killed(status) : .exited(status)
    }
    return ProgramRun(
      ending: ending, output: try Folder.read(output), errors: try Folder.read(errors),
      processorTime: answer?.processorTime ?? 0, peakMemory: answer?.peakMemory ?? 0)
  }

  /// The answer to the last request; nil where the process died, or did not answer in time.
  private func answer(until deadline: Double) throws -> CommandServer.Answer? {
    var text: [UInt8] = []
    while Clock.seconds < deadline {
      var waiting = pollfd(fd: answers.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 100) > 0 else {
        // What another thread starts may have inherited the other end.
        if process.isRunning { continue }
        return nil
      }
      var block = [UInt8](repeating: 0, count: 4096)
      let count = read(waiting.fd, &block, block.count)
      if count <= 0 {
        process.waitUntilExit()
        return nil
      }
      text += block[..<count]
      for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      where line.starts(with: CommandServer.answerMark.utf8) {
        return try JSONDecoder().decode(
          CommandServer.Answer.self, from: Data(line.dropFirst(CommandServer.answerMark.utf8.count)))
      }
    }
    return nil
  }

  private func end() {
    try? requests.fileHandleForWriting.close()
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }
}
