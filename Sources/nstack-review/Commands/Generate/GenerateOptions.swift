import AppCatalogs
import ArgumentParser
import Basics
import KeyGenerator
import NStackAPI
import Resources
import ReviewJournal
import TranslationReview

/// The texts to generate from: a folder, or a server.
struct GenerateInputOptions: ParsableArguments {
  @Option(
    help: .value("dir", "A folder of texts, as preview writes it and a sandbox is filled from; no server is needed."),
    completion: .directory)
  var input: String?
  @OptionGroup var context: ContextOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func texts(_ output: OutputOptions) async throws -> AppTexts {
    var texts = try await read(output)
    for (key, facts) in try context.contexts() ?? [:] where !facts.description.isEmpty {
      texts.descriptions[TextName(section: key.section, key: key.key)] = facts.description
    }
    return texts
  }

  private func read(_ output: OutputOptions) async throws -> AppTexts {
    if let input {
      guard Set(connection.application.givenFlags).isDisjoint(with: ["--sandbox", "--sandbox-dir", "--base-url"]) else {
        throw Failure.usage(.input, "--input reads a folder, so it excludes --sandbox and --base-url.")
      }
      let folder = try ResourceFolder(at: input, allowsEmpty: connection.allowEmpty)
      for resource in folder.resources {
        output.warn(resource.findings.map { "\(resource.file): \($0.section).\($0.key): \($0.message)" })
      }
      return AppTexts(folder)
    }
    return try await Connection.withProfile(connection, output) { profile in
      var resources: [LocalizationResource] = []
      _ = try await Catalog.fetching(from: profile.client, allowsEmpty: connection.allowEmpty) {
        entries throws(NStackError) in
        resources = try await profile.client.resources(of: entries, concurrency: profile.concurrency)
        return resources
      }
      for resource in resources {
        output.warn(resource.findings.map { "\(resource.language.locale): \($0.section).\($0.key): \($0.message)" })
      }
      return AppTexts(
        resources.map {
          AppTexts.Source(locale: $0.language.locale, isDefault: $0.language.isDefault, texts: $0.texts)
        })
    }
  }
}

/// The flags about the names and texts of a catalogue, for writing and for comparing.
struct CatalogFormFlags: ParsableArguments {
  @Option(help: "What is between section and key in a name (not for Android and ARB).")
  var separator = "."
  @Option(help: .value("locale=name", "Name a locale otherwise in the catalogue: da-DK=da (repeatable)."))
  var localeName: [String] = []
  @Flag(help: "Leave %d, {name} and {{name}} as they are in NStack.")
  var keepPlaceholders = false
  @Flag(help: "Leave keys such as files.one, and ICU messages, as texts of their own.")
  var noPlurals = false
  @Flag(help: "Quote apostrophes and braces in ARB (use-escaping: true in l10n.yaml).")
  var useEscaping = false

  func validate() throws {
    try require(!separator.isEmpty, "--separator is empty; it takes what is between section and key.")
    for pair in localeName {
      try require(
        Self.parts(of: pair) != nil, "--locale-name \(pair) is not of the form LOCALE=NAME, as in da-DK=da.")
    }
  }

  var options: CatalogOptions {
    var options = CatalogOptions()
    options.separator = separator
    options.keepsPlaceholders = keepPlaceholders
    options.usesEscaping = useEscaping
    for pair in localeName {
      if let (locale, name) = Self.parts(of: pair) { options.localeNames[LocaleName.normalized(locale)] = name }
    }
    return options
  }

  private static func parts(of pair: String) -> (locale: String, name: String)? {
    let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
    // A name becomes part of a path.
    guard parts.count == 2, !parts[0].isEmpty, CatalogPath.isLocale(String(parts[1])) else { return nil }
    return (String(parts[0]), String(parts[1]))
  }
}
