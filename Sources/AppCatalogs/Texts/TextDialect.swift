import Basics
import KeyGenerator

/// Turns the texts of an entry into those of a format.
protocol TextDialect {
  /// The name of an entry in the catalogue, before collisions are resolved.
  func name(of entry: TextName) -> String
  /// The texts of an entry.
  ///
  /// - Returns: Nil if its forms must be texts of their own.
  func texts(of entry: AppCatalog.Entry, _ context: inout DialectContext) -> DialectTexts?
}

/// The texts of an entry in a format.
struct DialectTexts {
  var texts: [CatalogContents.Text?]
  var arguments: [CatalogArgument] = []
}

/// What a dialect knows of the catalogue, and its findings.
struct DialectContext {
  let locales: [String]
  let defaultIndex: Int
  var findings: [CatalogFinding] = []
  var entry = ""

  /// Adds a finding about the entry at hand, in one language or in all.
  mutating func report(_ code: CatalogFinding.Code, _ message: String, index: Int? = nil) {
    findings.append(
      CatalogFinding(code: code, text: entry, locale: index.map { locales[$0] }, message: message))
  }
}
