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

      A fault is METHOD [PATH]: ACTION [WORD...]. METHOD is * for any, and PATH a part of the path:

        --fault 'POST proposals: 429 retry-after=2 every=3'
        --fault 'GET resources: break-answer only=4'

      Actions: a status (the request is not carried out; with the word applied it is), break, break-answer, \
      late=SECONDS (of the answer), apply-late=SECONDS. Which requests: every=N, first=N, from=N, only=N, counted \
      from 1. What a status comes with: retry-after=SECONDS, location=URL, type=TYPE, and last body=TEXT.
      """,
    examples: [
      "sandbox --port 8099 --database sandbox.sqlite", "sandbox --data texts --fault 'POST proposals: 503 first=2'",
      "sandbox --preview preview",
    ])

  @Option(help: .value("dir", "A folder of texts, or one per platform (default: samples)."), completion: .directory)
  var data: String?
  @Option(help: .value("dir", "A folder that `preview` wrote, instead of --data."), completion: .directory) var preview:
    String?
  @Option(help: .value("n", "The port on 127.0.0.1 (default: a free one).")) var port = 0
  @Option(help: .value("file", "The database, filled if it is empty (default: memory)."), completion: .file())
  var database: String?
  @Flag(help: "Replace what the database has with the folder's texts.") var reload = false
  @Option(help: .rare("Answer in another way that NStack might.", value: "name")) var variant:
    [SandboxBehavior.Variant] = []
  @Option(help: .value("fault", "Make requests fail as above (repeatable)."), transform: Self.fault) var fault:
    [SandboxFault] = []
  @Option(help: .rare("Answer lists in pages of this many elements.", value: "n")) var pageSize: Int?
  @Option(help: .rare("How a page names the next one.", value: "form")) var pageForm = SandboxBehavior.PagingForm
    .fractal
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    try refuse("--data", beside: "--preview")
    try require("--page-size", pageSize, takes: "a number from 1 to 100000", (1...100_000).contains)
    try require("--port", port, takes: "a number from 0 to 65535", (0...65_535).contains)
  }

  func run() async throws {
    try SystemLimits.require(SystemLimits.server)
    // Before anything is printed, because a program that reads the variables may stop the server at once.
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
    var behavior = SandboxBehavior(Set(variant))
    behavior.pageSize = pageSize
    behavior.pagingForm = pageForm
    let folder = data ?? preview
    do throws(SandboxError) {
      return try await SandboxServer(
        SandboxConfiguration(
          storage: database.map { .file(path: $0) } ?? .memory, texts: folder.map { .folder(path: $0) } ?? .samples,
          reloads: reload, refusesOtherTexts: folder != nil, port: port, behavior: behavior, faults: fault))
    } catch {
      guard error.code == .otherTexts else { throw error }
      throw Failure.usage(
        like: error.code, "\(error.description).",
        hint: "Leave --\(data == nil ? "preview" : "data") out, or add --reload to replace its texts and proposals.")
    }
  }

  private static func fault(_ text: String) throws -> SandboxFault {
    do throws(SandboxError) { return try SandboxFault(text) } catch {
      throw ValidationError("--fault: \(error.description).")
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

extension SandboxBehavior.Variant: ExpressibleByArgument {}
extension SandboxBehavior.PagingForm: ExpressibleByArgument {}
