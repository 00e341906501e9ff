/// Reads the directory at the end of a ZIP container (APPNOTE 6.3.10, 4.3.12). The directory alone decides which
/// entries there are.
extension ZIPEndRecord {
  /// Larger than any record that programs write for one entry: its name, extra fields and comment.
  private static let largestRecord = 4096

  func entries(of file: InputFile, limits: SpreadsheetLimits) throws(SpreadsheetError) -> [ZIPEntry] {
    if entryCount > UInt64(max(limits.zipEntries, 0)) {
      throw .limit(
        .limitEntries, "the archive has \(entryCount) entries, more than \(limits.zipEntries).", raise: "zipEntries")
    }
    if directorySize / Self.largestRecord > limits.zipEntries {
      throw .zipDirectory("the directory takes \(directorySize) bytes for \(entryCount) entries.")
    }
    let bytes = LittleEndianBytes(try file.bytes(directorySize, at: directoryOffset))
    var entries: [ZIPEntry] = []
    var offset = 0
    while offset < bytes.count {
      if entries.count == limits.zipEntries {
        throw .limit(.limitEntries, "the archive has more than \(limits.zipEntries) entries.", raise: "zipEntries")
      }
      let (entry, size) = try self.entry(at: offset, of: bytes)
      entries.append(entry)
      offset += size
    }
    if UInt64(entries.count) != entryCount {
      throw .zipDirectory("the directory has \(entries.count) entries, but claims \(entryCount).")
    }
    return entries
  }

  private func entry(at start: Int, of bytes: LittleEndianBytes) throws(SpreadsheetError) -> (ZIPEntry, size: Int) {
    guard bytes.number32(at: start) == 0x0201_4B50, let flags = bytes.number16(at: start + 8),
      let method = bytes.number16(at: start + 10), let checksum = bytes.number32(at: start + 16),
      let compressed = bytes.number32(at: start + 20), let size = bytes.number32(at: start + 24),
      let nameSize = bytes.number16(at: start + 28), let extraSize = bytes.number16(at: start + 30),
      let commentSize = bytes.number16(at: start + 32), let disk = bytes.number16(at: start + 34),
      let header = bytes.number32(at: start + 42), let name = bytes.slice(at: start + 46, count: Int(nameSize)),
      let extra = bytes.slice(at: start + 46 + Int(nameSize), count: Int(extraSize))
    else { throw .zipDirectory("the directory of the archive is cut off or overwritten.") }

    var sizes = ZIP64Fields(size: size, compressedSize: compressed, headerOffset: header, disk: disk)
    try sizes.resolve(extra: LittleEndianBytes(Array(extra)))
    if name.isEmpty || name.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw .zipDirectory("the name of an entry is empty or contains control characters.")
    }
    if sizes.disk != 0 { throw .zipDirectory("an entry claims to be in another volume.") }
    guard let compressedSize = Int(exactly: sizes.compressedSize), let offset = Int(exactly: sizes.headerOffset),
      compressedSize <= directoryOffset, offset <= directoryOffset - prefix - compressedSize
    else { throw .zipDirectory("\"\(String(decoding: name, as: UTF8.self))\" claims to be after the end of the data.") }
    let entry = ZIPEntry(
      name: Array(name), flags: flags, method: method, checksum: checksum, compressedSize: compressedSize,
      size: sizes.size, headerOffset: offset + prefix)
    return (entry, 46 + Int(nameSize) + Int(extraSize) + Int(commentSize))
  }
}

/// The numbers of an entry that may be in a ZIP64 extra field (APPNOTE 6.3.10, 4.5.3).
struct ZIP64Fields {
  private(set) var size: UInt64
  private(set) var compressedSize: UInt64
  private(set) var headerOffset: UInt64
  private(set) var disk: UInt32
  private let isElsewhere: (size: Bool, compressedSize: Bool, headerOffset: Bool, disk: Bool)

  init(size: UInt32, compressedSize: UInt32, headerOffset: UInt32 = 0, disk: UInt16 = 0) {
    self.size = UInt64(size)
    self.compressedSize = UInt64(compressedSize)
    self.headerOffset = UInt64(headerOffset)
    self.disk = UInt32(disk)
    isElsewhere = (size == .max, compressedSize == .max, headerOffset == .max, disk == .max)
  }

