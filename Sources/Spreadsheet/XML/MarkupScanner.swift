#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the tags, with their byte ranges, in an XML document that libxml2 has found to be well-formed.
///
/// Rewriting needs the byte range of an element in the file, so that all bytes around it stay as they are.
package struct MarkupScanner {
  /// One tag.
  package struct Tag {
    /// The kind of a tag.
    package enum Kind {
      /// It opens an element.
      case start
      /// It is an element without content.
      case empty
      /// It closes an element.
      case end
    }

    package let kind: Kind
    /// From `<` up to and including `>`.
    package let range: Range<Int>
    /// The name with its prefix.
    package let name: Range<Int>
  }

  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int

  /// Creates a scanner of some bytes, which must outlive it.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// The next complete tag; nil if there is none. `position` is then where to continue once there are more bytes.
  package mutating func next() -> Tag? {
    while let open = index(of: UInt8(ascii: "<"), from: position) {
      guard open + 1 < bytes.count else {
        position = open
        return nil
      }
      switch bytes[open + 1] {
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        guard let end = endOfSpecial(open) else {
          position = open
          return nil
        }
        position = end
      default:
        guard let tag = tag(at: open) else {
          position = open
          return nil
        }
        position = tag.range.upperBound
        return tag
      }
    }
    position = bytes.count
    return nil
  }

  /// Whether a tag has the given name.
  func isNamed(_ tag: Tag, _ name: [UInt8]) -> Bool {
    bytes[tag.name].elementsEqual(name)
  }

  /// The range of an attribute of a tag, with the white space before it, and the range of its value.
  package func attribute(_ name: StaticString, of tag: Tag) -> (whole: Range<Int>, value: Range<Int>)? {
    attributes(of: tag).first { attribute in
      attribute.name.count == name.utf8CodeUnitCount
        && bytes[attribute.name].elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: attribute.name.count))
    }.map { ($0.whole, $0.value) }
  }

  /// The attributes of a tag, in order.
  func attributes(of tag: Tag) -> [(whole: Range<Int>, name: Range<Int>, value: Range<Int>)] {
    var found: [(whole: Range<Int>, name: Range<Int>, value: Range<Int>)] = []
    var place = tag.name.upperBound
    let end = tag.range.upperBound - (tag.kind == .empty ? 2 : 1)
    while true {
      let start = place
      while place < end, Self.isSpace(bytes[place]) { place += 1 }
      let name = place
      while place < end, bytes[place] != UInt8(ascii: "="), !Self.isSpace(bytes[place]) { place += 1 }
      let nameEnd = place
      while place < end, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "'") { place += 1 }
      guard place < end, nameEnd > name else { return found }
      let value = place + 1
      guard let close = index(of: bytes[place], from: value), close < end else { return found }
      found.append((start..<(close + 1), name..<nameEnd, value..<close))
      place = close + 1
    }
  }

  /// The text of a range.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The start of the white space before a byte.
  package func startOfWhiteSpace(before place: Int) -> Int {
    var place = place
    while place > 0, Self.isSpace(bytes[place - 1]) { place -= 1 }
    return place
  }

  func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }

  private func tag(at open: Int) -> Tag? {
    let isEnd = bytes[open + 1] == UInt8(ascii: "/")
    let name = open + (isEnd ? 2 : 1)
    var place = name
    while place < bytes.count, !Self.endsName(bytes[place]) { place += 1 }
    let nameEnd = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: ">"):
        let isEmpty = !isEnd && bytes[place - 1] == UInt8(ascii: "/")
        return Tag(kind: isEnd ? .end : isEmpty ? .empty : .start, range: open..<(place + 1), name: name..<nameEnd)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let close = index(of: bytes[place], from: place + 1) else { return nil }
        place = close + 1
      default: place += 1
      }
    }
    return nil
  }

  /// The end of a comment, a CDATA section, a processing instruction or a declaration; nil if it is not there yet.
  private func endOfSpecial(_ open: Int) -> Int? {
    let rest = bytes[open...]
    guard rest.count >= 9 || rest.last == UInt8(ascii: ">") else { return nil }
    if rest.starts(with: "<!--".utf8) { return end(of: "-->", from: open + 4) }
    if rest.starts(with: "<![CDATA[".utf8) { return end(of: "]]>", from: open + 9) }
    if rest.starts(with: "<?".utf8) { return end(of: "?>", from: open + 2) }
    return endOfDeclaration(from: open + 2)
  }

  /// The end of a declaration, whose literals may contain its closing mark.
  private func endOfDeclaration(from start: Int) -> Int? {
    var place = start
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: ">"): return place + 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let close = index(of: bytes[place], from: place + 1) else { return nil }
        place = close + 1
      default: place += 1
      }
    }
    return nil
  }

  private func end(of mark: StaticString, from start: Int) -> Int? {
    let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    var place = start
    while let found = index(of: mark[0], from: place) {
      guard found + mark.count <= bytes.count else { return nil }
      if bytes[found..<(found + mark.count)].elementsEqual(mark) { return found + mark.count }
      place = found + 1
    }
    return nil
  }

  private func index(of byte: UInt8, from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }
}
