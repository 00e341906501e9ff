import AppCatalogs
import ArgumentParser

struct GenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "generate", "Write an app's texts as typed keys, or as catalogues that it ships with. Sends nothing.",
    discussion: "The texts come from a folder that preview wrote, or from the server.",
    examples: [
      "generate swift --input preview --output App/L10n.swift",
      "generate xcstrings --input preview --output App/Resources",
      "generate android --sandbox --output app/src/main/res",
    ],
    subcommands: [
      GenerateSwiftCommand.self, StringsCommand.self, StringsdictCommand.self, XCStringsCommand.self,
      AndroidCommand.self, ARBCommand.self, I18nextCommand.self,
    ])
}

struct StringsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "strings", "Write Apple's .strings: LOCALE.lproj/Localizable.strings.",
    discussion: "Texts are as in NStack. Plurals go into a .stringsdict beside it: generate stringsdict writes them.",
    examples: [
      "generate strings --input preview --output App/Resources",
      "generate strings --sandbox --output App/Resources --check",
    ])

  @OptionGroup var catalog: CatalogWritingOptions

  func run() async throws { try await catalog.run(.strings) }
}

struct StringsdictCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "stringsdict", "Write Apple's .stringsdict: the plurals of LOCALE.lproj/Localizable.strings.",
    discussion: "A plural is a set of keys such as files.one and files.other, or an ICU message.",
    examples: [
      "generate stringsdict --input preview --output App/Resources",
      "generate stringsdict --sandbox --output App/Resources --table Plurals",
    ])

  @OptionGroup var catalog: CatalogWritingOptions

  func run() async throws { try await catalog.run(.stringsdict) }
}

struct XCStringsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "xcstrings", "Write Apple's Localizable.xcstrings: all languages in one file.",
    discussion: """
      Plurals are variations, or substitutions where a text has several arguments. `diff --against` says later what the \
      file lacks.
      """,
    examples: [
      "generate xcstrings --input preview --output App/Resources",
      "generate xcstrings --sandbox --output App/Resources --context descriptions.yaml",
    ])

  @OptionGroup var catalog: CatalogWritingOptions

  func run() async throws { try await catalog.run(.xcstrings) }
}

struct AndroidCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "android", "Write Android's values/strings.xml, and values-LOCALE for each other language.",
    discussion: "Placeholders are Java's: %@ becomes %s. HTML is text, for Html.fromHtml. Names are section_key.",
    examples: [
      "generate android --input preview --output app/src/main/res",
      "generate android --sandbox --output app/src/main/res --table nstack_strings",
    ])

  @OptionGroup var catalog: CatalogWritingOptions

  func run() async throws { try await catalog.run(.android) }
}

struct ARBCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "arb", "Write Flutter's ARB: app_LOCALE.arb.",
    discussion: "Placeholders are {name}, with their types in the file of the default language. Names are sectionKey.",
    examples: [
      "generate arb --input preview --output lib/l10n", "generate arb --sandbox --output lib/l10n --use-escaping",
    ])

  @OptionGroup var catalog: CatalogWritingOptions

  func run() async throws { try await catalog.run(.arb) }
}

struct I18nextCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "i18next", "Write i18next's JSON v4: LOCALE/translation.json.",
    discussion: "Placeholders are {{name}}, and each form of a plural has a key, such as files_one.",
    examples: [
      "generate i18next --input preview --output public/locales",
      "generate i18next --sandbox --output public/locales --flat",
    ])

  @OptionGroup var catalog: CatalogWritingOptions
  @Flag(help: "Write section.key in one object, without an object for each section.")
  var flat = false

  func run() async throws { try await catalog.run(.i18next, isFlat: flat) }
}
