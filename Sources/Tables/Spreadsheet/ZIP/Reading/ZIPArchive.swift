/// A ZIP container, open for reading its entries.
///
/// Nothing is extracted to disk, and entries are found by exact part name only. The directory, the entries and the file
/// must agree before the first byte is inflated.
package final class ZIPArchive {
  let file: InputFile
  private let limits: SpreadsheetLimits
  package let entries: [ZIPEntry]
  private let places: [[UInt8]: Int]
  /// How many bytes were read from each entry; an entry that is read twice counts once.
  private var inflated: [Int]

  /// Reads the directory of a file and compares it with the entries. Throws `zip.truncated`, `zip.bad-directory`,
  /// `zip.bad-header`, `zip.entry-mismatch`, `zip.overlap`, `zip.duplicate-entry`, `limit.entries`, `file.empty`,
  /// `io.read`.
  package init(_ file: InputFile, limits: SpreadsheetLimits) throws(SpreadsheetError) {
    if file.size == 0 { throw .emptyFile }
    guard let end = try ZIPEndRecord(of: file) else { throw .zipTruncated("the directory at its end is missing.") }
    var entries = try end.entries(of: file, limits: limits)
    for index in entries.indices { entries[index].dataOffset = try entries[index].checkedDataOffset(in: file) }
    try Self.checkOverlaps(of: entries, end: end)
    places = try Self.places(of: entries)
    inflated = Array(repeating: 0, count: entries.count)
    (self.entries, self.limits, self.file) = (entries, limits, file)
  }

  /// The entry of a part by its name, in which ASCII case does not count.
  func entry(named name: String) -> ZIPEntry? { places[ZIPEntry.partKey(name.utf8)].map { entries[$0] } }

  /// Whether any entry's name starts with a prefix, regardless of ASCII case.
  func hasEntry(below prefix: String) -> Bool {
    let key = ZIPEntry.partKey(prefix.utf8)
    return entries.contains { $0.partKey.starts(with: key) }
  }

  package func reader(of entry: ZIPEntry, partSize: Int) throws(SpreadsheetError) -> ZIPEntryReader {
    var limits = limits
    limits.partSize = partSize
    var others = (size: 0, compressedSize: 0)
    for (index, size) in inflated.enumerated() where size > 0 && entries[index].headerOffset != entry.headerOffset {
      others.size += size
      others.compressedSize += entries[index].compressedSize
    }
    return try ZIPEntryReader(entry, in: file, limits: limits, others: others)
  }

  /// Counts the bytes of an entry towards the limit of all entries.
  func count(_ size: Int, of entry: ZIPEntry) {
    guard let place = places[entry.partKey] else { return }
    inflated[place] = max(inflated[place], size)
  }

  /// Refuses entries that share bytes: they inflate to more than the file can contain (Fifield's overlapping bomb).
  private static func checkOverlaps(of entries: [ZIPEntry], end: ZIPEndRecord) throws(SpreadsheetError) {
    var covered = 0
    for entry in entries.sorted(by: { $0.headerOffset < $1.headerOffset }) {
      if entry.headerOffset < covered {
        throw .zip(.zipOverlap, "an entry shares bytes with another one.", entry: entry)
      }
      covered = entry.dataOffset + entry.compressedSize
      if covered > end.directoryOffset {
        throw .zip(.zipOverlap, "the bytes of an entry run into the directory.", entry: entry)
      }
    }
  }

  private static func places(of entries: [ZIPEntry]) throws(SpreadsheetError) -> [[UInt8]: Int] {
    var places: [[UInt8]: Int] = [:]
    for (index, entry) in entries.enumerated() where !entry.isDirectory {
      if places.updateValue(index, forKey: entry.partKey) != nil {
        throw .zip(.zipDuplicateEntry, "an entry occurs twice, and it is unclear which one counts.", entry: entry)
      }
    }
    return places
  }
}
