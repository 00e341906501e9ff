internal import CZlib

/// A ZIP container whose every number can lie.
struct ZIPContainer {
  /// An entry; what is nil is told as it is.
  struct Entry {
    /// What follows behind the bytes of an entry.
    enum Descriptor {
      case none, signed, unsigned
    }

    var name: [UInt8]
    /// The bytes as they stand in the container.
    var data: [UInt8]
    var method = 0
    var flags = 0
    var checksum: UInt32
    var size: UInt64
    /// The compressed size told in both headers.
    var compressedSize: UInt64?
    var descriptor = Descriptor.none
    /// Tells sizes and offset in ZIP64 extra fields.
    var isZIP64 = false
    var extra: [UInt8] = []
    var localName: [UInt8]?
    var localMethod: Int?
    var localFlags: Int?
    var localChecksum: UInt32?
    var localSize: UInt64?
    var localCompressedSize: UInt64?
    var localSignature: UInt32 = 0x0403_4B50
    var headerOffset: UInt64?
    var disk = 0
    /// Whether the directory alone tells of it.
    var isListedOnly = false
    /// Whether the container holds it and the directory doesn't tell.
    var isUnlisted = false
    var externalAttributes: UInt32 = 0

    init(_ name: String, _ content: [UInt8], isDeflated: Bool = true) {
      self.name = Array(name.utf8)
      data = isDeflated ? Deflate.bytes(content) : content
      method = isDeflated ? 8 : 0
      checksum = Checksum.of(content)
      size = UInt64(content.count)
    }
  }

  var entries: [Entry]
  var prefix: [UInt8] = []
  /// Bytes between the entries and the directory.
  var gap: [UInt8] = []
  var comment: [UInt8] = []
  var commentSize: Int?
  var trailing: [UInt8] = []
  var entryCount: Int?
  var directorySize: UInt32?
  var directoryOffset: UInt32?
  var directorySignature: UInt32 = 0x0201_4B50
  var disk = 0
  var hasZIP64End = false
  var zip64RecordOffset: UInt64?
  var zip64EntryCount: UInt64?
  /// Whether offsets count from behind ``prefix``.
  var countsFromPrefix = true

  /// The place of an entry.
  func index(of name: String) -> Int {
    guard let index = entries.firstIndex(where: { $0.name == Array(name.utf8) }) else {
      preconditionFailure("no entry \(name)")
    }
    return index
  }

  /// Changes one entry.
  func changing(_ name: String, _ change: (inout Entry) -> Void) -> ZIPContainer {
    var container = self
    change(&container.entries[index(of: name)])
    return container
  }

  /// Changes the container.
  func with(_ change: (inout ZIPContainer) -> Void) -> ZIPContainer {
    var container = self
    change(&container)
    return container
  }

  var bytes: [UInt8] {
    var all = prefix
    let base = countsFromPrefix ? prefix.count : 0
    var offsets: [UInt64] = []
    for entry in entries {
      offsets.append(UInt64(all.count - base))
      if !entry.isListedOnly { all += Self.local(entry) }
    }
    all += gap
    let start = all.count
    for (entry, offset) in zip(entries, offsets) where !entry.isUnlisted {
      all += Self.listed(entry, offset: entry.headerOffset ?? offset, signature: directorySignature)
    }
    all += end(offset: start - base, size: all.count - start, place: all.count)
    return all + trailing
  }

  private static func local(_ entry: Entry) -> [UInt8] {
    let isLater = entry.descriptor != .none
    let compressed = entry.localCompressedSize ?? entry.compressedSize ?? UInt64(entry.data.count)
    let size = entry.localSize ?? entry.size
    let checksum = entry.localChecksum ?? entry.checksum
    let name = entry.localName ?? entry.name
    var extra = entry.extra
    if entry.isZIP64, !isLater { extra += extra64([size, compressed]) }
    var all: [UInt8] = []
    all.append32(entry.localSignature)
    all.append16(20)
    all.append16((entry.localFlags ?? entry.flags) | (isLater ? 8 : 0))
    all.append16(entry.localMethod ?? entry.method)
    all.append32(0x5A21_0000)
    all.append32(isLater ? 0 : checksum)
    all.append32(isLater ? 0 : entry.isZIP64 ? .max : UInt32(truncatingIfNeeded: compressed))
    all.append32(isLater ? 0 : entry.isZIP64 ? .max : UInt32(truncatingIfNeeded: size))
    all.append16(name.count)
    all.append16(extra.count)
    all += name + extra + entry.data
    if isLater {
      if entry.descriptor == .signed { all.append32(0x0807_4B50) }
      all.append32(checksum)
      all.append32(UInt32(truncatingIfNeeded: compressed))
      all.append32(UInt32(truncatingIfNeeded: size))
    }
    return all
  }

  private static func listed(_ entry: Entry, offset: UInt64, signature: UInt32) -> [UInt8] {
    let compressed = entry.compressedSize ?? UInt64(entry.data.count)
    let extra = entry.extra + (entry.isZIP64 ? extra64([entry.size, compressed, offset]) : [])
    var all: [UInt8] = []
    all.append32(signature)
    all.append16(0x031E)
    all.append16(20)
    all.append16(entry.flags | (entry.descriptor == .none ? 0 : 8))
    all.append16(entry.method)
    all.append32(0x5A21_0000)
    all.append32(entry.checksum)
    all.append32(entry.isZIP64 ? .max : UInt32(truncatingIfNeeded: compressed))
    all.append32(entry.isZIP64 ? .max : UInt32(truncatingIfNeeded: entry.size))
    all.append16(entry.name.count)
    all.append16(extra.count)
    all.append16(0)
    all.append16(entry.disk)
    all.append16(0)
    all.append32(entry.externalAttributes)
    all.append32(entry.isZIP64 ? .max : UInt32(truncatingIfNeeded: offset))
    return all + entry.name + extra
  }

  private static func extra64(_ numbers: [UInt64]) -> [UInt8] {
    var field: [UInt8] = []
    field.append16(1)
    field.append16(8 * numbers.count)
    for number in numbers { field.append64(number) }
    return field
  }

  private func end(offset: Int, size: Int, place: Int) -> [UInt8] {
    let count = entryCount ?? entries.count { !$0.isUnlisted }
    var all: [UInt8] = []
    if hasZIP64End {
      all.append32(0x0606_4B50)
      all.append64(44)
      all.append16(45)
      all.append16(45)
      all.append64(0)
      all.append64(zip64EntryCount ?? UInt64(count))
      all.append64(zip64EntryCount ?? UInt64(count))
      all.append64(UInt64(size))
      all.append64(UInt64(offset))
      all.append32(0x0706_4B50)
      all.append32(0)
      all.append64(zip64RecordOffset ?? UInt64(place))
      all.append32(1)
    }
    all.append32(0x0605_4B50)
    all.append16(disk)
    all.append16(disk)
    all.append16(hasZIP64End ? 0xFFFF : count)
    all.append16(hasZIP64End ? 0xFFFF : count)
    all.append32(hasZIP64End ? .max : directorySize ?? UInt32(size))
    all.append32(hasZIP64End ? .max : directoryOffset ?? UInt32(offset))
    all.append16(commentSize ?? comment.count)
    return all + comment
  }
}
