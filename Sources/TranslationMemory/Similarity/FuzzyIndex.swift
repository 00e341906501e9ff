/// Finds the texts that are similar to another one without comparing it with each.
///
/// The score of two texts is their Levenshtein ratio in characters, in whole per cent: one minus the distance divided by
/// the length of the longer text. Each number or placeholder that only one of them has takes away ten more. A text that
/// is not the same has 99 at most.
///
/// A change of one character touches two pairs of neighbouring characters, so two similar texts share most of their
/// pairs. Of a text's pairs, the rarest are looked up among the texts of about its length; only texts with enough of
/// them are compared. No similar text is missed (q-gram lemma: Ukkonen, Approximate string-matching with q-grams, 1992).
package struct FuzzyIndex: Sendable {
  /// The lowest scores that can be asked for. Below 67, a text may share no pair with a similar one.
  package static let scores = 70...99

  /// The most characters of a text that is compared.
  private static let longestText = 10_000
  /// The number of pairs that a similar text must share, if the text has so many.
  private static let sharedPairs = 6

  /// A text that can be found.
  private struct Entry {
    let place: Int
    let characters: [UInt32]
    let tokens: TextTokens
  }

  private let threshold: Int
  /// The shortest first, so that texts of similar length are next to each other.
  private let entries: [Entry]
  /// For each length, the place of the first entry that has it or more.
  private let firstOfLength: [Int32]
  /// The entries of each pair in their order, in one array.
  private var owners: [Int32] = []
  private var ranges: [UInt64: Range<Int32>] = [:]

  /// Memory that is used again from search to search.
  package struct Scratch: Sendable {
    fileprivate var counts: [UInt16] = []
    fileprivate var touched: [Int32] = []
    fileprivate var postings: [Range<Int32>] = []
    fileprivate var cells: [Int] = []

    /// Creates memory without contents.
    package init() {}
  }

  /// Indexes texts.
  ///
  /// - Parameters:
  ///   - places: The places of the texts that can be found; nil for all.
  ///   - threshold: The lowest score that counts, one of ``scores``.
  package init(_ texts: [String], places: [Int]? = nil, threshold: Int) {
    self.threshold = threshold
    var entries: [Entry] = []
    for place in places ?? Array(texts.indices) {
      let characters = Graphemes.numbers(of: texts[place])
      guard characters.count <= Self.longestText else { continue }
      entries.append(Entry(place: place, characters: characters, tokens: TextTokens(texts[place])))
    }
    entries.sort { ($0.characters.count, $0.place) < ($1.characters.count, $1.place) }
    self.entries = entries
    var first: [Int32] = []
    for (index, entry) in entries.enumerated() {
      while first.count <= entry.characters.count { first.append(Int32(index)) }
    }
    firstOfLength = first
    var pairs: [(pair: UInt64, entry: Int32)] = []
    for (index, entry) in entries.enumerated() {
      for pair in Self.pairs(of: entry.characters) { pairs.append((pair, Int32(index))) }
    }
    pairs.sort { ($0.pair, $0.entry) < ($1.pair, $1.entry) }
    owners.reserveCapacity(pairs.count)
    var start = 0
    for index in pairs.indices {
      if index > 0, pairs[index].pair != pairs[index - 1].pair {
        ranges[pairs[index - 1].pair] = Int32(start)..<Int32(owners.count)
        start = owners.count
      } else if index > 0, pairs[index].entry == pairs[index - 1].entry {
        continue
      }
      owners.append(pairs[index].entry)
    }
    if let last = pairs.last { ranges[last.pair] = Int32(start)..<Int32(owners.count) }
  }

  /// Calls `body` with the place of each text that is similar to a text, and its score. The text itself is left out.
  ///
  /// - Parameter floor: The lowest score that is of use for the text at a place; lower ones count as the threshold.
  package func forEachText(
    similarTo text: String, _ scratch: inout Scratch, floor: (_ place: Int) -> Int = { _ in 0 },
    _ body: (_ place: Int, _ score: Int) -> Void
  ) {
    let wanted = Graphemes.numbers(of: text)
    guard !wanted.isEmpty, wanted.count <= Self.longestText else { return }
    findCandidates(for: wanted, &scratch)
    guard !scratch.touched.isEmpty else { return }
    let tokens = TextTokens(text)
    let pattern = EditPattern(wanted)
    for candidate in scratch.touched {
      let other = entries[Int(candidate)]
      let length = max(wanted.count, other.characters.count)
      let lost = 10 * tokens.differences(from: other.tokens)
      let most = (100 - max(threshold, floor(other.place)) - lost) * length / 100
      guard most > 0 else { continue }
      let distance =
        if let pattern { pattern.distance(to: other.characters, most: most) } else {
          EditDistance.between(wanted, other.characters, most: most, &scratch.cells)
        }
      guard let distance, distance > 0 else { continue }
      body(other.place, min(99, 100 * (length - distance) / length) - lost)
    }
  }

  /// The places of the texts that are similar to a text, each with its score, without the text itself.
  package func texts(similarTo text: String, _ scratch: inout Scratch) -> [(text: Int, score: Int)] {
    var found: [(text: Int, score: Int)] = []
    forEachText(similarTo: text, &scratch) { found.append(($0, $1)) }
    return found.sorted { $0.text < $1.text }
  }

  /// Leaves in the scratch memory the entries that share enough pairs with a text, and have about its length.
  private func findCandidates(for wanted: [UInt32], _ scratch: inout Scratch) {
    scratch.touched.removeAll(keepingCapacity: true)
    let (first, end) = entriesOfLength(like: wanted.count)
    guard first < end else { return }
    let mostEdits = (100 - threshold) * wanted.count / threshold
    scratch.postings.removeAll(keepingCapacity: true)
    for pair in Self.pairs(of: wanted) {
      let range = ranges[pair] ?? 0..<0
      let start = place(of: first, in: range)
      scratch.postings.append(start..<place(of: end, in: start..<range.upperBound))
    }
    let prefix = min(scratch.postings.count, 2 * mostEdits + Self.sharedPairs)
    if prefix < scratch.postings.count { scratch.postings.sort { $0.count < $1.count } }
    if scratch.counts.count != entries.count { scratch.counts = [UInt16](repeating: 0, count: entries.count) }
    for range in scratch.postings.prefix(prefix) {
      for place in range {
        let owner = owners[Int(place)]
        if scratch.counts[Int(owner)] == 0 { scratch.touched.append(owner) }
        scratch.counts[Int(owner)] += 1
      }
    }
    let shared = prefix - 2 * mostEdits
    var kept = 0
    for index in scratch.touched.indices {
      let owner = scratch.touched[index]
      if Int(scratch.counts[Int(owner)]) >= shared {
        scratch.touched[kept] = owner
        kept += 1
      }
      scratch.counts[Int(owner)] = 0
    }
    scratch.touched.removeSubrange(kept...)
  }

  /// The entries whose length lets them reach the threshold, from the first to before the end.
  private func entriesOfLength(like length: Int) -> (first: Int32, end: Int32) {
    let shortest = (length * threshold + 99) / 100
    let longest = length * 100 / threshold
    let place = { (length: Int) in
      length < firstOfLength.count ? firstOfLength[length] : Int32(entries.count)
    }
    return (place(shortest), place(longest + 1))
  }

  /// The first place in a part of the owners that has an entry or a later one.
  private func place(of entry: Int32, in range: Range<Int32>) -> Int32 {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if owners[Int(middle)] < entry { low = middle + 1 } else { high = middle }
    }
    return low
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
