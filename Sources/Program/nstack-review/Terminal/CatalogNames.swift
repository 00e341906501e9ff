import NStackAPI
import ReviewJournal
import TranslationReview

/// The locales and sections of the last catalog that was read, kept for the completion of words.
enum CatalogNames {
  private static let mostSections = 2_000
  private static let mostBytes = 1 << 20

  private static var path: String? { EnvironmentVariables.cacheFolder.map { "\($0)/catalog-names" } }

  /// Keeps the names of a catalog if they changed. Without them, only completion suffers.
  static func keep(_ catalog: Catalog) {
    var seen: Set<String> = []
    var sections: [String] = []
    for key in catalog.keys where sections.count < mostSections && seen.insert(key.section).inserted {
      sections.append(key.section)
    }
    keep(locales: catalog.languages.map(\.locale), sections: sections)
  }

  static func keep(locales: [String], sections: [String]) {
    guard let path else { return }
    let lines = locales.map { "locale \($0)" } + sections.map { "section \($0)" }
    let text = lines.filter { !$0.utf8.contains(0x0A) }.joined(separator: "\n") + "\n"
    guard text.utf8.count <= mostBytes, (try? PlainFile.text(at: path, most: mostBytes)) != text else { return }
    try? PlainFile.write(text, to: path)
  }

  static var locales: [String] { names(of: "locale ") }
  static var sections: [String] { names(of: "section ") }

  private static func names(of kind: String) -> [String] {
    guard let path, let text = try? PlainFile.text(at: path, most: mostBytes) else { return [] }
    return text.split(separator: "\n").filter { $0.hasPrefix(kind) }.map { String($0.dropFirst(kind.count)) }
  }
}