  mutating func resolve(extra: LittleEndianBytes) throws(SpreadsheetError) {
    guard isElsewhere.size || isElsewhere.compressedSize || isElsewhere.headerOffset || isElsewhere.disk else { return }
    var start = 0
    while let kind = extra.number16(at: start), let length = extra.number16(at: start + 2) {
      guard let field = extra.slice(at: start + 4, count: Int(length)) else { break }
      if kind == 1 {
        try take(LittleEndianBytes(Array(field)))
        return
      }
      start += 4 + Int(length)
    }
    throw .zipDirectory("an entry's ZIP64 sizes are missing.")
  }

  private mutating func take(_ field: LittleEndianBytes) throws(SpreadsheetError) {
    var offset = 0
    func next() throws(SpreadsheetError) -> UInt64 {
      guard let number = field.number64(at: offset) else { throw .zipDirectory("an entry's ZIP64 sizes are cut off.") }
      offset += 8
      return number
    }
    if isElsewhere.size { size = try next() }
    if isElsewhere.compressedSize { compressedSize = try next() }
    if isElsewhere.headerOffset { headerOffset = try next() }
    if isElsewhere.disk {
      guard let number = field.number32(at: offset) else { throw .zipDirectory("an entry's ZIP64 sizes are cut off.") }
      disk = number
    }
  }
}

extension ZIPEntry {
  /// The offset of the entry's bytes. The header before them (APPNOTE 6.3.10, 4.3.7) must agree with the directory.
  func checkedDataOffset(in file: InputFile) throws(SpreadsheetError) -> Int {
    let fixedSize = 30
    guard headerOffset <= file.size - fixedSize else {
      throw .zipTruncated("the header of \"\(displayName)\" is cut off.")
    }
    let fixed = LittleEndianBytes(try file.bytes(fixedSize, at: headerOffset))
    guard fixed.number32(at: 0) == 0x0403_4B50, let flags = fixed.number16(at: 6), let method = fixed.number16(at: 8),
      let checksum = fixed.number32(at: 14), let compressed = fixed.number32(at: 18), let size = fixed.number32(at: 22),
      let nameSize = fixed.number16(at: 26), let extraSize = fixed.number16(at: 28)
    else { throw .zip(.zipBadHeader, "there is no entry at the place that the directory names.", entry: self) }

    let variableSize = Int(nameSize) + Int(extraSize)
    let dataOffset = headerOffset + fixedSize + variableSize
    guard dataOffset <= file.size - compressedSize else {
      throw .zipTruncated("the bytes of \"\(displayName)\" are cut off.")
    }
    let variable = LittleEndianBytes(try file.bytes(variableSize, at: headerOffset + fixedSize))
    guard let name = variable.slice(at: 0, count: Int(nameSize)),
      let extra = variable.slice(at: Int(nameSize), count: Int(extraSize))
    else { throw .zip(.zipBadHeader, "the header of an entry is cut off.", entry: self) }

    func mismatch(_ what: String) -> SpreadsheetError {
      .zip(.zipEntryMismatch, "the directory and the entry disagree about the \(what).", entry: self)
    }
    if name != self.name[...] { throw mismatch("name") }
    if method != self.method { throw mismatch("compression") }
    if (flags ^ self.flags) & 1 != 0 { throw mismatch("encryption") }
    // Values that are written after the entry's bytes may be missing here.
    let isLeftOut = flags & 8 != 0
    var sizes = ZIP64Fields(size: size, compressedSize: compressed)
    if !isLeftOut { try sizes.resolve(extra: LittleEndianBytes(Array(extra))) }
    if sizes.size != self.size, !(isLeftOut && [0, .max].contains(size)) { throw mismatch("size") }
    if sizes.compressedSize != UInt64(self.compressedSize), !(isLeftOut && [0, .max].contains(compressed)) {
      throw mismatch("compressed size")
    }
    if checksum != self.checksum, !(isLeftOut && checksum == 0) { throw mismatch("checksum") }
    return dataOffset
  }
}
