import Basics

/// The letters of all columns, ready to copy.
final class ColumnNames {
  /// Three letters and their number for each column, filled in when they are needed.
  private let names: UnsafeMutablePointer<UInt32>

  init() {
    names = .allocate(capacity: SpreadsheetLimits.columns)
    names.initialize(repeating: 0, count: SpreadsheetLimits.columns)
  }

  deinit {
    names.deallocate()
  }

  /// Writes the letters of a column, counted from zero. Always writes four bytes; the next write replaces those after
  /// the letters.
  @inline(__always)
  func write(_ column: Int, _ out: inout UnsafeMutablePointer<UInt8>) {
    var name = names[column]
    if name == 0 { name = add(column) }
    UnsafeMutableRawPointer(out).storeBytes(of: name, as: UInt32.self)
    out += Int(name >> 24)
  }

  @inline(never)
  private func add(_ column: Int) -> UInt32 {
    var name: UInt32 = 0
    var length: UInt32 = 0
    for letter in CellName.letters(ofColumn: column).utf8 {
      name |= UInt32(letter) << (8 * length)
      length += 1
    }
    name |= length << 24
    names[column] = name.littleEndian
    return names[column]
  }
}
