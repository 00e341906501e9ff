import ArgumentParser
import Basics
import NStackAPI
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
        nstack-review init --stage staging --country it
      """)

  @Option(name: .long, help: "The API's base URL.") var baseURL: String?
  @Option(name: .long, help: "The stage of the server: production, staging, dev or preview/NAME.") var stage: String?
  @Option(name: .long, help: ArgumentHelp("The country of the server.", valueName: "code")) var country: String?
  @Option(name: .long, help: "The platform's slug.") var platform = "mobile"
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      guard !PlainFile.exists(ProjectFile.name) else {
        throw Failure.usage(
          .initExists, "\(ProjectFile.name) already exists.", hint: "Edit it, or delete it first.")
      }
      let address = try address()
      var lines = ["# nstack-review: which NStack this project's texts are in. No secrets belong here."]
      for (name, value) in [("base-url", baseURL), ("stage", stage), ("country", country)] {
        if let value { lines.append("\(name): \(Self.scalar(value))") }
      }
      lines += [
        "platform: \(Self.scalar(platform))", "# profiles:", "#   staging:",
        "#     base-url: https://staging.example.com",
      ]
      try PlainFile.write(lines.joined(separator: "\n") + "\n", to: ProjectFile.name)
      output.note("wrote \(ProjectFile.name)")
      output.note("the server is \(address.line)")
      do throws(Failure) {
        try address.requireTrust(ProjectFile.name)
      } catch {
        output.note("warning: other commands will refuse this address: \(error.line)")
      }
      output.note("now set NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY, and try: nstack-review status")
      try output.tell(.object([("file", .string(ProjectFile.name)), ("address", address.json)]), lines: { [] })
    }
  }

  /// The address that other commands will use once the file is there.
  private func address() throws -> ServerAddress {
    let user = try SettingsFile.ofUser()
    let settings = user?.settings(ofProfile: EnvironmentVariables.value("NSTACK_PROFILE") ?? user?.defaultProfile)
    let flags = AddressSettings(flagsOfBaseURL: baseURL, stage: stage, country: country)
    var sources = ServerAddress.Sources(
      flags: flags, user: settings?.address ?? AddressSettings(), userHosts: user?.hosts)
    // What the file will hold must be usable without the variables of this shell.
    _ = try ServerAddress(sources)
    (sources.flags, sources.environment, sources.project) = (AddressSettings(), .environment, flags)
    return try ServerAddress(sources)
  }

  /// A value as YAML has it, in quotes if it is more than a plain word.
  private static func scalar(_ value: String) -> String {
    let isPlain = value.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39: true
      default: "-_./:".utf8.contains(byte)
      }
    }
    let isWord = isPlain && value.first.map { $0.isLetter || $0.isNumber } == true && value.last != ":"
    return isWord ? value : JSONValue.string(value).text
  }
}
