import Basics

/// The numbers and placeholders of a text, which a similar text must have too.
struct TextTokens: Hashable, Sendable {
  /// A hash of each token, in order. Two tokens have the same by one chance in 2⁶⁴.
  private let hashes: [Int]

  init(_ text: String) {
    var hashes: [Int] = []
    let places = Placeholder.places(in: text)
    for place in places { hashes.append(text[place].hashValue) }
    var start = text.startIndex
    for place in places + [text.endIndex..<text.endIndex] {
      for number in Self.numbers(in: text[start..<place.lowerBound]) { hashes.append(number.hashValue) }
      start = place.upperBound
    }
    self.hashes = hashes.sorted()
  }

  /// The number of tokens that only one of two texts has.
  func differences(from other: TextTokens) -> Int {
    if hashes.isEmpty || other.hashes.isEmpty { return hashes.count + other.hashes.count }
    var (left, right, count) = (0, 0, 0)
    while left < hashes.count, right < other.hashes.count {
      if hashes[left] == other.hashes[right] {
        left += 1
        right += 1
      } else {
        if hashes[left] < other.hashes[right] { left += 1 } else { right += 1 }
        count += 1
      }
    }
    return count + hashes.count - left + other.hashes.count - right
  }

  private static func numbers(in text: Substring) -> [Substring] {
    guard text.utf8.contains(where: { (0x30...0x39).contains($0) || $0 >= 0x80 }) else { return [] }
    return text.split { $0.unicodeScalars.first?.properties.numericType != .decimal }
  }
}
