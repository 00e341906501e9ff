/// What a document says about itself: the core properties that programs show, and custom ones of its own.
public struct DocumentProperties: Sendable {
  /// The title; nil where the document has none.
  public var title: String?
  /// The subject; nil where the document has none.
  public var subject: String?
  /// Who or what made the document; nil where it does not say.
  public var creator: String?
  /// A description, `Comments` in Excel; nil where the document has none.
  public var description: String?
  /// Custom properties that hold a text, in the document's order.
  public var custom: [(name: String, value: String)]

  /// Makes properties; what is left out is missing from the document.
  public init(
    title: String? = nil, subject: String? = nil, creator: String? = nil, description: String? = nil,
    custom: [(name: String, value: String)] = []
  ) {
    self.title = title
    self.subject = subject
    self.creator = creator
    self.description = description
    self.custom = custom
  }

  /// The value of the first custom property of a name.
  public func customValue(named name: String) -> String? {
    custom.first { $0.name == name }?.value
  }
}
