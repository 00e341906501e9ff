import NStackAPI

/// The values of one language in a catalog, kept as the bytes that NStack sent. A product has half a million values,
/// and a string for each would take more time and memory than everything else.
struct CatalogColumn: Sendable {
  /// The position of a value; no bytes if the text is not translated.
  private struct Place {
    var start: UInt32 = 0
    var count: UInt32 = 0
  }

  private let bytes: [UInt8]
  /// The place of each key's value. Keys that were added after this language was read are not translated in it.
  private var places: [Place]

  /// Creates a column without translations.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that contain the values.
  ///   - keyCount: The number of keys so far.
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
