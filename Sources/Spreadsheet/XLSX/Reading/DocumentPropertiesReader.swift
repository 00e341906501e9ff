/// Reads the core and the custom properties of a package (ECMA-376 Part 2, 8.3; Part 1, 22.3).
final class DocumentPropertiesReader: XMLElementReader {
  private static let longest = 1 << 20
  private static let most = 10_000

  private var properties = DocumentProperties()
  private var name: String?
  /// The text of a property, collected up to a size that no typed text reaches.
  private var value: [UInt8]?

  static func properties(
    _ relationships: Relationships, in parts: PackageParts
  ) throws(SpreadsheetError) -> DocumentProperties {
    let reader = DocumentPropertiesReader()
    for kind in ["core-properties", "custom-properties"] {
      guard let relationship = relationships.first(kind), !relationship.isExternal,
        let name = PartTarget.partName(relationship.target, from: relationships.source)
      else { continue }
      _ = try parts.read(name, with: reader)
    }
    return reader.properties
  }

  func start(_ element: XMLElement, _ attributes: XMLAttributes) {
    value = nil
    if element.depth == 2 {
      name = element.is("property", in: .customProperties) ? attributes.text("name") : nil
      if name == nil { value = [] }
    } else if element.depth == 3, name != nil {
      value = []
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(SpreadsheetError) {
    value?.append(contentsOf: bytes)
    if value?.count ?? 0 > Self.longest {
      throw SpreadsheetError(.limitProperty, "a document property is longer than \(Self.longest) bytes.")
    }
  }

  func end(_ element: XMLElement) throws(SpreadsheetError) {
    guard let text = value.map({ String(decoding: $0, as: UTF8.self) }) else { return }
    value = nil
    if let name {
      if properties.custom.count == Self.most {
        throw SpreadsheetError(.limitProperty, "there are more than \(Self.most) document properties.")
      }
      properties.custom.append((name, text))
    }
    if element.is("title", in: .dublinCore) { properties.title = text }
    if element.is("subject", in: .dublinCore) { properties.subject = text }
    if element.is("creator", in: .dublinCore) { properties.creator = text }
    if element.is("description", in: .dublinCore) { properties.description = text }
    if element.is("modified", in: .dublinCoreTerms) { properties.modified = text }
  }
}
