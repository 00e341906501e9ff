/// `xl/sharedStrings.xml`, written as its strings come in.
///
/// Apple Numbers and the previews of iOS do not show inline strings, so all strings are in this part. A table of
/// bounded size finds strings that were written before. When it is full it is cleared; a string that comes again later
/// is then written once more, which readers accept. So memory does not grow with the number of strings.
final class SharedStringsWriter {
  private(set) var count = 0

  private let stream: DeflateStream
  private let spool: SpooledBytes
  /// The lower half of a slot is the number of an entry, or zero if the slot is free. The upper half is the upper half of the
  /// string's hash.
  private let slots: UnsafeMutablePointer<UInt32>
  private let entries: UnsafeMutablePointer<Entry>
  private let known: UnsafeMutablePointer<UInt8>
  private var entryCount = 0
  private var knownCount = 0
  /// For each column, the entry used last, or zero. Columns far apart may share an entry, which only costs a
  /// comparison.
  private let latest: UnsafeMutablePointer<UInt32>

  /// A known string: where its bytes are, its index in the part, and the entry that came after it in its column, or
  /// zero.
  private struct Entry {
    var length: UInt32 = 0
    var offset: UInt32 = 0
    var index: UInt32 = 0
    var next: UInt32 = 0
  }

  private static let slotCount = 1 << 16
  private static let entryLimit = slotCount / 2
  private static let knownCapacity = 4 << 20
  private static let columnCount = 64
  /// Longer strings rarely occur twice.
  private static let longestKnown = 4 << 10

  init(in container: ZIPWriter) {
    (stream, spool) = container.makeWaitingPart()
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: 0, count: Self.slotCount)
    entries = .allocate(capacity: Self.entryLimit + 1)
    entries.initialize(to: Entry())
    latest = .allocate(capacity: Self.columnCount)
    latest.initialize(repeating: 0, count: Self.columnCount)
    // Room for one more string, which is copied before the look-up, and for whole words.
    known = .allocate(capacity: Self.knownCapacity + Self.longestKnown + 8)
    stream.buffer.pointee.append(XMLPart.declaration)
    stream.buffer.pointee.append("<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">")
  }

  deinit {
    slots.deallocate()
    entries.deallocate()
    latest.deallocate()
    known.deallocate()
  }

  /// The index of a string, which is written unless it was written recently. A column often repeats the string above,
  /// or strings in the same order as before; both are recognised without a search.
  func index(of text: UnsafePointer<UInt8>, count length: Int, column: Int) throws(SpreadsheetError) -> Int {
    if length > Self.longestKnown { return try append(text, length) }
    let latest = latest + (column & (Self.columnCount - 1))
    let before = Int(latest.pointee)
    if before != 0 {
      if isEntry(before, text, length) { return Int(entries[before].index) }
      let next = Int(entries[before].next)
      if next != 0, isEntry(next, text, length) {
        latest.pointee = UInt32(next)
        return Int(entries[next].index)
      }
    }
    let hash = Self.hash(text, count: length, copyingTo: known + knownCount)
    var place = Int(hash) & (Self.slotCount - 1)
    while slots[place] != 0 {
      let entry = Int(slots[place] & 0xFFFF)
      if (slots[place] ^ hash) >> 16 == 0, isEntry(entry, text, length) {
        if before != 0 { entries[before].next = UInt32(entry) }
        latest.pointee = UInt32(entry)
        return Int(entries[entry].index)
      }
      place = (place + 1) & (Self.slotCount - 1)
    }
    if entryCount == Self.entryLimit || knownCount + length > Self.knownCapacity {
      startAnew()
      known.update(from: text, count: length)
      place = Int(hash) & (Self.slotCount - 1)
    } else if before != 0 {
      entries[before].next = UInt32(entryCount + 1)
    }
    entryCount += 1
    slots[place] = hash & 0xFFFF_0000 | UInt32(entryCount)
    entries[entryCount] = Entry(
      length: UInt32(length), offset: UInt32(knownCount), index: UInt32(truncatingIfNeeded: count))
    latest.pointee = UInt32(entryCount)
    knownCount += length
    return try append(text, length)
  }

  private func startAnew() {
    slots.update(repeating: 0, count: Self.slotCount)
    latest.update(repeating: 0, count: Self.columnCount)
    entryCount = 0
    knownCount = 0
  }

  @inline(__always) private func isEntry(_ entry: Int, _ text: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    entries[entry].length == length && Self.equal(known + Int(entries[entry].offset), text, count: length)
  }

  func finish(into container: ZIPWriter) throws(SpreadsheetError) {
    stream.buffer.pointee.append("</sst>")
    try container.addPart(named: "xl/sharedStrings.xml", stream, spool)
  }

  /// Writes a string without looking it up, and returns its index.
  func append(_ text: UnsafePointer<UInt8>, _ length: Int) throws(SpreadsheetError) -> Int {
    let buffer = stream.buffer
    var out = buffer.pointee.reserve(length * XMLTextWriter.growth + 64)
    if XMLTextWriter.needsPreservedSpace(text, count: length) {
      XMLTextWriter.put("<si><t xml:space=\"preserve\">", &out)
    } else {
      XMLTextWriter.put("<si><t>", &out)
    }
    out = XMLTextWriter.write(text, count: length, to: out)
    XMLTextWriter.put("</t></si>", &out)
    buffer.pointee.advance(to: out)
    try stream.flushIfFull()
    count += 1
    return count - 1
  }

  /// Hashes a string, the same in every process, and copies it in the same pass. Eight bytes after it must be readable,
  /// and may be copied too.
  @inline(__always) private static func hash(
    _ bytes: UnsafePointer<UInt8>, count: Int, copyingTo out: UnsafeMutablePointer<UInt8>
  ) -> UInt32 {
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while count &- index > 8 {
      hash = mix(hash ^ ByteWord.copy(bytes + index, to: out + index))
      index &+= 8
    }
    // The bytes after the string are shifted out.
    hash = mix(hash ^ ByteWord.copy(bytes + index, to: out + index) << (64 &- 8 &* (count &- index)))
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  @inline(__always) private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }

  @inline(__always) private static func equal(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int)
    -> Bool
  {
    var index = 0
    while count &- index > 8 {
      if ByteWord.at(left + index) != ByteWord.at(right + index) { return false }
      index &+= 8
    }
    return (ByteWord.at(left + index) ^ ByteWord.at(right + index)) << (64 &- 8 &* (count &- index)) == 0
  }
}
