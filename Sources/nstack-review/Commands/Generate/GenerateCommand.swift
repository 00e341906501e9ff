import ArgumentParser

/// `generate`: code and catalogues from texts.
struct GenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write an app's texts as typed keys, or as catalogues that it ships with. Sends nothing.",
    discussion: """
      The texts come from a folder that preview wrote, or from the server.

      Examples:

        nstack-review generate swift --input preview --output App/L10n.swift
        nstack-review generate xcstrings --input preview --output App/Resources
        nstack-review generate android --sandbox --output app/src/main/res
      """,
    subcommands: [
      GenerateSwiftCommand.self, StringsCommand.self, StringsdictCommand.self, XCStringsCommand.self,
      AndroidCommand.self, ARBCommand.self, I18nextCommand.self,
    ])
}
