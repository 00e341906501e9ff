/// Writes numbers in as few bytes as possible, seven bits in each.
struct PackedWriter {
  var bytes: [UInt8] = []

  mutating func write(_ number: Int) {
    write(UInt64(bitPattern: Int64(number)))
  }

  /// Small numbers of either sign take few bytes.
  mutating func writeSigned(_ number: Int64) {
    write(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  mutating func write(_ slice: ArraySlice<UInt8>) {
    write(slice.count)
    bytes += slice
  }

  private mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}

/// Reads the bytes of a ``PackedWriter``.
struct PackedReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func byte() throws -> UInt8 {
    guard place < bytes.count else { throw PackedDocuments.Malformed() }
    defer { place += 1 }
    return bytes[place]
  }

  /// A count, or a place in a list; at most the number of bytes.
  mutating func count() throws -> Int {
    guard let count = Int(exactly: try number()), count <= bytes.count else { throw PackedDocuments.Malformed() }
    return count
  }

  mutating func signed() throws -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  mutating func slice() throws -> ArraySlice<UInt8> {
    let count = try count()
    guard count <= bytes.count - place else { throw PackedDocuments.Malformed() }
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  private mutating func number() throws -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw PackedDocuments.Malformed()
  }
}
