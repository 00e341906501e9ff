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

  /// The language that a request prefers: that of the heaviest range of `Accept-Language` with a match, as a whole or in its
  /// first part; without a match, the default language.
  static func bestFit(
    _ acceptLanguage: String?, of languages: [SandboxDatabase.Language]
  ) -> SandboxDatabase.Language? {
    for range in ranges(acceptLanguage ?? "") {
      let first = range.prefix { $0 != "-" }
      let found =
        languages.first { LocaleName.normalized($0.locale) == range }
        ?? languages.first { LocaleName.normalized($0.locale).prefix { $0 != "-" } == first }
      if let found { return found }
    }
    return languages.first(where: \.isDefault) ?? languages.first
  }

  /// The ranges by weight, the heaviest first. Ranges of the same weight stay in their order.
  private static func ranges(_ header: String) -> [String] {
    let weighted = header.split(separator: ",").compactMap { part -> (range: String, weight: Double)? in
      let fields = part.split(separator: ";").map { $0.filter { $0 != " " } }
      guard let range = fields.first, range != "*" else { return nil }
      let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return weight > 0 ? (LocaleName.normalized(range), weight) : nil
    }
    return weighted.enumerated()
      .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
      .map(\.element.range)
  }
}
