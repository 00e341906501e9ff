import CEmbedded

package enum PluralTable {
  /// The rules of all languages. The text itself states its version and syntax.
  package static let text = EmbeddedFiles(nstack_plural_rules_files()).text("plural_rules.txt")
}
