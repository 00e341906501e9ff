/// The content type of each part (ECMA-376 Part 2, 7.2.3).
final class ContentTypes: XMLElementReader {
  private var overrides: [[UInt8]: String] = [:]
  private var defaults: [[UInt8]: String] = [:]

  init(in parts: PackageParts) throws(SpreadsheetError) {
    _ = try parts.read("[Content_Types].xml", with: self)
  }

  /// The content type of a part, in lower case; nil if none is declared.
  func type(of part: String) -> String? {
    let key = ZIPEntry.partKey(part.utf8)
    if let type = overrides[key] { return type }
    guard let dot = key.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return defaults[Array(key[(dot + 1)...])]
  }

  func start(_ element: XMLElement, _ attributes: XMLAttributes) {
    guard element.depth == 2, let type = attributes.text("ContentType")?.lowercased() else { return }
    if element.is("Override", in: .contentTypes), let part = attributes.text("PartName") {
      overrides[ZIPEntry.partKey(part.utf8)] = type
    } else if element.is("Default", in: .contentTypes), let suffix = attributes.text("Extension") {
      defaults[ZIPEntry.partKey(suffix.utf8)] = type
    }
  }
}
