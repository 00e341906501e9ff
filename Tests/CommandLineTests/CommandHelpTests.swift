import ArgumentParser
import Testing

@testable import nstack_review

@Suite("Help of the commands")
struct CommandHelpTests {
  /// A command with the words that call it, such as `history undo`.
  struct Command: Sendable, CustomTestStringConvertible {
    let words: [String]
    let type: any ParsableCommand.Type

    var testDescription: String { words.joined(separator: " ") }

    /// The lines of the discussion that call the program, without its name.
    var examples: [String] {
      type.configuration.discussion.split(separator: "\n").compactMap { line in
        line.hasPrefix("  nstack-review ") ? String(line.dropFirst("  nstack-review ".count)) : nil
      }
    }

    /// A command and all commands in it.
    static func all(from type: any ParsableCommand.Type, words: [String]) -> [Command] {
      [Command(words: words, type: type)]
        + type.configuration.subcommands.flatMap { all(from: $0, words: words + [$0.configuration.commandName ?? ""]) }
    }
  }

  private static let commands = Command.all(from: NStackReview.self, words: [])

  @Test("every command shows two examples or more, which call it and can be parsed", arguments: commands)
  func examples(command: Command) throws {
    #expect(command.examples.count >= 2)
    for example in command.examples {
      // A redirection is the shell's.
      let words = Array(Self.words(of: example).prefix { $0 != ">" })
      #expect(words.starts(with: command.words), "\(example)")
      _ = try NStackReview.parseAsRoot(words)
    }
  }

  /// The words of a line of a shell in which single quotes hold a word together.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      switch character {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let ended = word { words.append(ended) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
