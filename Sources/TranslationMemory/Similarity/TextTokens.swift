import Basics

/// The numbers and placeholders of a text, which a similar text must have too.
struct TextTokens: Sendable {
  private let counts: [String: Int]

  init(_ text: String) {
    var counts: [String: Int] = [:]
    let places = Placeholder.places(in: text)
    for place in places { counts[String(text[place]), default: 0] += 1 }
    var start = text.startIndex
    for place in places + [text.endIndex..<text.endIndex] {
      for number in Self.numbers(in: text[start..<place.lowerBound]) { counts[number, default: 0] += 1 }
      start = place.upperBound
    }
    self.counts = counts
  }

  /// The number of tokens that only one of two texts has.
  func differences(from other: TextTokens) -> Int {
    counts.reduce(0) { $0 + max(0, $1.value - (other.counts[$1.key] ?? 0)) }
      + other.counts.reduce(0) { $0 + max(0, $1.value - (counts[$1.key] ?? 0)) }
  }

  private static func numbers(in text: Substring) -> [String] {
    text.split { $0.unicodeScalars.first?.properties.numericType != .decimal }.map(String.init)
  }
}
