import ArgumentParser
import ReviewJournal

/// `init`: a project file without secrets.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write \(ProjectFile.name) and say which variables to set.",
    discussion: """
      The file belongs to the project and contains no secret. Credentials are set in the environment or in the user's file.

      Examples:

        nstack-review init
        nstack-review init --platform web --base-url https://nstack.example.com
      """)

  @Option(name: .long, help: "The API's base URL.") var baseURL: String?
  @Option(name: .long, help: "The platform's slug.") var platform = "mobile"
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      guard !PlainFile.exists(ProjectFile.name) else {
        throw Failure.usage(
          .initExists, "\(ProjectFile.name) already exists.", hint: "Edit it, or delete it first.")
      }
      var lines = ["# nstack-review: which NStack this project's texts are in. No secrets belong here."]
      if let baseURL { lines.append("base-url: \(baseURL)") }
      lines += [
        "platform: \(platform)", "# profiles:", "#   staging:", "#     base-url: https://staging.example.com",
      ]
      try PlainFile.write(lines.joined(separator: "\n") + "\n", to: ProjectFile.name)
      output.note("wrote \(ProjectFile.name)")
      output.note("now set NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY, and try: nstack-review status")
    }
  }
}
