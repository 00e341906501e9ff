import Foundation
import NStackAPI
import NStackSandbox
import ProgramRuns
import Testing

/// Where the program runs in a test: a folder that is its home, and the variables that it finds there.
struct Workplace: Sendable {
  private let folder: Folder
  /// The environment, beside the few variables that every run gets.
  var variables: [String: String]

  init(variables: [String: String] = [:]) throws {
    folder = try Folder()
    self.variables = variables
  }

  /// The same place for runs that find more variables.
  func with(_ more: [String: String]) -> Workplace {
    var place = self
    place.variables.merge(more) { $1 }
    return place
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  func names() throws -> [String] { try folder.names().filter { !$0.hasPrefix(".") } }

  func read(_ name: String) throws -> String { String(decoding: try Folder.read(path(name)), as: UTF8.self) }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  func write(_ bytes: [UInt8], to name: String) throws {
    let folder = URL(fileURLWithPath: path(name)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Folder.write(bytes, to: path(name))
  }

  /// Reads a sheet in CSV, changes it and saves it under another name.
  func edit(_ name: String, as copy: String, _ change: (inout CSVSheet) throws -> Void) throws {
    var sheet = CSVSheet(try read(name))
    try change(&sheet)
    try write(sheet.text, to: copy)
  }

  /// Runs the program, which has to end with a code where one is given. A run that a signal ended, or that printed colours,
  /// is an issue.
  @discardableResult func run(
    _ arguments: String, endsWith status: Int32? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ProgramRun {
    try await run(arguments.split(separator: " ").map(String.init), endsWith: status, sourceLocation: sourceLocation)
  }

  @discardableResult func run(
    _ arguments: [String], endsWith status: Int32? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ProgramRun {
    let run = try await ProgramThreads.run { try runNow(arguments) }
    let isExpected = run.status != nil && run.status == status ?? run.status
    #expect(isExpected, "\(run.ending) of \(arguments): \(run.text)\(run.errorText)", sourceLocation: sourceLocation)
    #expect(!(run.output + run.errors).contains(0x1B), "no colours without a terminal", sourceLocation: sourceLocation)
    return run
  }

  /// Runs a command that has to end with 0.
  @discardableResult func done(_ arguments: String, sourceLocation: SourceLocation = #_sourceLocation) async throws
    -> ProgramRun
  { try await run(arguments, endsWith: 0, sourceLocation: sourceLocation) }

  /// Runs commands one after the other, each of which has to end with 0.
  func runAll(_ commands: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for command in commands { try await done(command, sourceLocation: sourceLocation) }
  }

  /// Runs a command that has to be refused, with a code in its JSON.
  func refuses(
    _ arguments: String, _ code: String, status: Int32 = 64, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await run("\(arguments) --json", endsWith: status, sourceLocation: sourceLocation)
    #expect(try run.errorCode() == code, sourceLocation: sourceLocation)
  }

  /// Runs a script of the shell in which `$0` is the program.
  func shell(_ script: String) async throws -> ProgramRun {
    try await ProgramThreads.run {
      try ProgramRun(
        "/bin/sh", ["-c", script, ProgramUnderTest.path], in: folder.path, variables: variables, wallSeconds: 300)
    }
  }

  /// Runs the program on the thread of the caller, which waits for it.
  func runNow(_ arguments: [String], signal: ProgramRun.Signal? = nil) throws -> ProgramRun {
    try ProgramRun(
      ProgramUnderTest.path, arguments, in: folder.path, variables: variables, wallSeconds: 300, signal: signal)
  }
}

/// Runs a test in a workplace whose variables name a sandbox of its own, with the sample texts.
func withSandbox(
  faults: [Scenario.Fault] = [], _ body: (_ place: Workplace, _ server: SandboxServer) async throws -> Void
) async throws {
  let server = try await SandboxServer(Scenario { $0.faults = faults })
  try await closing({ await server.stop() }) {
    let place = try Workplace(variables: [
      "NSTACK_BASE_URL": server.baseURL, "NSTACK_APPLICATION_ID": server.applicationID.reveal(),
      "NSTACK_REST_API_KEY": server.restAPIKey.reveal(), "NSTACK_GUID": server.guid, "NSTACK_PLATFORM": server.platform,
    ])
    try await body(place, server)
  }
}

/// Runs something, and always closes it.
func closing<Value>(_ close: () async -> Void, _ body: () async throws -> Value) async throws -> Value {
  do {
    let value = try await body()
    await close()
    return value
  } catch {
    await close()
    throw error
  }
}

extension SandboxServer {
  /// The calls that were to change something: the method, and of a proposal its value.
  var writes: [String] {
    requests.entries.filter { $0.method != "GET" }.map { entry in
      let fields = entry.form.split(separator: "&").filter { $0.hasPrefix("value=") }
      let path = entry.target.prefix { $0 != "?" }
      return "\(entry.method) \(fields.first ?? path.split(separator: "/").last ?? "")"
    }
  }
}

extension ProgramRun {
  /// The exit code; nil where a signal or the clock ended the run.
  var status: Int32? { if case .exited(let status) = ending { status } else { nil } }

  /// Standard output.
  var text: String { String(decoding: output, as: UTF8.self) }
  /// Standard error.
  var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// The object on standard output.
  func json() throws -> FoundationJSON { try FoundationJSON(output) }

  /// The code of the error that `--json` printed.
  func errorCode() throws -> String? { try json()["error"]["code"].string }
}

/// Threads on which programs are waited for: tests that only compute go on meanwhile.
enum ProgramThreads {
  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = max(2, ProcessInfo.processInfo.activeProcessorCount)
    return queue
  }()

  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.addOperation { continuation.resume(with: Result { try body() }) }
    }
  }
}
