import NStackAPI

/// A text by its section and key, without a locale, and with the values that it takes: what generated code has for each key
/// with `--style enum-keys` or `class-keys`.
///
/// ```swift
/// session.show(L10n.Basket.title, in: label)
/// ```
public struct TextKey: Sendable, CustomStringConvertible {
  /// Looks a text up by its section and key, and says the language that it is in; nil if it has none.
  public typealias LookUp = @Sendable (_ section: String, _ key: String) -> (value: String, locale: String)?

  /// The section as NStack spells it.
  public let section: String
  /// The key as NStack spells it; of a plural, those of its forms.
  public let keys: [String]
  private let lookUp: LookUp
  private let fill: @Sendable (@escaping LookUp) -> String?

  /// Creates a key. Generated code calls it.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - keys: The keys that `fill` looks up.
  ///   - lookUp: Where ``text`` looks the text up.
  ///   - fill: Looks the text up and fills its values in.
  public init(
    section: String, keys: [String], lookUp: @escaping LookUp, fill: @escaping @Sendable (@escaping LookUp) -> String?
  ) { (self.section, self.keys, self.lookUp, self.fill) = (section, keys, lookUp, fill) }

  /// Creates the key of a text that takes no values, for an app without generated code.
  public init(section: String, key: String) {
    self.init(section: section, keys: [key], lookUp: { _, _ in nil }) { $0(section, key)?.value }
  }

  /// The text where a string is wanted: as the generated code's source has it, else the value in that code.
  public var text: String { fill(lookUp) ?? "\(section).\(keys.first ?? "")" }

  /// The text, so that a key can be part of a string.
  public var description: String { text }

  func value(_ lookUp: @escaping LookUp) -> String? { fill(lookUp) }

  func texts(in locale: String) -> [TextIdentity] {
    keys.map { TextIdentity(section: section, key: $0, locale: locale) }
  }
}

extension TextSession {
  /// Makes a component show a key's text in ``locale``, in place of what it showed before. A text that is not translated is
  /// shown in the default language.
  ///
  /// - Returns: The value to show now. The component is told of later values, with the key's values filled in.
  @discardableResult public func show(_ key: TextKey, in component: any TextComponent) -> String? {
    components.show(key, locale: nil, fallsBack: true, in: component, isAdded: false)
  }

  /// The value that a component would show for a key now.
  package func value(of key: TextKey) -> String? { key.value(lookUp().localizedValue) }

  /// Makes a component show a key's text beside what it shows already.
  ///
  /// - Returns: The value to show now. The component is told of later values, with the key's values filled in.
  @discardableResult public func add(_ key: TextKey, in component: any TextComponent) -> String? {
    components.show(key, locale: nil, fallsBack: true, in: component, isAdded: true)
  }
}
