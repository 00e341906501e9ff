/// What the codes of BCP 47 leave unsaid: old codes of a language, and the script that a region implies.
package enum LanguageCodes {
  /// The code of today for a language: `he` for `iw`. Norwegian without more is Bokmål, and Tagalog is Filipino, as most
  /// apps and Google Translate have it.
  ///
  /// - Parameter language: A code in lower case.
  package static func canonical(_ language: String) -> String {
    switch language {
    case "iw": "he"
    case "jw": "jv"
    case "in": "id"
    case "ji": "yi"
    case "no": "nb"
    case "tl": "fil"
    default: language
    }
  }

  /// The script in which a language is written in a region, as `Hant`; nil if it is the usual one, or unknown.
  ///
  /// - Parameters:
  ///   - language: A code in lower case.
  ///   - region: A code in upper case; nil for none.
  package static func script(of language: String, in region: String?) -> String? {
    switch (language, region) {
    case ("zh", "CN"), ("zh", "SG"), ("zh", "MY"): "Hans"
    case ("zh", "TW"), ("zh", "HK"), ("zh", "MO"): "Hant"
    default: nil
    }
  }
}
