/// The properties of a document: the core properties that programs show, and custom ones.
public struct DocumentProperties: Sendable {
  /// The title; nil if the document has none.
  public var title: String?
  /// The subject; nil if the document has none.
  public var subject: String?
  /// The person or program that created the document; nil if the document has none.
  public var creator: String?
  /// A description, `Comments` in Excel; nil if the document has none.
  public var description: String?
  /// Custom properties whose values are texts, in the document's order.
  public var custom: [(name: String, value: String)]

  /// Creates properties; those left nil are missing from the document.
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

  /// The value of the first custom property with a name.
  public func customValue(named name: String) -> String? {
    custom.first { $0.name == name }?.value
  }
}
