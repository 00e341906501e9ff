/// Reads the core and the custom properties of a package (ECMA-376 Part 2, 8.3; Part 1, 22.3).
enum DocumentPropertiesReader {
  /// Reads the properties; those of a missing part are left out.
  ///
  /// - Throws: The codes of ``PackageParts``.
  static func properties(
    _ relationships: Relationships, in parts: PackageParts
  ) throws(SpreadsheetError) -> DocumentProperties {
    let core = CorePropertiesReader()
    let custom = CustomPropertiesReader()
    for (kind, reader) in [("core-properties", core as any XMLElementReader), ("custom-properties", custom)] {
      guard let relationship = relationships.first(kind), !relationship.isExternal,
        let name = PartTarget.partName(relationship.target, from: relationships.source)
      else { continue }
      _ = try parts.read(name, with: reader)
    }
    var properties = core.properties
    properties.custom = custom.properties
    return properties
  }
}

/// The text of a property, collected up to a size that no typed text reaches.
private struct PropertyText {
  private static let limit = 1 << 20

  private(set) var bytes: [UInt8] = []

  mutating func append(_ more: UnsafeBufferPointer<UInt8>) throws(SpreadsheetError) {
    bytes.append(contentsOf: more)
    if bytes.count > Self.limit {
      throw SpreadsheetError(
        .limitProperty, "a document property is longer than \(Self.limit) bytes.")
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

private final class CorePropertiesReader: XMLElementReader {
  private(set) var properties = DocumentProperties()
  private var value: PropertyText?

  func start(_ element: XMLElement, _ attributes: XMLAttributes) {
    value = element.depth == 2 ? PropertyText() : nil
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(SpreadsheetError) {
    try value?.append(bytes)
  }

  func end(_ element: XMLElement) {
    guard let text = value?.text else { return }
    value = nil
    if element.is("title", in: .dublinCore) { properties.title = text }
    if element.is("subject", in: .dublinCore) { properties.subject = text }
    if element.is("creator", in: .dublinCore) { properties.creator = text }
    if element.is("description", in: .dublinCore) { properties.description = text }
  }
}

private final class CustomPropertiesReader: XMLElementReader {
  private static let limit = 10_000

  private(set) var properties: [(name: String, value: String)] = []
  private var name: String?
  private var value: PropertyText?

  func start(_ element: XMLElement, _ attributes: XMLAttributes) {
    switch element.depth {
    case 2: name = element.is("property", in: .customProperties) ? attributes.text("name") : nil
    case 3 where name != nil: value = PropertyText()
    default: value = nil
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(SpreadsheetError) {
    try value?.append(bytes)
  }

  func end(_ element: XMLElement) throws(SpreadsheetError) {
    guard element.depth == 3, let name, let text = value?.text else { return }
    value = nil
    if properties.count == Self.limit {
      throw SpreadsheetError(
        .limitProperty, "there are more than \(Self.limit) document properties.")
    }
    properties.append((name, text))
  }
}
