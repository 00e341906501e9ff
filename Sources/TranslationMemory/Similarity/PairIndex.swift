import Basics

/// Finds the texts whose Levenshtein ratio to another one is high, among texts with the same numbers and placeholders.
///
/// A change of one character touches two pairs of neighbouring characters, so two similar texts share most of their
/// pairs. Of a text's pairs, the rarest are looked up among the texts of about its length; only texts with enough of
/// them are compared. No similar text is missed (q-gram lemma: Ukkonen, Approximate string-matching with q-grams, 1992).
struct PairIndex: Sendable {
  /// The most characters of a text that is compared.
  static let longestText = 10_000
  /// The number of pairs that a similar text must share, if the text has so many.
  private static let sharedPairs = 6

  /// The places of the texts, those of the shortest texts first.
  private var places: [Int] = []
  private var texts: [[UInt32]] = []
  /// For each length, the first text that has it or more.
  private var firstOfLength: [Int32] = []
  /// The texts of each pair in their order, in one array.
  private var owners: [Int32] = []
  private var ranges: [UInt64: Range<Int32>] = [:]

  /// Memory that is used again from search to search.
  struct Scratch: Sendable {
    fileprivate var counts: [UInt16] = []
    fileprivate var touched: [Int32] = []
    fileprivate var postings: [Range<Int32>] = []
    fileprivate var cells: [Int] = []
  }

  /// Indexes the texts at some places. Longer ones than are compared are left out.
  init(_ texts: [String], places: [Int]) {
    var entries: [(place: Int, characters: [UInt32])] = []
    for place in places {
      let characters = Graphemes.numbers(of: texts[place])
      if characters.count <= Self.longestText { entries.append((place, characters)) }
    }
    entries.sort { ($0.characters.count, $0.place) < ($1.characters.count, $1.place) }
    var pairs: [(pair: UInt64, text: Int32)] = []
    for (index, entry) in entries.enumerated() {
      while firstOfLength.count <= entry.characters.count { firstOfLength.append(Int32(index)) }
      for pair in Self.pairs(of: entry.characters) { pairs.append((pair, Int32(index))) }
    }
    self.places = entries.map(\.place)
    self.texts = entries.map(\.characters)
    pairs.sort { ($0.pair, $0.text) < ($1.pair, $1.text) }
    owners.reserveCapacity(pairs.count)
    var start = 0
    for index in pairs.indices {
      if index > 0, pairs[index].pair != pairs[index - 1].pair {
        ranges[pairs[index - 1].pair] = Int32(start)..<Int32(owners.count)
        start = owners.count
      } else if index > 0, pairs[index].text == pairs[index - 1].text {
        continue
      }
      owners.append(pairs[index].text)
    }
    if let last = pairs.last { ranges[last.pair] = Int32(start)..<Int32(owners.count) }
  }

  /// Calls `body` with the place of each text that is similar to a text, and its ratio in whole per cent.
  ///
  /// - Parameters:
  ///   - pattern: The text as a pattern; nil if it is too long for one.
  ///   - threshold: The lowest ratio that counts.
  ///   - floor: The lowest ratio that is of use for the text at a place.
  func forEachText(
    similarTo wanted: [UInt32], _ pattern: EditPattern?, threshold: Int, _ scratch: inout Scratch,
    floor: (_ place: Int) -> Int, _ body: (_ place: Int, _ ratio: Int) -> Void
  ) {
    findCandidates(for: wanted, threshold, &scratch)
    for candidate in scratch.touched {
      let place = places[Int(candidate)]
      let length = max(wanted.count, texts[Int(candidate)].count)
      let most = (100 - max(threshold, floor(place))) * length / 100
      guard most > 0 else { continue }
      let distance =
        if let pattern { pattern.distance(to: texts[Int(candidate)], most: most) } else {
          EditDistance.between(wanted, texts[Int(candidate)], most: most, &scratch.cells)
        }
      guard let distance, distance > 0 else { continue }
      body(place, min(99, 100 * (length - distance) / length))
    }
  }

  /// Leaves in the scratch memory the texts that share enough pairs with a text, and have about its length.
  private func findCandidates(for wanted: [UInt32], _ threshold: Int, _ scratch: inout Scratch) {
    scratch.touched.removeAll(keepingCapacity: true)
    let (first, end) = textsOfLength(like: wanted.count, threshold)
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
    let shared = prefix - 2 * mostEdits
    if scratch.counts.count < texts.count {
      scratch.counts.append(contentsOf: repeatElement(0, count: texts.count - scratch.counts.count))
    }
    // A text that is in none of the first postings shares too few of the others.
    for (index, range) in scratch.postings.prefix(prefix).enumerated() {
      let isLate = index > prefix - shared
      for place in range {
        let owner = owners[Int(place)]
        if scratch.counts[Int(owner)] == 0 {
          if isLate { continue }
          scratch.touched.append(owner)
        }
        scratch.counts[Int(owner)] += 1
      }
    }
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

  /// The texts whose length lets them reach the threshold, from the first to before the end.
  private func textsOfLength(like length: Int, _ threshold: Int) -> (first: Int32, end: Int32) {
    let shortest = (length * threshold + 99) / 100
    let longest = length * 100 / threshold
    let place = { (length: Int) in
      length < firstOfLength.count ? firstOfLength[length] : Int32(texts.count)
    }
    return (place(shortest), place(longest + 1))
  }

  /// The first place in a part of the owners that has a text or a later one.
  private func place(of text: Int32, in range: Range<Int32>) -> Int32 {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if owners[Int(middle)] < text { low = middle + 1 } else { high = middle }
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
