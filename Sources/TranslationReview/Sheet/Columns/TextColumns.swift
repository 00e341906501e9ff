import NStackAPI

/// The columns that name a text.
extension ColumnTraits {
  static let section = ColumnTraits(
    header: "Section", aliases: ["Namespace"], isRequired: true, isOfText: true, width: 18, look: .name,
    source: .section, text: { $0.text.section }, mayBeEscaped: true,
    read: { $1.text = TextIdentity(section: $0, key: $1.text.key, locale: $1.text.locale) })

  static let key = ColumnTraits(
    header: "Key", aliases: ["Text key", "String key", "Identifier"], isRequired: true, isOfText: true, width: 26,
    look: .name, source: .key, text: { $0.text.key }, mayBeEscaped: true,
    read: { $1.text = TextIdentity(section: $1.text.section, key: $0, locale: $1.text.locale) })

  static let locale = ColumnTraits(
    header: "Locale", aliases: ["Language", "Language code", "Locale code"], isRequired: true, width: 9, look: .name,
    source: .locale, text: { $0.text.locale },
    read: { $1.text = TextIdentity(section: $1.text.section, key: $1.text.key, locale: $0) })
}
