import NStackAPI
import Synchronization

/// Looks up a session's texts in one language, from any thread. Generated keys call it.
///
/// ```swift
/// L10n.textSource.use(localized: session.lookUp().localizedValue)
/// ```
///
/// It returns what the session shows at the moment of the call, so a proposal takes effect at once.
public struct TextLookUp: Sendable {
  let shared: SharedTexts
  /// The locale; nil for that of the session at any time.
  let locale: String?
  let fallsBack: Bool

  /// The value to show for a text; nil if the text is unknown or not translated.
  public func value(section: String, key: String) -> String? { localizedValue(section: section, key: key)?.value }

  /// The value to show for a text, and the locale that it is in: that of the look-up, or of the default language. That
  /// language's rules choose the form of a plural.
  public func localizedValue(section: String, key: String) -> (value: String, locale: String)? {
    // The lock is held while the reference is copied, not during the look-up.
    let (texts, current) = shared.now
    return texts.value(section: section, key: key, locale: locale ?? current, fallsBack: fallsBack)
  }
}

extension LocalizedTexts {
  /// The value to show for a text, in a locale or else in the default language, with the locale that it is in.
  func value(section: String, key: String, locale: String, fallsBack: Bool) -> (value: String, locale: String)? {
    if let value = value(section: section, key: key, locale: locale) { return (value, locale) }
    guard fallsBack, let language = defaultLanguage else { return nil }
    return value(section: section, key: key, locale: language.locale).map { ($0, language.locale) }
  }
}

/// The texts of a session, for other threads than its own.
final class SharedTexts: Sendable {
  private let state: Mutex<(texts: LocalizedTexts, locale: String)>

  init(_ texts: LocalizedTexts, _ locale: String) { state = Mutex((texts, locale)) }

  /// The texts, and the session's locale.
  var now: (texts: LocalizedTexts, locale: String) {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

extension TextSession {
  /// A look-up of this session's texts in a language, for any thread.
  ///
  /// - Parameters:
  ///   - locale: The locale, in any spelling; nil for ``locale`` at any time.
  ///   - fallsBack: Whether a text that is not translated is looked up in the default language too.
  public func lookUp(locale: String? = nil, fallsBack: Bool = true) -> TextLookUp {
    TextLookUp(shared: sharing(), locale: locale, fallsBack: fallsBack)
  }
}
