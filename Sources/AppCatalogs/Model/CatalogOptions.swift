import Basics

/// How a catalogue is written.
package struct CatalogOptions: Sendable {
  /// What is between section and key in a name, for the formats whose names may have it.
  package var separator = "."
  /// The name of the file, without its extension; nil for the usual one of the format.
  package var table: String?
  /// Whether placeholders stay as they are in NStack, and are not written in the format's own way.
  package var keepsPlaceholders = false
  /// Whether i18next's names are `section.key` in one object, and not keys in an object for each section.
  package var isFlat = false
  /// Whether apostrophes and braces in ARB are quoted, as Flutter's `use-escaping: true` reads them.
  package var usesEscaping = false
  /// The locales that have another name in the catalogue than in NStack, by the form in which locales are compared.
  package var localeNames: [String: String] = [:]

  /// The default options.
  package init() {}

  /// The name of a locale in the catalogue.
  func name(ofLocale locale: String) -> String {
    localeNames[LocaleName.normalized(locale)] ?? locale
  }
}
