/// A language in which an application's texts are served.
public struct Language: Hashable, Sendable {
  /// The direction in which a language is written.
  public enum Direction: String, Hashable, Sendable {
    /// `LRM` on the wire.
    case leftToRight
    /// `RML` on the wire.
    case rightToLeft
  }

  /// NStack's number of the language.
  public let id: Int
  /// The name in English, such as `English (UK)`.
  public let name: String
  /// The locale as NStack spells it: usually BCP 47 (`da-DK`), but `en_EN` has been seen. Sent as it is.
  public let locale: String
  /// The direction of writing.
  public let direction: Direction
  /// Whether this is the application's default language.
  public let isDefault: Bool
  /// Whether NStack finds that this language fits the request's `Accept-Language` best.
  public let isBestFit: Bool

  /// Creates a language from its parts.
  public init(id: Int, name: String, locale: String, direction: Direction, isDefault: Bool, isBestFit: Bool) {
    self.id = id
    self.name = name
    self.locale = locale
    self.direction = direction
    self.isDefault = isDefault
    self.isBestFit = isBestFit
  }
}
