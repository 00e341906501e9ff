/// What a translator should know about a text besides its value.
public struct TextContext: Hashable, Sendable {
  /// What the text is for.
  public var description: String
  /// Where a picture of it is.
  public var screenshot: String
  /// The most characters that it may have; nil where there is no limit.
  public var maximumLength: Int?

  /// Makes a context; what is left out is not known.
  public init(description: String = "", screenshot: String = "", maximumLength: Int? = nil) {
    self.description = description
    self.screenshot = screenshot
    self.maximumLength = maximumLength
  }
}
