/// A ZIP container whose entries may hold anything.
struct ZIPContainer {
  struct Entry {
    var name: [UInt8]
    /// The bytes as they stand in the container.
    var data: [UInt8]
    var method = 0
    var checksum: UInt32
    var size: UInt64
    var externalAttributes: UInt32 = 0

    init(_ name: String, _ content: [UInt8], isDeflated: Bool = true) {
      self.name = Array(name.utf8)
      data = isDeflated ? Deflate.bytes(content) : content
      method = isDeflated ? 8 : 0
      checksum = Checksum.of(content)
      size = UInt64(content.count)
    }

    /// What both headers tell.
    fileprivate var told: [UInt8] {
      var all: [UInt8] = []
      for number in [20, 0, method] { all.append16(number) }
      for number in [0x5A21_0000, checksum, UInt32(data.count), UInt32(truncatingIfNeeded: size)] {
        all.append32(number)
      }
      all.append16(name.count)
      all.append16(0)
      return all
    }
  }

  var entries: [Entry]
  /// How many entries the end record tells of; nil for as many as there are.
  var entryCount: Int?

  /// The place of an entry.
  func index(of name: String) -> Int {
    guard let index = entries.firstIndex(where: { $0.name == Array(name.utf8) }) else {
      preconditionFailure("no entry \(name)")
    }
    return index
  }

  /// Changes one entry.
  func changing(_ name: String, _ change: (inout Entry) -> Void) -> ZIPContainer {
    with { change(&$0.entries[index(of: name)]) }
  }

  /// Changes the container.
  func with(_ change: (inout ZIPContainer) -> Void) -> ZIPContainer {
    var container = self
    change(&container)
    return container
  }

  var bytes: [UInt8] {
    var all: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      directory.append32(0x0201_4B50)
      directory.append16(0x031E)
      directory += entry.told
      for _ in 0..<3 { directory.append16(0) }
      directory.append32(entry.externalAttributes)
      directory.append32(UInt32(all.count))
      directory += entry.name
      all.append32(0x0403_4B50)
      all += entry.told + entry.name + entry.data
    }
    let start = all.count
    all += directory
    all.append32(0x0605_4B50)
    for number in [0, 0, entryCount ?? entries.count, entryCount ?? entries.count] { all.append16(number) }
    all.append32(UInt32(directory.count))
    all.append32(UInt32(start))
    all.append16(0)
    return all
  }
}
