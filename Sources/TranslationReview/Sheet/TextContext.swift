/// Information for translators about a text, besides its value.
///
/// Journals of imports have its encoded form, so the names of its properties are part of their format.
public struct TextContext: Hashable, Codable, Sendable {
  /// The purpose of the text.
  public var description: String
  /// The address of a picture of the text.
  public var screenshot: String
  /// The most characters that the text may have; nil if there is no limit.
  public var maximumLength: Int?

  /// Creates a context; a missing value means that it is not known.
  public init(description: String = "", screenshot: String = "", maximumLength: Int? = nil) {
    self.description = description
    self.screenshot = screenshot
    self.maximumLength = maximumLength
  }
}
