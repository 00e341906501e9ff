import Basics

/// Takes the bytes of a document, in pieces of any size.
protocol XMLFeeding: AnyObject {
  /// Reads the next bytes. At least ``ChunkBuffer/headroom`` bytes before them may be overwritten, and
  /// ``ChunkBuffer/padding`` bytes after them read. Returns false if reading failed.
  func feed(_ bytes: UnsafeRawBufferPointer) -> Bool

  func finish() -> Bool

  /// Reads the bytes that were kept because a tag may continue in the next ones.
  func readRest()

  var failure: (any Error)? { get }
}

extension XMLPushParser: XMLFeeding {
  var failure: (any Error)? { scan.pointee.failure }

  func readRest() {}
}

/// The memory of the callbacks for a part that consists of many similar items: rows, or shared texts.
protocol ItemScan {
  static var openingTag: StaticString { get }
  static var endTag: StaticString { get }

  var xml: XMLScan { get set }
  var isListOpen: Bool { get }
  /// Whether the list of items is the innermost open element, and elements without a prefix are in its namespace.
  var isBetweenItems: Bool { get }

  /// Reads one plain item. Returns false if it is not plain; the state is then as before, except for an error that ends
  /// the reading.
  mutating func readItem(_ markup: inout PlainMarkup) -> Bool
}

/// Reads the plain items of a part directly, and leaves everything else to libxml2.
///
/// libxml2 sees the part without those items. It validates everything outside them, and reads all unusual items. It
/// gets such an item from its start, so it needs no state from here.
final class ItemReader<Scan: ItemScan>: XMLFeeding {
  private let parser: XMLPushParser
  private let scan: UnsafeMutablePointer<Scan>
  /// Whether items are read directly now. The parser has then read everything before them.
  private var isDirect = false
  private var misses = 0
  private(set) var count = 0
  /// The bytes after the last whole item.
  private var rest: [UInt8] = []
  /// The end of the complete items in the current bytes, cached because it is needed for each item that is not plain.
  private var end: UnsafePointer<UInt8>?

  init(_ parser: XMLPushParser, _ scan: UnsafeMutablePointer<Scan>) { (self.parser, self.scan) = (parser, scan) }

  func feed(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var bytes = bytes
    if !rest.isEmpty, let start = bytes.baseAddress {
      let whole = UnsafeMutableRawPointer(mutating: start) - rest.count
      rest.withUnsafeBytes { whole.copyMemory(from: $0.baseAddress ?? start, byteCount: $0.count) }
      bytes = UnsafeRawBufferPointer(start: whole, count: rest.count + bytes.count)
      rest.removeAll(keepingCapacity: true)
    }
    end = nil
    while bytes.count > 0 {
      if isDirect {
        bytes = UnsafeRawBufferPointer(rebasing: bytes[readItems(of: bytes)...])
        if failure != nil { return false }
        if isDirect {
          rest.append(contentsOf: bytes)
          return true
        }
      } else {
        let end = endOfItem(in: bytes) ?? bytes.count
        if !parser.feed(UnsafeRawBufferPointer(rebasing: bytes[..<end])) { return false }
        isDirect = scan.pointee.isBetweenItems && parser.isBetweenMarkup
        bytes = UnsafeRawBufferPointer(rebasing: bytes[end...])
      }
    }
    return true
  }

  var failure: (any Error)? { scan.pointee.xml.failure }

  func readRest() {
    if !rest.isEmpty { rest.withUnsafeBytes { _ = parser.feed($0) } }
    rest.removeAll()
    isDirect = false
  }

  func finish() -> Bool {
    readRest()
    return failure == nil && parser.finish()
  }

  /// Reads whole items, and decides how reading continues after them. Returns the number of bytes that were read.
  private func readItems(of bytes: UnsafeRawBufferPointer) -> Int {
    guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return 0 }
    let end = self.end ?? start + wholeItems(in: bytes)
    self.end = end
    var markup = PlainMarkup(start)
    scan.pointee.xml.isTentative = true
    while markup.next < end {
      let before = markup
      if !scan.pointee.readItem(&markup) {
        markup = before
        isDirect = false
        break
      }
      misses = 0
      count += 1
    }
    scan.pointee.xml.isTentative = false
    scan.pointee.xml.skip(lines: markup.lines)
    if isDirect { isDirect = bytes.count - (markup.next - start) <= ChunkBuffer.headroom } else { misses += 1 }
    return markup.next - start
  }

  /// How many bytes at the start are in UTF-8 and end with the end of an item.
  private func wholeItems(in bytes: UnsafeRawBufferPointer) -> Int {
    var end = lastItem(in: bytes)
    guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress, end > 0 else { return 0 }
    let valid = UTF8Validation.check(start, count: end).validCount
    if valid < end { end = lastItem(in: UnsafeRawBufferPointer(rebasing: bytes[..<valid])) }
    return end
  }

  /// The place after the last end tag of an item; 0 if there is none.
  private func lastItem(in bytes: UnsafeRawBufferPointer) -> Int {
    var place = bytes.count - Scan.endTag.utf8CodeUnitCount
    while place >= 0 {
      if bytes[place] == UInt8(ascii: "<"), isTag(Scan.endTag, at: place, of: bytes) {
        return place + Scan.endTag.utf8CodeUnitCount
      }
      place -= 1
    }
    return 0
  }

  /// The place after the next tag that plain items may follow.
  private func endOfItem(in bytes: UnsafeRawBufferPointer) -> Int? {
    let tag = scan.pointee.isListOpen ? Scan.endTag : Scan.openingTag
    // If many items are not plain, several of them are parsed at once.
    var place = misses < 2 ? 0 : 64 << min(misses, 9)
    while place < bytes.count, let start = bytes.baseAddress,
      let found = memchr(start + place, Int32(UInt8(ascii: "<")), bytes.count - place)
    {
      place = UnsafeRawPointer(found) - start
      if isTag(tag, at: place, of: bytes) { return bytes[place...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } }
      place += 1
    }
    return nil
  }

  private func isTag(_ tag: StaticString, at place: Int, of bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count - place >= tag.utf8CodeUnitCount
      && (0..<tag.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == tag.utf8Start[$0] }
  }
}
