import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import Spreadsheet
import TranslationReview

struct ReviewedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "reviewed", "Count the texts that were reviewed (ok), or exchange them as a file.",
    discussion: """
      A sign-off lapses when its text, the source text or a pending proposal changes; the server is read to count those. \
      The file has fingerprints of texts, and neither texts nor credentials. Files may be imported in any order and more \
      than once: the last sign-off of a text counts.
      """,
    examples: [
      "sheets reviewed --export reviewed.json", "sheets reviewed --import from-anna.json --import from-bo.json",
    ])

  @OptionGroup var exchange: ExchangeOptions
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try exchange.refuseOverwriting()
    try await connection.withProfile(output) { profile in
      let files = try exchange.read { text in
        let file = try SignOffFile(text: text)
        try file.refuseOther(than: profile.scope)
        return file.signOffs
      }
      var merge = SignOffs.Merge()
      for file in files { merge.add(try profile.keep(file)) }
      let signOffs = try profile.signOffs()
      if let export = exchange.export {
        let file = SignOffFile(signOffs, scope: profile.scope, provenance: profile.provenance())
        try PlainFile.replace(export, with: file.text)
      }
      try print(signOffs, merge, lapsed: try await lapsed(of: signOffs, profile))
    }
  }

  /// The numbers of sign-offs that have lapsed, by locale; nil if the server cannot be read.
  private func lapsed(of signOffs: SignOffs, _ profile: ReviewProfile) async throws -> [String: Int]? {
    guard !signOffs.isEmpty else { return [:] }
    do {
      let holding = signOffs.holding(in: try await profile.readCatalog(TerminalDialog(output))).locales
      let counts = Dictionary(holding.map { ($0.locale, $0.count) }, uniquingKeysWith: { first, _ in first })
      return signOffs.locales.reduce(into: [:]) { $0[$1.locale] = $1.count - (counts[$1.locale] ?? 0) }
    } catch let error as NStackError {
      output.note(
        "warning: it is not known which sign-offs have lapsed, because the server could not be read: \(error)")
      return nil
    }
  }

  private static func line(of locale: SignOffs.Locale, lapsed: Int?) -> String {
    let lapsed = lapsed.map { $0 > 0 ? ", \($0) of them lapsed" : "" } ?? ""
    return
      "\(Visible.text(locale.locale)): \(Counted.text(locale.count, "text")) reviewed\(lapsed), the last one \(locale.last)"
  }

  private func print(_ signOffs: SignOffs, _ merge: SignOffs.Merge, lapsed: [String: Int]?) throws {
    let locales = signOffs.locales
    let counts = locales.map { locale in
      JSONValue.members([
        "locale": locale.locale, "texts": locale.count, "lapsed": lapsed?[locale.locale], "last": locale.last,
      ])
    }
    let added: JSONValue = ["added": merge.added, "renewed": merge.renewed, "known": merge.known]
    let json: JSONValue = [
      "reviewed": signOffs.count, "lapsed": lapsed?.values.reduce(0, +), "locales": counts, "imported": added,
      "file": exchange.export,
    ]
    try output.print(
      json,
      lines: {
        locales.map { Self.line(of: $0, lapsed: lapsed?[$0.locale]) } + (locales.isEmpty ? ["no text is reviewed"] : [])
      })
    guard !output.json else { return }
    if !exchange.imported.isEmpty {
      output.note("imported: \(merge.added) new, \(merge.renewed) renewed, \(merge.known) already known")
    }
    if let export = exchange.export { output.note("wrote \(export): \(Counted.text(signOffs.count, "text"))") }
  }
}

/// Files by which a team exchanges what each of its machines keeps.
struct ExchangeOptions: ParsableArguments {
  @Option("file", "Add what this file has (repeatable).", name: .customLong("import"), completion: .file())
  var imported: [String] = []
  @Option("file", "Write all of it to this file, for others.", completion: .file()) var export: String?

  func refuseOverwriting() throws { if let export { try EditedSheet.refuseOverwriting(export) } }

  /// Reads all files before one is added, so that nothing is added if one of them has an error.
  func read<Value>(_ body: (String) throws -> Value) throws -> [Value] {
    try imported.map { path in
      try PlainFile.read(
        path, most: SignOffFile.mostBytes,
        orThrow: Failure.usage(.sharedMissing, "\(path): there is no such file.", hint: "Check the path."), body)
    }
  }
}
