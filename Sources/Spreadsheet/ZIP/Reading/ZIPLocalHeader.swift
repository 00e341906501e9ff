/// The header before an entry's bytes (APPNOTE 6.3.10, 4.3.7), which must agree with the directory.
struct ZIPLocalHeader {
  private static let fixedSize = 30

  /// The offset of the entry's bytes, after the header has been compared with the directory.
  ///
  /// - Throws: `zip.truncated`, `zip.bad-header`, `zip.entry-mismatch`, `io.read`.
  static func dataOffset(of entry: ZIPEntry, in file: InputFile) throws(SpreadsheetError) -> Int {
    guard entry.headerOffset <= file.size - fixedSize else {
      throw .zipTruncated("the header of \"\(entry.displayName)\" is cut off.")
    }
    let fixed = LittleEndianBytes(try file.bytes(fixedSize, at: entry.headerOffset))
    guard fixed.integer(UInt32.self, at: 0) == 0x0403_4B50,
      let flags = fixed.integer(UInt16.self, at: 6), let method = fixed.integer(UInt16.self, at: 8),
      let checksum = fixed.integer(UInt32.self, at: 14), let compressed = fixed.integer(UInt32.self, at: 18),
      let size = fixed.integer(UInt32.self, at: 22), let nameSize = fixed.integer(UInt16.self, at: 26),
      let extraSize = fixed.integer(UInt16.self, at: 28)
    else { throw .zip(.zipBadHeader, "there is no entry at the place that the directory names.", entry: entry) }

    let variableSize = Int(nameSize) + Int(extraSize)
    let dataOffset = entry.headerOffset + fixedSize + variableSize
    guard dataOffset <= file.size - entry.compressedSize else {
      throw .zipTruncated("the bytes of \"\(entry.displayName)\" are cut off.")
    }
    let variable = LittleEndianBytes(try file.bytes(variableSize, at: entry.headerOffset + fixedSize))
    guard let name = variable.slice(at: 0, count: Int(nameSize)),
      let extra = variable.slice(at: Int(nameSize), count: Int(extraSize))
    else { throw .zip(.zipBadHeader, "the header of an entry is cut off.", entry: entry) }

    func mismatch(_ what: String) -> SpreadsheetError {
      .zip(.zipEntryMismatch, "the directory and the entry disagree about the \(what).", entry: entry)
    }
    if name != entry.name[...] { throw mismatch("name") }
    if method != entry.method { throw mismatch("compression") }
    if (flags ^ entry.flags) & 1 != 0 { throw mismatch("encryption") }
    // Values that are written after the entry's bytes may be missing here.
    let isLeftOut = flags & 8 != 0
    var sizes = ZIP64Fields(size: size, compressedSize: compressed)
    if !isLeftOut { try sizes.resolve(extra: LittleEndianBytes(Array(extra))) }
    if sizes.size != entry.size, !(isLeftOut && [0, .max].contains(size)) { throw mismatch("size") }
    if sizes.compressedSize != UInt64(entry.compressedSize), !(isLeftOut && [0, .max].contains(compressed)) {
      throw mismatch("compressed size")
    }
    if checksum != entry.checksum, !(isLeftOut && checksum == 0) { throw mismatch("checksum") }
    return dataOffset
  }
}
