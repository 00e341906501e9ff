package import Exchange

/// A file that translators exchange, as a memory.
package struct MemoryFile: SearchableMemory {
  /// The path of the file.
  package let path: String
  private let coding: any UnitCoding
  private let options: UnitReadingOptions

  /// Creates a memory of a file.
  ///
  /// - Parameter others: Formats besides those of ``UnitCodings``.
  /// - Throws: `exchange.unknown` for a file of no known format; the errors of reading its start.
  package init(
    _ path: String, options: UnitReadingOptions = UnitReadingOptions(), others: [any UnitCoding] = []
  ) throws {
    self.path = path
    self.options = options
    coding = try UnitCodings.coding(ofFileAt: path, options: options, others: others)
  }

  /// Creates a memory of a file in a given format.
  package init(_ path: String, _ coding: any UnitCoding, options: UnitReadingOptions = UnitReadingOptions()) {
    self.path = path
    self.coding = coding
    self.options = options
  }

  /// The name of the file without its folder.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  package func read(_ body: (MemoryEntry) throws -> Void) throws {
    try coding.read(path, options: options) { try body(MemoryEntry($0)) }
  }
}
