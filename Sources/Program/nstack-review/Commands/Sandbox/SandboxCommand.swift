import ArgumentParser
import Basics
import NStackAPI
import NStackSandbox

struct SandboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "sandbox", "Serve texts and proposals on this machine as NStack does, with a database of its own.",
    discussion: """
      Prints the variables that let other runs find it, as lines for a shell, then serves until it is interrupted:

        nstack-review sandbox --port 8099 > sandbox.env &
        . ./sandbox.env; nstack-review status

      A scenario, in YAML or JSON, says how the server answers and fails:

        reload: true       # replace what the database has with the folder's texts
        variants: [cdn]    # answer in other ways that NStack might
        page-size: 50      # answer lists in pages of this many elements
        page-form: links   # how a page names the next one
        faults:            # requests that fail; the first fault that matches applies
        - {method: POST, path: proposals, every: 3, status: 429}
        - {method: GET, path: resources, from: 4, to: 4, break: true, applied: true}

      Variants are \(Scenario.Variant.allCases.map(\.rawValue).joined(separator: ", ")). Forms of pages are \
      \(Scenario.PageForm.allCases.map(\.rawValue).joined(separator: ", ")). Which requests: method, path (a part of \
      it), every, from, to (numbers counted from 1). What happens: status with headers (by name) and body, or break (the request \
      is not carried out; with "applied: true" it is); late (seconds before the answer), apply-late (before it is \
      carried out).
      """,
    examples: [
      "sandbox --port 8099 --database sandbox.sqlite", "sandbox --data texts --scenario faults.yaml",
      "sandbox --data preview",
    ])

  @Option("dir", "A folder of texts, or one per platform, or of a preview (default: samples).", completion: .directory)
  var data: String?
  @Option("n", "The port on 127.0.0.1 (default: a free one).") var port = 0
  @Option("file", "The database, filled if it is empty (default: memory).", completion: .file()) var database: String?
  @Option("file", "How the server answers and fails, as above.", completion: .file()) var scenario: String?
  @OptionGroup var output: OutputOptions

  func validate() throws { try require("--port", port, takes: "a number from 0 to 65535", (0...65_535).contains) }

  func run() async throws {
    try SystemLimits.require(SystemLimits.server)
    // Before the variables are printed, because a program that reads them may stop the server at once.
    let interruption = Interruption.first()
    let server = try await self.server()
    do { try Terminal.print(text(of: variables(of: server))) } catch {
      await server.stop()
      throw error
    }
    output.note("serving on \(server.baseURL) until interrupted")
    for await _ in interruption { break }
    await server.stop()
  }

  private func server() async throws -> SandboxServer {
    var scenario = try self.scenario.map(Self.scenario) ?? Scenario()
    (scenario.data, scenario.database, scenario.port) = (data, database, port)
    return try await scenario.serve(
      otherTexts: "Leave --data out, or add a --scenario with \"reload: true\" to replace its texts and proposals.")
  }

  private static func scenario(at path: String) throws -> Scenario {
    guard let file = try YAMLValue.read(path, notYAML: .sandboxScenario) else {
      throw Failure.usage(
        .sandboxScenario, "\(path): there is no such file.", hint: "Check the file name of --scenario.")
    }
    do { return try file.decoded() } catch {
      let words = (error as? SandboxError)?.message ?? "it has no fields"
      throw Failure.usage(
        .sandboxScenario, "\(path): \(words).", hint: "`nstack-review help sandbox` shows what a scenario says.")
    }
  }

  private func variables(of server: SandboxServer) -> [(name: String, value: String)] {
    [
      ("NSTACK_BASE_URL", server.baseURL), ("NSTACK_APPLICATION_ID", server.applicationID.reveal()),
      ("NSTACK_REST_API_KEY", server.restAPIKey.reveal()), ("NSTACK_GUID", server.guid),
      ("NSTACK_PLATFORM", server.platform),
    ]
  }

  /// The variables as lines for a shell, or as an object.
  private func text(of variables: [(name: String, value: String)]) -> String {
    if output.json { return JSONValue.object(variables.map { ($0.name, .string($0.value)) }).text }
    return variables.map { "export \($0.name)='\($0.value.replacing("'", with: #"'\''"#))'" }.joined(separator: "\n")
  }
}
