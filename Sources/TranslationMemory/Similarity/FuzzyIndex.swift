/// Finds the texts that are similar to another one without comparing it with each.
///
/// The score of two texts is their Levenshtein ratio in characters, in whole per cent: one minus the distance divided by
/// the length of the longer text. Each number or placeholder that only one of them has takes away ten more. A text that
/// is not the same has 99 at most.
///
/// A change of one character touches two pairs of neighbouring characters, so two similar texts share most of their
/// pairs. Of a text's pairs, the rarest are looked up; only texts with enough of them are compared. No similar text is
/// missed (q-gram lemma: Ukkonen, Approximate string-matching with q-grams, 1992).
package struct FuzzyIndex: Sendable {
  /// The lowest scores that can be asked for. Below 67, a text may share no pair with a similar one.
  package static let scores = 70...99

  /// The most characters of a text that is compared.
  private static let longestText = 10_000
  /// The number of pairs that a similar text must share, if the text has so many.
  private static let sharedPairs = 8

  private let threshold: Int
  private let texts: [[UInt32]]
  private let contents: [TextTokens]
  /// The texts of each pair, in one array.
  private var owners: [Int32] = []
  private var ranges: [UInt64: Range<Int32>] = [:]

  /// Memory that is used again from search to search.
  package struct Scratch: Sendable {
    fileprivate var counts: [Int32] = []
    fileprivate var touched: [Int32] = []
    fileprivate var cells: [Int] = []

    /// Creates memory without contents.
    package init() {}
  }

  /// Indexes texts.
  ///
  /// - Parameter threshold: The lowest score that counts, one of ``scores``.
  package init(_ texts: [String], threshold: Int) {
    self.threshold = threshold
    self.texts = texts.map(Graphemes.numbers)
    contents = texts.map(TextTokens.init)
    var pairs: [(pair: UInt64, text: Int32)] = []
    for (place, text) in self.texts.enumerated() where text.count <= Self.longestText {
      for pair in Self.pairs(of: text) { pairs.append((pair, Int32(place))) }
    }
    pairs.sort { ($0.pair, $0.text) < ($1.pair, $1.text) }
    owners.reserveCapacity(pairs.count)
    var start = 0
    for place in pairs.indices {
      if place > 0, pairs[place].pair != pairs[place - 1].pair {
        ranges[pairs[place - 1].pair] = Int32(start)..<Int32(owners.count)
        start = owners.count
      } else if place > 0, pairs[place].text == pairs[place - 1].text {
        continue
      }
      owners.append(pairs[place].text)
    }
    if let last = pairs.last { ranges[last.pair] = Int32(start)..<Int32(owners.count) }
  }

  /// The places of the texts that are similar to a text, each with its score, without the text itself.
  package func texts(similarTo text: String, _ scratch: inout Scratch) -> [(text: Int, score: Int)] {
    let wanted = Graphemes.numbers(of: text)
    guard !wanted.isEmpty, wanted.count <= Self.longestText else { return [] }
    let candidates = candidates(for: wanted, &scratch)
    guard !candidates.isEmpty else { return [] }
    let tokens = TextTokens(text)
    return candidates.sorted().compactMap { place in
      let other = texts[place]
      let length = max(wanted.count, other.count)
      let most = (100 - threshold) * length / 100
      guard let distance = EditDistance.between(wanted, other, most: most, &scratch.cells), distance > 0 else {
        return nil
      }
      let score = min(99, 100 * (length - distance) / length) - 10 * tokens.differences(from: contents[place])
      return score >= threshold ? (place, score) : nil
    }
  }

  /// The places of the texts that share enough pairs with a text, and have about its length.
  private func candidates(for wanted: [UInt32], _ scratch: inout Scratch) -> [Int] {
    let mostEdits = (100 - threshold) * wanted.count / threshold
    let found = Self.pairs(of: wanted).map { ranges[$0] ?? 0..<0 }.sorted { $0.count < $1.count }
    let prefix = min(found.count, 2 * mostEdits + Self.sharedPairs)
    let shared = prefix - 2 * mostEdits
    if scratch.counts.count != texts.count { scratch.counts = [Int32](repeating: 0, count: texts.count) }
    scratch.touched.removeAll(keepingCapacity: true)
    for range in found.prefix(prefix) {
      for owner in range {
        let text = owners[Int(owner)]
        if scratch.counts[Int(text)] == 0 { scratch.touched.append(text) }
        scratch.counts[Int(text)] += 1
      }
    }
    var candidates: [Int] = []
    for text in scratch.touched {
      let place = Int(text)
      let (short, long) = (min(wanted.count, texts[place].count), max(wanted.count, texts[place].count))
      if scratch.counts[place] >= shared, short * 100 >= long * threshold { candidates.append(place) }
      scratch.counts[place] = 0
    }
    return candidates
  }

  /// The pairs of neighbouring characters, with an end before the first and after the last.
  private static func pairs(of text: [UInt32]) -> [UInt64] {
    var pairs: [UInt64] = []
    pairs.reserveCapacity(text.count + 1)
    var last: UInt64 = 0
    for number in text {
      pairs.append(last << 32 | UInt64(number))
      last = UInt64(number)
    }
    pairs.append(last << 32)
    return pairs
  }
}
