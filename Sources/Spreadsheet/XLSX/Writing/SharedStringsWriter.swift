/// `xl/sharedStrings.xml`, written while its strings are met.
///
/// Numbers and the previews of iOS show no string that stands in its cell, so all strings stand here. A table of bounded
/// size finds strings that were met before; when it is full it starts anew, and a string that comes again later stands
/// in the part once more, which readers accept. So memory does not grow with the number of strings.
final class SharedStringsWriter {
  /// How many strings stand in the part.
  private(set) var count = 0

  private let stream: DeflateStream
  private let spool: SpooledBytes
  private let slots: UnsafeMutablePointer<Slot>
  private let known: UnsafeMutablePointer<UInt8>
  private var slotsTaken = 0
  private var knownCount = 0

  /// A string that was met: where its bytes are, and which it is.
  private struct Slot {
    var hash: UInt32 = 0
    /// Zero where the slot is free.
    var length: UInt32 = 0
    var offset: UInt32 = 0
    var index: UInt32 = 0
  }

  private static let slotCount = 1 << 16
  private static let knownCapacity = 4 << 20
  /// Longer strings hardly come twice.
  private static let longestKnown = 4 << 10

  init(in container: ZIPWriter) {
    (stream, spool) = container.makeWaitingPart()
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: Slot(), count: Self.slotCount)
    known = .allocate(capacity: Self.knownCapacity)
    stream.buffer.pointee.append(XMLPart.declaration)
    stream.buffer.pointee.append("<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">")
  }

  deinit {
    slots.deallocate()
    known.deallocate()
  }

  /// The index of a string, which is written unless it was met not long ago.
  func index(of text: UnsafePointer<UInt8>, count length: Int) throws(SpreadsheetError) -> Int {
    if length > Self.longestKnown { return try append(text, length) }
    let hash = StringHash.hash(text, count: length)
    var place = Int(hash) & (Self.slotCount - 1)
    while slots[place].length != 0 {
      let slot = slots[place]
      if slot.hash == hash, slot.length == length, StringHash.equal(known + Int(slot.offset), text, count: length) {
        return Int(slot.index)
      }
      place = (place + 1) & (Self.slotCount - 1)
    }
    if slotsTaken > Self.slotCount / 2 || knownCount + length > Self.knownCapacity {
      slots.update(repeating: Slot(), count: Self.slotCount)
      slotsTaken = 0
      knownCount = 0
      place = Int(hash) & (Self.slotCount - 1)
    }
    slots[place] = Slot(
      hash: hash, length: UInt32(length), offset: UInt32(knownCount), index: UInt32(truncatingIfNeeded: count))
    slotsTaken += 1
    (known + knownCount).update(from: text, count: length)
    knownCount += length
    return try append(text, length)
  }

  /// Ends the part and writes it to the container.
  func finish(into container: ZIPWriter) throws(SpreadsheetError) {
    stream.buffer.pointee.append("</sst>")
    try container.addPart(named: "xl/sharedStrings.xml", stream, spool)
  }

  /// Writes a string without looking whether it was met, and gives its index.
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
}

/// Hashes and compares the bytes of strings, the same in every process.
enum StringHash {
  @inline(__always)
  static func hash(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt32 {
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 <= count {
      hash = mix(hash ^ UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < count {
      rest = rest << 8 | UInt64(bytes[index])
      index += 1
    }
    hash = mix(hash ^ rest)
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }

  @inline(__always)
  static func equal(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
    var index = 0
    while index + 8 <= count {
      let difference =
        UnsafeRawPointer(left + index).loadUnaligned(as: UInt64.self)
        ^ UnsafeRawPointer(right + index).loadUnaligned(as: UInt64.self)
      if difference != 0 { return false }
      index += 8
    }
    while index < count {
      if left[index] != right[index] { return false }
      index += 1
    }
    return true
  }
}
