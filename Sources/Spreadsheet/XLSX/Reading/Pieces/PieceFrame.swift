/// The tags that make a document of whole items.
///
/// What else comes before the items of a part is parsed only once, with its opening.
struct PieceFrame {
  /// The most bytes of the tags before the items. Programs write some hundreds.
  static let longestStart = 16 << 10

  /// The tags that open the elements around the items.
  let start: [UInt8]
  /// The tags that close them.
  let end: StaticString

  /// - Parameters:
  ///   - opening: The bytes before the items, which a parser must have found to open these elements and no others.
  ///   - tags: The tags of the part.
  init(_ opening: [UInt8], _ tags: PartCutter.Tags) {
    let found = Self.tags(in: opening[...])
    start = found.first.map { Array($0) + (found.count > 1 ? Array(found[found.count - 1]) : []) } ?? []
    end = tags.closing
  }

  /// The tags in well-formed XML, without comments, CDATA sections, processing instructions and declarations.
  private static func tags(in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var tags: [ArraySlice<UInt8>] = []
    var rest = bytes
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[open...]
      let mark = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].first { rest.starts(with: $0.0.utf8) }
      guard let end = mark.map({ Self.end(of: $0.1, in: rest.dropFirst($0.0.utf8.count)) }) ?? Self.endOfTag(rest)
      else {
        break
      }
      if mark == nil, !rest.starts(with: "<!".utf8) { tags.append(rest[..<end]) }
      rest = rest[end...]
    }
    return tags
  }

  private static func end(of mark: String, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: mark.utf8) }.map { $0 + mark.utf8.count }
  }

  /// The end of a tag, whose values may contain its closing mark.
  private static func endOfTag(_ bytes: ArraySlice<UInt8>) -> Int? {
    var quote: UInt8?
    for place in bytes.indices {
      switch bytes[place] {
      case UInt8(ascii: ">") where quote == nil: return place + 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil { quote = bytes[place] } else if quote == bytes[place] { quote = nil }
      default: break
      }
    }
    return nil
  }
}
