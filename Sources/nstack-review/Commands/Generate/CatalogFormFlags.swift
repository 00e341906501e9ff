import AppCatalogs
import ArgumentParser
import Basics

/// The flags about the names and texts of a catalogue, for writing and for comparing.
struct CatalogFormFlags: ParsableArguments {
  @Option(name: .long, help: "What is between section and key in a name (not for Android and ARB).")
  var separator = "."
  @Option(
    name: .long,
    help: ArgumentHelp("Name a locale otherwise in the catalogue: da-DK=da (repeatable).", valueName: "locale=name"))
  var localeName: [String] = []
  @Flag(name: .long, help: "Leave %d, {name} and {{name}} as they are in NStack.")
  var keepPlaceholders = false
  @Flag(name: .long, help: "Leave keys such as files.one, and ICU messages, as texts of their own.")
  var noPlurals = false
  @Flag(name: .long, help: "Quote apostrophes and braces in ARB (use-escaping: true in l10n.yaml).")
  var useEscaping = false

  func validate() throws {
    if separator.isEmpty { throw ValidationError("--separator is empty; it takes what is between section and key.") }
    for pair in localeName where Self.parts(of: pair) == nil {
      throw ValidationError("--locale-name \(pair) is not of the form LOCALE=NAME, as in da-DK=da.")
    }
  }

  /// The options for a catalogue.
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

  /// The names of the flags that were given.
  var given: [String] {
    (separator == "." ? [] : ["--separator"]) + (localeName.isEmpty ? [] : ["--locale-name"])
      + (keepPlaceholders ? ["--keep-placeholders"] : []) + (noPlurals ? ["--no-plurals"] : [])
      + (useEscaping ? ["--use-escaping"] : [])
  }

  private static func parts(of pair: String) -> (locale: String, name: String)? {
    let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
    // A name becomes part of a path.
    guard parts.count == 2, !parts[0].isEmpty, CatalogPath.isLocale(String(parts[1])) else { return nil }
    return (String(parts[0]), String(parts[1]))
  }
}
