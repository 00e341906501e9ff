import ArgumentParser

extension CommandConfiguration {
  /// Describes a command. The examples are calls of it, without the program's name.
  init(
    _ name: String, _ abstract: String, discussion: String = "", examples: [String],
    subcommands: [any ParsableCommand.Type] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    let calls = (["Examples:\n"] + examples.map { "  nstack-review \($0)" }).joined(separator: "\n")
    self.init(
      commandName: name, abstract: abstract, discussion: discussion.isEmpty ? calls : "\(discussion)\n\n\(calls)",
      subcommands: subcommands, defaultSubcommand: defaultSubcommand)
  }
}
