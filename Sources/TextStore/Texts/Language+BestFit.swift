import Basics
public import NStackAPI

extension Language {
  /// The language that best fits an `Accept-Language`, by the lookup of RFC 4647 with the header's weights. If none fits,
  /// the default language; nil without languages.
  ///
  /// A language of the same script in another region fits too, first one that the header also names: `zh-TW` fits
  /// `zh-Hant`, and not `zh-Hans`. A language with the weight zero is chosen only as the default language.
  ///
  /// - Parameter languages: The languages, such as those of `NStackClient.languages()`, which an app can read before any
  ///   text.
  public static func bestFit(acceptLanguage: String, among languages: [Language]) -> Language? {
    LanguagePriorityList(acceptLanguage: acceptLanguage).bestFit(among: languages.map(\.locale))
      .map { languages[$0] } ?? languages.first(where: \.isDefault) ?? languages.first
  }
}
