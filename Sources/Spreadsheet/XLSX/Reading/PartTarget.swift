import Basics

/// Resolves the target of a relationship, inside its package only (ECMA-376 Part 2, 6.2 and 8.3).
enum PartTarget {
  /// The name of the part that a target refers to.
  ///
  /// - Parameters:
  ///   - target: A relative or absolute reference as written; backslashes are read as slashes.
  ///   - source: The name of the part that has the relationship; empty for the package.
  ///   - decodesPercent: Whether `%20` means a space, as it should.
  /// - Returns: The name without a leading slash; nil if the target is a URL or a network path, leaves the package or
  ///   names nothing.
  static func partName(_ target: String, from source: String, decodesPercent: Bool = true) -> String? {
    var path = target.utf8.prefix { $0 != UInt8(ascii: "#") }.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
    if path.starts(with: "//".utf8) || hasScheme(path) { return nil }
    if decodesPercent {
      guard let decoded = decodingPercent(path) else { return nil }
      path = decoded
    }
    if path.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return nil }
    var segments: [ArraySlice<UInt8>] = []
    if path.first != UInt8(ascii: "/") { segments = Array(source.utf8).split(separator: UInt8(ascii: "/")).dropLast() }
    for segment in path.split(separator: UInt8(ascii: "/")) {
      if segment.elementsEqual(".".utf8) { continue }
      if segment.elementsEqual("..".utf8) {
        if segments.popLast() == nil { return nil }
        continue
      }
      segments.append(segment)
    }
    if segments.isEmpty { return nil }
    return String(decoding: Array(segments.joined(separator: "/".utf8)), as: UTF8.self)
  }

  /// The name of the part that contains a part's relationships.
  static func relationshipsPart(of source: String) -> String {
    guard let slash = source.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "_rels/\(source).rels" }
    return "\(source[..<slash])/_rels/\(source[source.utf8.index(after: slash)...]).rels"
  }

  /// `http:`, `file:`, `C:`.
  private static func hasScheme(_ path: [UInt8]) -> Bool {
    guard let colon = path.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return !path[..<colon].contains(UInt8(ascii: "/"))
  }

  private static func decodingPercent(_ path: [UInt8]) -> [UInt8]? {
    var decoded: [UInt8] = []
    var index = 0
    while index < path.count {
      if path[index] == UInt8(ascii: "%"), index + 2 < path.count,
        let high = HexDigit.value(path[index + 1]), let low = HexDigit.value(path[index + 2])
      {
        let byte = high << 4 | low
        // A separator inside an escape cannot belong to a name.
        if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") { return nil }
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(path[index])
        index += 1
      }
    }
    return decoded
  }
}
