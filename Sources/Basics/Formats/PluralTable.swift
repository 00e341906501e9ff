package enum PluralTable {
  /// The rules of all languages; the text says its version, and how it is written.
  package static let text = String(decoding: PackageResources.plural_rules_txt, as: UTF8.self)
}
