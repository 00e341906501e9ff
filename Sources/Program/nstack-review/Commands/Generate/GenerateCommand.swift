import AppCatalogs
import ArgumentParser
import Basics
import KeyGenerator
import NStackAPI
import Resources
import ReviewJournal
import TranslationReview

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

extension CommandConfiguration {
  /// Describes a command that writes a catalogue into a folder; `flags` are those of its second example.
  fileprivate init(catalogue name: String, _ abstract: String, _ discussion: String, into folder: String, flags: String)
  {
    let words = GenerateStyle.words[name]?.joined(separator: ", ") ?? ""
    self.init(
      name, abstract, discussion: "\(discussion) --style takes \(words); generate: in the project's file keeps them.",
      examples: [
        "generate \(name) --input preview --output \(folder)", "generate \(name) --sandbox --output \(folder) \(flags)",
      ])
  }
}

struct StringsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    catalogue: "strings", "Write Apple's .strings: LOCALE.lproj/Localizable.strings.",
    "Texts are as in NStack. Plurals go into a .stringsdict beside it: generate stringsdict writes them.",
    into: "App/Resources", flags: "--check")

  @OptionGroup var catalog: CatalogWritingOptions

  func run() async throws { try await catalog.run(.strings) }
}

struct StringsdictCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    catalogue: "stringsdict", "Write Apple's .stringsdict: the plurals of LOCALE.lproj/Localizable.strings.",
    "A plural is a set of keys such as files.one and files.other, or an ICU message.", into: "App/Resources",
    flags: "--style table=Plurals")

  @OptionGroup var catalog: CatalogWritingOptions

  func run() async throws { try await catalog.run(.stringsdict) }
}

struct XCStringsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    catalogue: "xcstrings", "Write Apple's Localizable.xcstrings: all languages in one file.",
    """
    Plurals are variations, or substitutions where a text has several arguments. `diff --against` says later what the \
    file lacks.
    """, into: "App/Resources", flags: "--context descriptions.yaml")

  @OptionGroup var catalog: CatalogWritingOptions

  func run() async throws { try await catalog.run(.xcstrings) }
}

struct AndroidCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    catalogue: "android", "Write Android's values/strings.xml, and values-LOCALE for each other language.",
    "Placeholders are Java's: %@ becomes %s. HTML is text, for Html.fromHtml. Names are section_key.",
    into: "app/src/main/res", flags: "--style table=nstack_strings")

  @OptionGroup var catalog: CatalogWritingOptions

  func run() async throws { try await catalog.run(.android) }
}

struct ARBCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    catalogue: "arb", "Write Flutter's ARB: app_LOCALE.arb.",
    "Placeholders are {name}, with their types in the file of the default language. Names are sectionKey.",
    into: "lib/l10n", flags: "--style use-escaping")

  @OptionGroup var catalog: CatalogWritingOptions

  func run() async throws { try await catalog.run(.arb) }
}

struct I18nextCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    catalogue: "i18next", "Write i18next's JSON v4: LOCALE/translation.json.",
    "Placeholders are {{name}}, and each form of a plural has a key, such as files_one.", into: "public/locales",
    flags: "--style flat")

  @OptionGroup var catalog: CatalogWritingOptions

  func run() async throws { try await catalog.run(.i18next) }
}

struct TextInputOptions: TitledFlags {
  static let title = "Texts"

  @Option("dir", "Texts that preview wrote; no server is needed.", completion: .directory) var input: String?
  @OptionGroup var context: ContextOptions

  /// - Parameter keepsOthers: Whether to read the other languages too.
  func texts(
    _ locales: LocaleOptions, keepsOthers: Bool = false, _ connection: ConnectionOptions, _ output: OutputOptions
  ) async throws -> AppTexts {
    let sources = try await sources(connection, output)
    let selection = locales.selection
    selection.languageLines(among: sources.map(\.locale)).forEach(output.note)
    let chosen = try selection.languages(among: sources.map(\.locale))
    var texts = AppTexts(keepsOthers ? sources : chosen.map { sources[$0] })
    for (key, facts) in try context.contexts() ?? [:] where !facts.description.isEmpty {
      texts.descriptions[TextName(section: key.section, key: key.key)] = facts.description
    }
    if let input { try Self.refusePseudo(texts, in: input) }
    return texts
  }

  private static func refusePseudo(_ texts: AppTexts, in folder: String) throws {
    for language in texts.languages {
      var capitals = CapitalTexts()
      for case let value? in language.values { capitals.add(value) }
      for (name, value) in zip(texts.names, language.values)
      where value.map({ !$0.isEmpty && (capitals.areUpper || PseudoLocalization.form(of: $0) != nil) }) == true {
        throw Failure.usage(
          .input, "\(folder) has pseudo-localised texts, such as \(Visible.text(name.path)) (\(language.locale)).",
          hint: "Write the preview again without --pseudo.")
      }
    }
  }

  private func sources(_ connection: ConnectionOptions, _ output: OutputOptions) async throws -> [AppTexts.Source] {
    if let input {
      guard Set(connection.application.givenFlags).isDisjoint(with: ["--sandbox", "--base-url"]) else {
        throw Failure.usage(.input, "--input reads a folder, so it excludes --sandbox and --base-url.")
      }
      let folder = try ResourceFolder(at: input, allowsEmpty: connection.allowEmpty)
      for resource in folder.resources {
        output.warn(resource.findings.map { "\(resource.file): \($0.section).\($0.key): \($0.message)" })
      }
      return AppTexts.sources(of: folder)
    }
    return try await connection.withProfile(output) { profile in
      var resources: [LocalizationResource] = []
      _ = try await Catalog.fetching(from: profile.client, allowsEmpty: connection.allowEmpty) {
        entries throws(NStackError) in
        resources = try await profile.client.resources(of: entries, concurrency: profile.concurrency)
        return resources
      }
      for resource in resources {
        output.warn(resource.findings.map { "\(resource.language.locale): \($0.section).\($0.key): \($0.message)" })
      }
      return resources.map {
        AppTexts.Source(locale: $0.language.locale, isDefault: $0.language.isDefault, texts: $0.texts)
      }
    }
  }
}
