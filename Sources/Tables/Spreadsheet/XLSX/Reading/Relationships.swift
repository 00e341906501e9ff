import Basics

/// One relationship of a part (ECMA-376 Part 2, 6.5.3).
struct Relationship {
  let id: String
  /// The role of the target: the last word of the type, which is the same in the transitional and the strict form.
  let kind: String
  let target: String
  /// Whether the target is outside the package. Such a target is never followed.
  let isExternal: Bool
}

final class Relationships: XMLElementReader {
  private static let limit = 10_000

  /// The part that has the relationships; empty for the package.
  let source: String
  private var all: [Relationship] = []
  private var ids: Set<String> = []

  init(of source: String, in parts: PackageParts) throws(SpreadsheetError) {
    self.source = source
    _ = try parts.read(Self.relationshipsPart(of: source), with: self)
    ids = []
  }

  func start(_ element: XMLElement, _ attributes: XMLAttributes) throws(SpreadsheetError) {
    guard element.depth == 2, element.is("Relationship", in: .packageRelationships) else { return }
    guard let id = attributes.text("Id"), let type = attributes.text("Type"), let target = attributes.text("Target")
    else { throw .badRelationship("a relationship lacks its Id, Type or Target.") }
    if !ids.insert(id).inserted { throw .badRelationship("the relationship \"\(id)\" occurs twice.") }
    if all.count == Self.limit { throw .badRelationship("there are more than \(Self.limit) relationships.") }
    let kind = type.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(type[type.utf8.index(after: $0)...]) } ?? type
    all.append(
      Relationship(id: id, kind: kind, target: target, isExternal: attributes.text("TargetMode") == "External"))
  }

  func relationship(withID id: String) -> Relationship? { all.first { $0.id == id } }

  func all(_ kind: String) -> [Relationship] { all.filter { $0.kind == kind } }

  /// The relationship of a kind that a part may have only once. Throws `xlsx.two-parts` in a strict reading if several
  /// relationships lead to different parts.
  func only(_ kind: String, _ faults: XLSXFaults) throws(SpreadsheetError) -> Relationship? {
    let found = all(kind)
    func key(_ relationship: Relationship) -> [UInt8] {
      ZIPEntry.partKey((Self.partName(relationship.target, from: source) ?? relationship.target).utf8)
    }
    guard let first = found.first, let other = found.first(where: { key($0) != key(first) }) else { return found.first }
    let error = faults.report(.twoParts) {
      .hidden(
        .twoParts, "the file names two parts for the \(kind): \"\(first.target)\" and \"\(other.target)\".",
        place: .init(part: Self.relationshipsPart(of: source)))
    }
    if let error { throw error }
    return first
  }

  /// The name of the part that a relationship leads to. Throws `xlsx.bad-relationship` if it leads out of the package
  /// or to nothing.
  func partName(of relationship: Relationship, in parts: PackageParts) throws(SpreadsheetError) -> String {
    if !relationship.isExternal {
      for decodesPercent in [true, false] {
        if let name = Self.partName(relationship.target, from: source, decodesPercent: decodesPercent), name != source,
          parts.archive.entry(named: name) != nil
        {
          return name
        }
      }
    }
    let target = relationship.target
    let isInside = !relationship.isExternal && Self.partName(target, from: source) != nil
    throw .badRelationship(
      isInside
        ? "the part \"\(target)\" for the \(relationship.kind) is missing."
        : "the \(relationship.kind) is outside of the file, in \"\(target)\".", part: source)
  }

  // MARK: - Targets, inside the package only (ECMA-376 Part 2, 6.2 and 8.3)

  /// The name of the part that a relative or absolute target refers to, without a leading slash; backslashes are read
  /// as slashes. Nil if the target is a URL or a network path, leaves the package or names nothing.
  static func partName(_ target: String, from source: String, decodesPercent: Bool = true) -> String? {
    let slash = UInt8(ascii: "/")
    var path = target.utf8.prefix { $0 != UInt8(ascii: "#") }.map { $0 == UInt8(ascii: "\\") ? slash : $0 }
    if path.starts(with: "//".utf8) || hasScheme(path) { return nil }
    if decodesPercent {
      let separators = path.count { $0 == slash }
      path = PercentEncoding.decode(path, isForm: false)
      // A separator inside an escape cannot belong to a name.
      guard path.count(where: { $0 == slash || $0 == UInt8(ascii: "\\") }) == separators else { return nil }
    }
    if path.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return nil }
    var segments: [ArraySlice<UInt8>] = []
    if path.first != slash { segments = Array(source.utf8).split(separator: slash).dropLast() }
    for segment in path.split(separator: slash) where !segment.elementsEqual(".".utf8) {
      if !segment.elementsEqual("..".utf8) { segments.append(segment) } else if segments.popLast() == nil { return nil }
    }
    if segments.isEmpty { return nil }
    return String(decoding: Array(segments.joined(separator: "/".utf8)), as: UTF8.self)
  }

  static func relationshipsPart(of source: String) -> String {
    guard let slash = source.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "_rels/\(source).rels" }
    return "\(source[..<slash])/_rels/\(source[source.utf8.index(after: slash)...]).rels"
  }

  /// `http:`, `file:`, `C:`.
  private static func hasScheme(_ path: [UInt8]) -> Bool {
    guard let colon = path.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return !path[..<colon].contains(UInt8(ascii: "/"))
  }
}

extension SpreadsheetError {
  static func badRelationship(_ message: String, part: String = "") -> SpreadsheetError {
    .xlsx(.xlsxBadRelationship, message, place: .init(part: part.isEmpty ? nil : part))
  }
}

/// The content type of each part (ECMA-376 Part 2, 7.2.3).
final class ContentTypes: XMLElementReader {
  private var overrides: [[UInt8]: String] = [:]
  private var defaults: [[UInt8]: String] = [:]

  init(in parts: PackageParts) throws(SpreadsheetError) { _ = try parts.read("[Content_Types].xml", with: self) }

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
