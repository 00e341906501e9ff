/// A language as a file names it: `pt`, `pt-BR`, `zh_Hans_CN`.
///
/// The parts are those of BCP 47. Case and the separator between the parts do not matter. Parts after the region, such as
/// variants and extensions, are kept for comparison only.
package struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
  package let language: String
  /// The script with an upper-case first letter: `Hans`. Nil if the tag has none.
  package let script: String?
  /// The region in upper case: `BR`, `419`. Nil if the tag has none.
  package let region: String?
  /// The other parts in lower case, joined by `-`; empty if there are none.
  package let rest: String

  /// Reads a tag; nil if the text does not have the form of one.
  package init?(_ text: String) {
    let parts = LocaleName.normalized(text).split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count), first.utf8.allSatisfy(\.isASCIILetter),
      parts.dropFirst().allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(Self.isLetterOrDigit) })
    else { return nil }
    var others = parts.dropFirst()
    language = String(first)
    if let part = others.first, part.utf8.count == 4, part.utf8.allSatisfy(\.isASCIILetter) {
      script = part.prefix(1).uppercased() + part.dropFirst()
      others = others.dropFirst()
    } else {
      script = nil
    }
    if let part = others.first, Self.isRegion(part) {
      region = part.uppercased()
      others = others.dropFirst()
    } else {
      region = nil
    }
    rest = others.joined(separator: "-")
  }

  package init(language: String) {
    self.language = language
    (script, region, rest) = (nil, nil, "")
  }

  /// The tag in the form of BCP 47: `zh-Hans-CN`.
  package var description: String {
    [language, script, region, rest.isEmpty ? nil : rest].compactMap(\.self).joined(separator: "-")
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit }

  private static func isRegion(_ part: Substring) -> Bool {
    part.utf8.count == 2 && part.utf8.allSatisfy(\.isASCIILetter)
      || part.utf8.count == 3 && part.utf8.allSatisfy(\.isASCIIDigit)
  }
}

extension LanguageTag {
  package enum Fit: Int, Comparable, Sendable {
    /// The same language and script, but another region, or none: `pt` for `pt-BR`.
    case language
    case locale

    package static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// How well a text in this language serves `other`; nil if it does not, such as `zh-Hant` for `zh-CN`.
  package func fit(for other: LanguageTag) -> Fit? {
    if self == other { return .locale }
    guard canonicalLanguage == other.canonicalLanguage else { return nil }
    if let script = writtenScript ?? usualScript, let otherScript = other.writtenScript ?? other.usualScript,
      script != otherScript
    {
      return nil
    }
    return .language
  }

  package var canonicalLanguage: String { LanguageCodes.canonical(language) }

  /// The script in which a language is written unless a script is named, for languages that are written in several; nil
  /// for any other language.
  private var usualScript: String? {
    switch canonicalLanguage {
    case "sr", "kk", "mn", "tg", "ky": "Cyrl"
    case "az", "bs", "ms", "uz", "tk", "ku": "Latn"
    case "zh": "Hans"
    case "yue": "Hant"
    case "pa": "Guru"
    case "ks", "sd", "ug": "Arab"
    default: nil
    }
  }

  /// The script, if the tag names it or its region implies it; nil if neither does.
  private var writtenScript: String? { script ?? LanguageCodes.script(of: language, in: region) }
}
