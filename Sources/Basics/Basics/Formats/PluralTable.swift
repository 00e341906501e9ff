import CEmbedded

package enum PluralTable {
  /// The rules of all languages; the text says its version, and how it is written.
  package static let text = EmbeddedFiles(nstack_plural_rules_files()).text("plural_rules.txt")
}
