/// The spelling of locales. NStack's `en_EN` and `da-DK` are sent unchanged, and compared in one form.
package enum LocaleName {
  /// The form in which locales are compared: lower case, with `-` between the parts.
  package static func normalized(_ locale: String) -> String {
    mapped(locale, lowercasing: true) ?? hyphenated(locale.lowercased())
  }

  /// The locale with `-` between its parts: `da-DK` for `da_DK`.
  package static func hyphenated(_ locale: String) -> String {
    mapped(locale, lowercasing: false) ?? withPlainHyphens(locale).replacing("_", with: "-")
  }

  /// The locale with a plain `-` in place of the other hyphens and dashes that programs write.
  package static func withPlainHyphens(_ locale: String) -> String {
    String(String.UnicodeScalarView(locale.unicodeScalars.map { dashes.contains($0) ? "-" : $0 }))
  }

  private static let dashes = Set("\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}".unicodeScalars)

  /// The language part in lower case: `pt` from `pt-BR`.
  package static func language(of locale: String) -> String {
    let name = normalized(locale)
    return String(name.prefix { $0 != "-" })
  }

  /// A locale with `-` for each `_`; nil if it is not ASCII. Every look-up of a text by its locale needs this, and `replacing`
  /// takes a hundred times as long.
  private static func mapped(_ locale: String, lowercasing: Bool) -> String? {
    var locale = locale
    return locale.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return String(unsafeUninitializedCapacity: bytes.count) { result in
        for (index, byte) in bytes.enumerated() {
          let isCapital = lowercasing && byte &- UInt8(ascii: "A") <= 25
          result[index] = byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : isCapital ? byte | 0x20 : byte
        }
        return bytes.count
      }
    }
  }
}

/// What BCP 47 codes leave implicit: old codes of a language, and the script that a region implies.
package enum LanguageCodes {
  /// The current code of a language: `he` for `iw`. Plain Norwegian is Bokmål, and Tagalog is Filipino, as in most apps and
  /// Google Translate.
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

  /// The script in which a language is written in a region, such as `Hant`; nil if it is the usual one, or unknown.
  package static func script(of language: String, in region: String?) -> String? {
    switch (language, region) {
    case ("zh", "CN"), ("zh", "SG"), ("zh", "MY"): "Hans"
    case ("zh", "TW"), ("zh", "HK"), ("zh", "MO"): "Hant"
    default: nil
    }
  }
}
