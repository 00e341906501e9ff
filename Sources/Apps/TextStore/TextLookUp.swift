import NStackAPI
import Synchronization

/// Looks up a session's texts in one language, from any thread. Generated keys call it.
///
/// ```swift
/// L10n.textSource.use(localized: session.lookUp(locale: "da-DK").localizedValue)
/// ```
///
/// It returns what the session shows at the moment of the call, so a proposal takes effect at once.
public struct TextLookUp: Sendable {
  let shared: SharedTexts
  let locale: String
  let fallsBack: Bool

  /// The value to show for a text; nil if the text is unknown or not translated.
  public func value(section: String, key: String) -> String? { localizedValue(section: section, key: key)?.value }

  /// The value to show for a text, and the locale that it is in: that of the look-up, or of the default language. That
  /// language's rules choose the form of a plural.
  public func localizedValue(section: String, key: String) -> (value: String, locale: String)? {
    // The lock is held while the reference is copied, not during the look-up.
    let texts = shared.texts
    if let value = texts.value(section: section, key: key, locale: locale) { return (value, locale) }
    guard fallsBack, let language = texts.defaultLanguage else { return nil }
    return texts.value(section: section, key: key, locale: language.locale).map { ($0, language.locale) }
  }
}

/// The texts of a session, for other threads than its own.
final class SharedTexts: Sendable {
  private let state: Mutex<LocalizedTexts>

  init(_ texts: LocalizedTexts) { state = Mutex(texts) }

  var texts: LocalizedTexts {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

extension TextSession {
  /// A look-up of this session's texts in a language, for any thread.
  ///
  /// - Parameters:
  ///   - locale: The locale, in any spelling.
  ///   - fallsBack: Whether a text that is not translated is looked up in the default language too.
  public func lookUp(locale: String, fallsBack: Bool = true) -> TextLookUp {
    TextLookUp(shared: sharing(), locale: locale, fallsBack: fallsBack)
  }
}
