import ArgumentParser
import Testing

@testable import nstack_review

struct CommandHelpTests {
  /// A command with the words that call it, such as `history undo`.
  struct Command: Sendable, CustomTestStringConvertible {
    let words: [String]
    let type: any ParsableCommand.Type

    var testDescription: String { words.joined(separator: " ") }

    /// How many lines of the discussion call the program.
    var exampleCount: Int {
      type.configuration.discussion.split(separator: "\n").count { $0.hasPrefix("  nstack-review ") }
    }

    /// A command and all commands in it.
    static func all(from type: any ParsableCommand.Type, words: [String]) -> [Command] {
      [Command(words: words, type: type)]
        + type.configuration.subcommands.flatMap { all(from: $0, words: words + [$0.configuration.commandName ?? ""]) }
    }
  }

  private static let commands = Command.all(from: NStackReview.self, words: [])

  @Test(arguments: commands) func `every command shows two examples or more`(command: Command) {
    #expect(command.exampleCount >= 2)
  }

  @Test(arguments: commands, [80, 100]) func `the help of every command has 25 lines of options at most`(
    command: Command, columns: Int
  ) {
    let lines = Self.help(of: command, columns: columns).split(separator: "\n")
    let options = lines.drop { !$0.hasSuffix(":") || String($0) != $0.uppercased() }.prefix { $0 != "SUBCOMMANDS:" }
      .filter { $0.hasPrefix(" ") }
    #expect(options.count <= 25)
  }

  @Test func `--help-all shows every flag, and --help says so last if it does not`() async throws {
    let place = try Workplace()
    let short = try await place.done("import --help").text
    #expect(short.hasSuffix("\n`nstack-review import --help-all` shows the rest of the options.\n"))
    #expect(short.contains("--allow-delete") && !short.contains("--accept") && !short.contains("--base-url"))
    #expect(try await place.run("help import").text == short)
    let whole = try await place.done("import --help-all").text
    #expect(whole.contains("--accept") && whole.contains("--base-url") && !whole.contains("shows the rest"))
    #expect(try await place.run("import --help-hidden").text == whole)
    for complete in ["--help", "history --help"] {
      #expect(try await !place.done(complete).text.contains("--help-all"))
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `completions offer the flags that --help leaves out`(shell: String)
    async throws
  {
    let script = try await Workplace().run("--generate-completion-script \(shell)").text
    #expect(script.contains("other-application") && script.contains("base-url"))
  }

  private static func help(of command: Command, columns: Int) -> String {
    NStackReview.helpMessage(for: command.type, columns: columns)
  }
}
