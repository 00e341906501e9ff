import AppCatalogs
import Basics

enum CatalogDiff {
  /// The most differences of one kind that are shown without `--verbose`.
  private static let most = 50

  static func run(
    against path: String, _ source: TextInputOptions, _ locales: LocaleOptions, _ form: CatalogFormFlags,
    _ connection: ConnectionOptions, _ output: OutputOptions
  ) async throws {
    // A file that cannot be read is refused before a server is called.
    let files = try BundledTexts.read(path)
    let texts = try await source.texts(locales, connection, output)
    let catalog = AppCatalog(texts, groupsPlurals: !form.noPlurals)
    let comparison = CatalogComparison(files, with: catalog, form.options, isWhole: BundledTexts.isFolder(path))
    try CatalogFindingLines.warn(of: comparison.findings, output)
    try output.print(json(path, comparison), lines: { lines(path, comparison, output) })
    if !comparison.isEmpty { throw ExitStatus.findings.error }
  }

  private static func lines(_ path: String, _ comparison: CatalogComparison, _ output: OutputOptions) -> [String] {
    var lines = comparison.locales.map { difference in
      let texts = Counted.text(difference.texts, "text")
      return difference.isMissing
        ? "missing \(difference.locale): the catalogue lacks the locale, with \(texts)"
        : "extra \(difference.locale): the server lacks the locale, with \(texts)"
    }
    for kind in CatalogComparison.Difference.Kind.allCases {
      let alike = comparison.differences.filter { $0.kind == kind }
      lines += alike.prefix(output.verbose ? .max : most).map(line)
      if !output.verbose, alike.count > most {
        lines.append("… and \(alike.count - most) more \(kind.rawValue); --verbose shows them all")
      }
    }
    let counts = CatalogComparison.Difference.Kind.allCases.map { kind in
      "\(comparison.differences.count { $0.kind == kind }) \(kind.rawValue)"
    }
    lines.append(
      "\(Visible.path(path)): \(Counted.text(comparison.equal, "text")) equal, \(counts.joined(separator: ", "))"
        + (comparison.locales.isEmpty ? "" : ", \(Counted.text(comparison.locales.count, "locale")) on one side only"))
    return lines
  }

  private static func line(_ difference: CatalogComparison.Difference) -> String {
    func shown(_ text: String?) -> String { "\"\(Visible.text(text ?? "", limit: 80))\"" }
    let what = "\(difference.kind.rawValue) \(Visible.text(difference.name)) (\(difference.locale)): "
    return switch difference.kind {
    case .missing: what + "the server has \(shown(difference.served))"
    case .stale: what + "the catalogue has \(shown(difference.bundled)), the server \(shown(difference.served))"
    case .extra: what + "only the catalogue has \(shown(difference.bundled))"
    }
  }

  private static func json(_ path: String, _ comparison: CatalogComparison) -> JSONValue {
    let locales = comparison.locales.map { difference in
      JSONValue.members([
        "locale": difference.locale, "kind": difference.isMissing ? "missing" : "extra", "texts": difference.texts,
      ])
    }
    let differences = comparison.differences.map { difference in
      JSONValue.members([
        "kind": difference.kind.rawValue, "name": difference.name, "text": difference.source,
        "locale": difference.locale, "file": difference.file, "served": difference.served,
        "bundled": difference.bundled,
      ])
    }
    return .members([
      "against": path, "equal": comparison.equal, "locales": locales, "differences": differences,
      "findings": CatalogFindingLines.json(comparison.findings),
    ])
  }
}
