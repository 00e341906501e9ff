/// The spelling of locales. NStack's `en_EN` and `da-DK` are sent unchanged, and compared in one form.
package enum LocaleName {
  /// The form in which locales are compared: lower case, with `-` between the parts.
  package static func normalized(_ locale: String) -> String {
    hyphenated(locale.lowercased())
  }

  /// The locale with `-` between its parts: `da-DK` for `da_DK`.
  package static func hyphenated(_ locale: String) -> String {
    locale.replacing("_", with: "-")
  }

  /// The language part in lower case: `pt` from `pt-BR`.
  package static func language(of locale: String) -> String {
    let name = normalized(locale)
    return String(name.prefix { $0 != "-" })
  }
}
