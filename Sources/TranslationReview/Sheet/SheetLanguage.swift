import Basics

/// The language in which a sheet speaks to its reviewers.
enum SheetLanguage {
  /// The regions and the script in which Chinese is written with traditional characters.
  private static let traditional: Set<String> = ["hant", "tw", "hk", "mo"]

  /// The one language of all locales, as the tables of words name it; nil for several, or for traditional Chinese, whose
  /// readers are better served in English than with simplified characters.
  static func only(of locales: [String]) -> String? {
    let languages = Set(locales.map(LocaleName.language(of:)))
    guard languages.count == 1, let language = languages.first else { return nil }
    let isTraditional =
      language == "zh"
      && locales.contains { locale in
        !traditional.isDisjoint(with: LocaleName.normalized(locale).split(separator: "-").map(String.init))
      }
    return isTraditional ? nil : language
  }
}
