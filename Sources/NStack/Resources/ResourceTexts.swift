import Basics

/// The texts of one language in one block of memory, without a string for each, so that whole products can be read and
/// compared.
package struct ResourceTexts: Sendable {
  package static let mostBytes = Int(Int32.max)

  package struct Entry: Sendable {
    private let sectionIndex: UInt32
    private let keyStart: UInt32
    private let keyCount: UInt32
    /// The length of the value in bytes; -1 for a missing value.
    private let valueCount: Int32

    fileprivate init(section: Int, key: Range<Int>, valueCount: Int?) {
      sectionIndex = UInt32(section)
      keyStart = UInt32(key.lowerBound)
      keyCount = UInt32(key.count)
      self.valueCount = valueCount.map { Int32($0) } ?? -1
    }

    /// The index of its section in ``ResourceTexts/sections``.
    package var section: Int { Int(sectionIndex) }
    /// The range of its key in ``ResourceTexts/bytes``. The value follows right after it.
    package var key: Range<Int> { Int(keyStart)..<(Int(keyStart) + Int(keyCount)) }
    /// Whether there is a value; NStack marks texts that are not translated.
    package var hasValue: Bool { valueCount >= 0 }
    package var value: Range<Int> { key.upperBound..<(key.upperBound + max(0, Int(valueCount))) }
  }

  /// The sections in NStack's order; no two have the same bytes.
  package private(set) var sections: [String] = []
  /// The texts, section by section. No two keys of a section have the same bytes.
  package private(set) var entries: [Entry] = []
  /// Keys and values in UTF-8.
  package private(set) var bytes: [UInt8] = []

  private var indices: [ExactText: Int] = [:]
  private var known = ResourceKeys()

  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  package func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: - Filling

  func hasSection(_ name: String) -> Bool { indices[ExactText(name)] != nil }

  /// Returns the index of a section, after adding one of this name if there is none.
  package mutating func open(_ name: String) -> Int {
    let exact = ExactText(name)
    if let index = indices[exact] { return index }
    indices[exact] = sections.count
    sections.append(name)
    return sections.count - 1
  }

  mutating func read<Failure: Error>(_ body: (inout [UInt8]) throws(Failure) -> Void) throws(Failure) {
    try body(&bytes)
  }

  /// Adds a text to a section. All texts together may have ``mostBytes``.
  package mutating func add(section: Int, key: String, value: String?) {
    let start = bytes.count
    bytes.append(contentsOf: key.utf8)
    let end = bytes.count
    if let value { bytes.append(contentsOf: value.utf8) }
    precondition(bytes.count <= Self.mostBytes, "the texts of one language take 2 GiB at most")
    add(section: section, key: start..<end, hasValue: value != nil)
  }

  /// Adds a text whose key is in the bytes already. Its value is all that follows the key. Returns whether the key is
  /// new in the section. If not, the value replaces the earlier one.
  @discardableResult mutating func add(section: Int, key: Range<Int>, hasValue: Bool) -> Bool {
    let entry = Entry(section: section, key: key, valueCount: hasValue ? bytes.count - key.upperBound : nil)
    if let index = known.insert(entries.count, entry, in: bytes, entries) {
      entries[index] = entry
      return false
    }
    entries.append(entry)
    return true
  }

  mutating func truncate(to count: Int) { bytes.removeSubrange(count...) }

  /// Sorts the texts by section, and releases the memory that was only needed for filling.
  package mutating func finish() {
    known = ResourceKeys()
    indices = [:]
    guard zip(entries, entries.dropFirst()).contains(where: { $1.section < $0.section }) else { return }
    var grouped = [[Entry]](repeating: [], count: sections.count)
    for entry in entries { grouped[entry.section].append(entry) }
    entries = grouped.flatMap(\.self)
  }
}

private struct ResourceKeys {
  private struct Slot {
    var hash: UInt32 = 0
    /// The index of the text plus one; zero if the slot is free.
    var index: UInt32 = 0
  }

  private var slots: [Slot] = []
  private var count = 0

  /// Adds the index of a text; if a text with the same section and key exists, returns that one's index instead.
  mutating func insert(_ index: Int, _ entry: ResourceTexts.Entry, in bytes: [UInt8], _ entries: [ResourceTexts.Entry])
    -> Int?
  {
    if count >= slots.count / 2 { grow() }
    return bytes.withUnsafeBufferPointer { bytes in
      let key = UnsafeBufferPointer(rebasing: bytes[entry.key])
      // Hasher has a new seed in every process, so a server cannot choose keys that all collide.
      var hasher = Hasher()
      hasher.combine(entry.section)
      hasher.combine(bytes: UnsafeRawBufferPointer(key))
      let hash = UInt32(truncatingIfNeeded: hasher.finalize())
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot].index != 0 {
        let met = Int(slots[slot].index) - 1
        if slots[slot].hash == hash, entries[met].section == entry.section,
          UnsafeBufferPointer(rebasing: bytes[entries[met].key]).isSame(as: key)
        {
          return met
        }
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = Slot(hash: hash, index: UInt32(index + 1))
      count += 1
      return nil
    }
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: max(256, old.count * 2))
    for slot in old where slot.index != 0 {
      var index = Int(slot.hash) & (slots.count - 1)
      while slots[index].index != 0 { index = (index + 1) & (slots.count - 1) }
      slots[index] = slot
    }
  }
}
