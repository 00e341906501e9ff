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
    name: .long,
    help: ArgumentHelp(
      "A folder of texts, as preview writes it and a sandbox is filled from; no server is needed.", valueName: "dir"),
    completion: .directory)
  var input: String?
  @Option(name: .long, help: "A file of descriptions (.yaml, .csv, .xlsx), which become comments.", completion: .file())
  var context: String?
  @OptionGroup var connection: ConnectionOptions

  /// Reads the texts.
  func texts(_ output: OutputOptions) async throws -> AppTexts {
    var texts = try await read(output)
    if let context {
      for (key, facts) in try ContextFile.contexts(at: context) {
        guard !facts.description.isEmpty else { continue }
        texts.descriptions[TextName(section: key.section, key: key.key)] = facts.description
      }
    }
    return texts
  }

  private func read(_ output: OutputOptions) async throws -> AppTexts {
    if let input {
      guard !connection.place.asksForSandbox, connection.place.baseURL == nil else {
        throw Failure.usage(.input, "--input reads a folder, so it excludes --sandbox and --base-url.")
      }
      let folder = try ResourceFolder(at: input, allowsEmpty: connection.allowEmpty)
      for resource in folder.resources {
        warn(resource.findings.map { "\(resource.file): \($0.section).\($0.key): \($0.message)" }, output)
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
        warn(resource.findings.map { "\(resource.language.locale): \($0.section).\($0.key): \($0.message)" }, output)
      }
      return AppTexts(
        resources.map {
          AppTexts.Source(locale: $0.language.locale, isDefault: $0.language.isDefault, texts: $0.texts)
        })
    }
  }

  /// Warns of what was left out of a language's texts.
  private func warn(_ lines: [String], _ output: OutputOptions) {
    for line in lines.prefix(20) { output.note("warning: \(line)") }
    if lines.count > 20 { output.note("warning: … and \(lines.count - 20) more like these") }
  }
}
