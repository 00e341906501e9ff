/// A ZIP container made by hand, entry by entry, so that any of its numbers can lie.
package struct ZIPArchiveBuilder: Sendable {
  package struct Entry: Sendable {
    package var name: [UInt8]
    package var data: [UInt8]
    /// Bytes as they stand in the container where they are compressed already; nil stores `data`.
    package var compressed: [UInt8]?
    package var method: UInt16 = 0
    package var flags: UInt16 = 0
    package var checksum: UInt32?
    package var size: UInt32?
    package var compressedSize: UInt32?
    /// Overrides of what the local header says.
    package var localName: [UInt8]?
    package var localMethod: UInt16?
    package var localSize: UInt32?
    package var localFlags: UInt16?
    package var localSignature: UInt32 = 0x0403_4B50
    package var localExtra: [UInt8] = []
    package var extra: [UInt8] = []
    package var comment: [UInt8] = []
    /// Those of Unix, such as of a symbolic link.
    package var externalAttributes: UInt32 = 0
    /// Bytes behind the data: a data descriptor.
    package var trailer: [UInt8] = []
    package var headerOffset: UInt32?
    /// Whether the container holds it and the directory doesn't tell.
    package var isUnlisted = false

    package init(_ name: String, _ data: [UInt8]) {
      self.name = Array(name.utf8)
      self.data = data
    }

    package init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

    package var stored: [UInt8] { compressed ?? data }
    package var trueChecksum: UInt32 { checksum ?? ZIPArchiveBuilder.checksum(data) }
  }

  package var entries: [Entry]
  package var prefix: [UInt8] = []
  /// Whether offsets count from before ``prefix``.
  package var countsPrefix = false
  /// Bytes between the entries and the directory.
  package var gap: [UInt8] = []
  package var comment: [UInt8] = []
  package var suffix: [UInt8] = []
  package var usesZIP64EndRecord = false
  /// How many entries the end records claim.
  package var claimedCount: UInt16?
  package var claimedCount64: UInt64?
  /// What else they claim of the directory, and how its records begin.
  package var directorySize: UInt32?
  package var directoryOffset: UInt32?
  package var directorySignature: UInt32 = 0x0201_4B50
  /// The volume that the end record and the entries claim to lie in.
  package var disk: UInt16 = 0
  package var entryDisk: UInt16 = 0

  package init(_ entries: [Entry]) { self.entries = entries }

  package mutating func change(_ name: String, _ body: (inout Entry) -> Void) {
    for index in entries.indices where entries[index].name == Array(name.utf8) { body(&entries[index]) }
  }

  /// The container with a change.
  package func with(_ body: (inout ZIPArchiveBuilder) -> Void) -> ZIPArchiveBuilder {
    var archive = self
    body(&archive)
    return archive
  }

  package var bytes: [UInt8] {
    var out: [UInt8] = []
    var directory: [UInt8] = []
    let base = countsPrefix ? prefix.count : 0
    for entry in entries {
      if !entry.isUnlisted { directory += directoryRecord(of: entry, offset: UInt32(base + out.count)) }
      out += localHeader(of: entry) + entry.stored + entry.trailer
    }
    out += gap
    let start = base + out.count
    out += directory
    if usesZIP64EndRecord { out += zip64EndRecords(start: start, size: directory.count, place: base + out.count) }
    let count = usesZIP64EndRecord ? .max : claimedCount ?? UInt16(entries.count { !$0.isUnlisted })
    out += little(0x0605_4B50 as UInt32) + little(disk) + little(disk) + little(count) + little(count)
    out += little(directorySize ?? UInt32(directory.count))
    out += little(usesZIP64EndRecord ? UInt32.max : directoryOffset ?? UInt32(start))
    out += little(UInt16(comment.count)) + comment
    return prefix + out + suffix
  }

  private func localHeader(of entry: Entry) -> [UInt8] {
    let name = entry.localName ?? entry.name
    let leavesOut = entry.flags & 8 != 0
    var header = little(entry.localSignature) + little(20 as UInt16) + little(entry.localFlags ?? entry.flags)
    header += little(entry.localMethod ?? entry.method) + little(0 as UInt32)
    header += little(leavesOut ? 0 : entry.trueChecksum)
    header += little(leavesOut ? 0 : entry.compressedSize ?? UInt32(entry.stored.count))
    header += little(leavesOut ? 0 : entry.localSize ?? entry.size ?? UInt32(entry.data.count))
    return header + little(UInt16(name.count)) + little(UInt16(entry.localExtra.count)) + name + entry.localExtra
  }

  private func directoryRecord(of entry: Entry, offset: UInt32) -> [UInt8] {
    let madeBy: UInt16 = entry.externalAttributes == 0 ? 20 : 0x031E
    var record = little(directorySignature) + little(madeBy) + little(20 as UInt16) + little(entry.flags)
    record += little(entry.method) + little(0 as UInt32) + little(entry.trueChecksum)
    record += little(entry.compressedSize ?? UInt32(entry.stored.count))
    record += little(entry.size ?? UInt32(entry.data.count))
    record += little(UInt16(entry.name.count)) + little(UInt16(entry.extra.count))
    record += little(UInt16(entry.comment.count)) + little(entryDisk) + little(0 as UInt16)
    record += little(entry.externalAttributes)
    return record + little(entry.headerOffset ?? offset) + entry.name + entry.extra + entry.comment
  }

  private func zip64EndRecords(start: Int, size: Int, place: Int) -> [UInt8] {
    let count = claimedCount64 ?? UInt64(entries.count)
    var record = little(0x0606_4B50 as UInt32) + little(44 as UInt64) + little(45 as UInt16) + little(45 as UInt16)
    record += little(0 as UInt32) + little(0 as UInt32) + little(count) + little(count)
    record += little(UInt64(size)) + little(UInt64(start))
    return record + little(0x0706_4B50 as UInt32) + little(0 as UInt32) + little(UInt64(place)) + little(1 as UInt32)
  }

  /// A deflated stream of one stored block.
  package static func deflated(_ data: [UInt8]) -> [UInt8] {
    let count = UInt16(data.count)
    return [1] + little(count) + little(~count) + data
  }

  /// CRC-32, bit by bit.
  package static func checksum(_ data: [UInt8]) -> UInt32 {
    var register = UInt32.max
    for byte in data {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0xEDB8_8320 : register >> 1 }
    }
    return ~register
  }
}

/// The bytes of a number, the lowest first.
package func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
