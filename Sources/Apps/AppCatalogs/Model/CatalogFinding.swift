/// Something about a text that a catalogue cannot hold as it is, reported to whoever generates it.
package struct CatalogFinding: Hashable, Sendable {
  /// The kind of finding. The article *Catalogues* says what to do about each.
  package enum Code: String, CaseIterable, Sendable {
    /// Two texts have the same name in the catalogue.
    case collision = "catalog.collision"
    /// The forms of a plural cannot be one text.
    case plural = "catalog.plural"
    /// The format has no way to write the message.
    case message = "catalog.message"
    /// The format has no way to write an argument, or it has another name there.
    case argument = "catalog.argument"
    /// The format has no way to write a character.
    case character = "catalog.character"
    /// The default language lacks the text.
    case lacking = "catalog.default"
    /// The format gives part of the name or text a special meaning.
    case name = "catalog.name"
  }

  package let code: Code
  /// The section and key, as `section.key`.
  package let text: String
  package let locale: String?
  package let message: String

  package var line: String { locale.map { "\(text) (\($0)): \(message)" } ?? "\(text): \(message)" }
}
