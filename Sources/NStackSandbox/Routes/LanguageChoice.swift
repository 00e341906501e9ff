import Basics

/// Chooses the language that a client means.
enum LanguageChoice {
  /// The language of a locale in any usual spelling, such as `en-GB`, `en_GB` or `en-gb`; nil if there is none.
  static func language(
    _ locale: String, of languages: [SandboxDatabase.Language]
  ) -> SandboxDatabase.Language? {
    let name = LocaleName.normalized(locale)
    return languages.first { $0.locale == locale } ?? languages.first { LocaleName.normalized($0.locale) == name }
  }

  /// The language that a request prefers by its `Accept-Language`; the default language if none fits.
  static func bestFit(
    _ acceptLanguage: String?, of languages: [SandboxDatabase.Language]
  ) -> SandboxDatabase.Language? {
    let best = LanguagePriorityList(acceptLanguage: acceptLanguage ?? "").bestFit(among: languages.map(\.locale))
    return best.map { languages[$0] } ?? languages.first(where: \.isDefault) ?? languages.first
  }
}
