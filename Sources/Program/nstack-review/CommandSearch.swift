import ArgumentParser
import Basics

/// The search for the command that the arguments name.
///
/// It runs before the arguments are parsed, because the parser would complain about the flags of a mistyped command.
struct CommandSearch {
  private(set) var command: any ParsableCommand.Type
  /// The names of the program, the command and its subcommands.
  private(set) var path: [String] = []
  private var unknown: (word: String, owner: any ParsableCommand.Type)?
  /// A flag before the command, and the command after it.
  private var early: (flag: String, command: String?)?

  /// Flags that are used without a command.
  private static let rootFlags = [
    "-h", "--help", "-help", "--version", "--help-all", "--help-hidden", "--generate-completion-script",
    "--experimental-dump-help", "---completion",
  ]

  /// Searches in the arguments, which do not have the program's name.
  init(_ arguments: [String], in root: any ParsableCommand.Type) {
    command = root
    path.append(Self.name(of: root))
    for (place, word) in arguments.enumerated() {
      let subcommands = command.configuration.subcommands
      if subcommands.isEmpty { return }
      if place == 0, word == "help" { continue }
      if let next = subcommands.first(where: { Self.name(of: $0) == word }) {
        command = next
        path.append(word)
        continue
      }
      if word.hasPrefix("-") {
        if command == root, !Self.rootFlags.contains(where: { word == $0 || word.hasPrefix($0 + "=") }) {
          let names = subcommands.map(Self.name)
          early = (word, arguments[place...].first(where: names.contains))
        }
        return
      }
      if command.configuration.defaultSubcommand.flatMap({ try? $0.parse([word]) }) == nil { unknown = (word, command) }
      return
    }
  }

  /// How to see the flags and arguments of the command.
  var helpHint: String { "`\(path.joined(separator: " ")) --help` shows how it is used." }

  /// Refuses a word that is not a command, and a flag before the command.
  func refuseUnknown() throws(Failure) {
    if let early {
      throw Failure.usage(
        .arguments, "the flag \(Visible.text(early.flag)) comes before the command.",
        hint: early.command.map { "Write it after the command: \(path[0]) \($0) … \(Visible.text(early.flag))" }
          ?? "Name a command first; \(helpHint)")
    }
    guard let unknown else { return }
    let place = path.count == 1 ? "a command" : "a command of \(path.dropFirst().joined(separator: " "))"
    throw Failure.usage(
      .arguments, "\"\(Visible.text(unknown.word))\" is not \(place).", hint: advice(unknown.word, unknown.owner))
  }

  /// A hint with the nearest command, or with all commands.
  private func advice(_ word: String, _ owner: any ParsableCommand.Type) -> String {
    let names = owner.configuration.subcommands.map(Self.name)
    if let near = CloseName.nearest(to: word, among: names) { return "Did you mean \(near)?" }
    let nested = owner.configuration.subcommands.flatMap { command in
      command.configuration.subcommands.map(Self.name).filter { $0 == word }.map { "\(Self.name(of: command)) \($0)" }
    }
    if !nested.isEmpty { return "Did you mean \(nested.joined(separator: " or "))?" }
    return "The commands are \(names.joined(separator: ", ")); \(helpHint)"
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? "\(command)".lowercased()
  }
}
