import NStackAPI

/// The values of one language in a catalog, in the bytes in which they came: a product has half a million of them, and a
/// string for each would take more time and memory than all else.
struct CatalogColumn: Sendable {
  /// Where a value stands; no bytes where the text is not translated.
  private struct Place {
    var start: UInt32 = 0
    var count: UInt32 = 0
  }

  private let bytes: [UInt8]
  /// For each key; keys that came later than this language are not translated in it.
  private var places: [Place]

  /// Nothing translated yet.
  ///
  /// - Parameters:
  ///   - bytes: Where the values stand.
  ///   - keyCount: How many keys there are.
  init(_ bytes: [UInt8], keyCount: Int) {
    self.bytes = bytes
    places = [Place](repeating: Place(), count: keyCount)
  }

  /// Sets the value of a key.
  mutating func set(_ value: Range<Int>, ofKeyAt key: Int) {
    while places.count <= key { places.append(Place()) }
    places[key] = Place(start: UInt32(value.lowerBound), count: UInt32(value.count))
  }

  func hasValue(ofKeyAt key: Int) -> Bool {
    key < places.count && places[key].count > 0
  }

  func withUTF8<Result>(
    ofKeyAt key: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let place = key < places.count ? places[key] : Place()
    let start = Int(place.start)
    return try bytes.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[start..<(start + Int(place.count))]))
    }
  }
}
