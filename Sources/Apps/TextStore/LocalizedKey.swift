public import NStackAPI

/// The keys of one section as the cases of an enum, written by hand:
///
/// ```swift
/// enum Checkout: String, LocalizedKey, CaseIterable {
///   case title
///   case payNow = "pay_now"
/// }
///
/// session.texts.value(of: Checkout.payNow, locale: "da-DK")
/// ```
///
/// A raw value is the key as NStack spells it. `TextCoverage` finds the keys without a text.
public protocol LocalizedKey: RawRepresentable, Sendable where RawValue == String {
  /// The section. By default it is the name of the type with its first letters in lower case: `checkout` for `Checkout`,
  /// `urlSettings` for `URLSettings`. Declare it in the type if look-ups must be as fast as possible.
  static var section: String { get }
}

extension LocalizedKey {
  /// The name of the type with its first letters in lower case.
  public static var section: String {
    let name = String(describing: Self.self)
    let capitals = name.prefix(while: \.isUppercase).count
    let isNextSmall = name.dropFirst(capitals).first?.isLowercase ?? false
    let count = capitals > 1 && isNextSmall ? capitals - 1 : capitals
    return name.prefix(count).lowercased() + name.dropFirst(count)
  }

  /// The text of the key in a locale.
  public func text(in locale: String) -> TextIdentity {
    TextIdentity(section: Self.section, key: rawValue, locale: locale)
  }
}

extension LocalizedTexts {
  /// The value to show for a key: the proposed one if there is one, otherwise the published one; nil if there is neither.
  public func value(of key: some LocalizedKey, locale: String) -> String? { value(of: key.text(in: locale)) }

  /// The value to show for a key, or, if it is not translated, its value in another language.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - locale: The locale.
  ///   - language: The other language, such as ``defaultLanguage``; nil for none.
  public func value(of key: some LocalizedKey, locale: String, orIn language: Language?) -> String? {
    value(of: key.text(in: locale), orIn: language)
  }
}

extension TextSession {
  /// Makes a component show a key's text in ``locale``, in place of what it showed before. A text that is not translated is
  /// shown in the default language.
  ///
  /// - Returns: The value to show now. The component is told of later values.
  @discardableResult public func show(_ key: some LocalizedKey, in component: any TextComponent) -> String? {
    show(TextKey(section: type(of: key).section, key: key.rawValue), in: component)
  }
}
