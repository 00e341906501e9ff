import Basics

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
  /// What a number or placeholder that only one text has takes away.
  private static let lostByToken = 10
  private static let longestText = 10_000
  /// The number of pairs that a similar text must share, if the text has so many.
  private static let sharedPairs = 6

  private let threshold: Int
  /// The indices and tokens of the texts, those of the shortest texts first.
  private var texts: [(index: Int, tokens: TextTokens)] = []
  private var kinds = CharacterCounts()
  /// The characters of all texts, and where those of each text begin; at the end, where the last text ends.
  private var characters: [UInt32] = []
  private var starts: [Int] = [0]
  /// For each length, the first text that has it or more.
  private var firstOfLength: [Int32] = []
  /// The texts of each pair in their order, in one array.
  private var owners: [Int32] = []
  private var pairs = PairTable(count: 0)

  /// A text that is looked for, and the texts that may be similar to it.
  package struct Scratch: Sendable {
    fileprivate var wanted: [UInt32] = []
    fileprivate var tokens = TextTokens("")
    fileprivate var kinds = CharacterCounts()
    fileprivate var pattern: EditPattern?
    fileprivate var counts: [UInt16] = []
    fileprivate var postings: [Range<Int32>] = []
    /// The texts to be asked for with ``FuzzyIndex/similarText(_:_:floor:)``.
    package fileprivate(set) var candidates: [Int32] = []

    package init() {}
  }

  /// Indexes the texts at some indices, or all; the threshold is one of ``scores``. Longer texts than are compared are
  /// left out.
  package init(_ texts: [String], indices: [Int]? = nil, threshold: Int) {
    self.threshold = threshold
    var entries: [(index: Int, characters: [UInt32])] = []
    for index in indices ?? Array(texts.indices) {
      var characters: [UInt32] = []
      Graphemes.append(texts[index], to: &characters)
      if characters.count <= Self.longestText { entries.append((index, characters)) }
    }
    entries.sort { ($0.characters.count, $0.index) < ($1.characters.count, $1.index) }
    var found: [(pair: UInt64, text: Int32)] = []
    for (place, entry) in entries.enumerated() {
      while firstOfLength.count <= entry.characters.count { firstOfLength.append(Int32(place)) }
      Self.forEachPair(of: entry.characters) { found.append(($0, Int32(place))) }
      characters += entry.characters
      starts.append(characters.count)
      self.texts.append((entry.index, TextTokens(texts[entry.index])))
      kinds.append(entry.characters)
    }
    found.sort { ($0.pair, $0.text) < ($1.pair, $1.text) }
    pairs = PairTable(count: found.count)
    var start = 0
    for (place, (pair, text)) in found.enumerated() {
      let isNew = place == 0 || found[place - 1].pair != pair
      if isNew { start = owners.count } else if owners.last == text { continue }
      owners.append(text)
      pairs[pair] = Int32(start)..<Int32(owners.count)
    }
  }

  /// Leaves in the scratch memory the texts that may be similar to a text.
  package func findCandidates(for text: String, _ scratch: inout Scratch) {
    scratch.candidates.removeAll(keepingCapacity: true)
    scratch.wanted.removeAll(keepingCapacity: true)
    Graphemes.append(text, to: &scratch.wanted)
    guard !scratch.wanted.isEmpty, scratch.wanted.count <= Self.longestText else { return }
    findCandidates(&scratch)
    guard !scratch.candidates.isEmpty else { return }
    scratch.tokens = TextTokens(text)
    scratch.kinds.removeAll()
    scratch.kinds.append(scratch.wanted)
    scratch.pattern = nil
  }

  /// The index of a candidate.
  package func index(of candidate: Int32) -> Int { texts[Int(candidate)].index }

  /// The score of a candidate; nil if it is below the threshold or a floor, or is the wanted text itself.
  package func score(of candidate: Int32, floor: Int, _ scratch: inout Scratch) -> Int? {
    let range = starts[Int(candidate)]..<starts[Int(candidate) + 1]
    let length = max(scratch.wanted.count, range.count)
    var most = (100 - max(threshold, floor)) * length / 100
    guard most > 0, scratch.kinds.leastEdits(to: kinds, at: Int(candidate)) <= most else { return nil }
    let lost = Self.lostByToken * scratch.tokens.differences(from: texts[Int(candidate)].tokens)
    most = (100 - max(threshold, floor) - lost) * length / 100
    guard most > 0 else { return nil }
    let pattern = scratch.pattern ?? EditPattern(scratch.wanted)
    scratch.pattern = pattern
    guard let distance = pattern.distance(to: characters, in: range, most: most), distance > 0 else { return nil }
    return min(99, 100 * (length - distance) / length) - lost
  }

  /// The indices of the texts that are similar to a text, each with its score, without the text itself.
  package func texts(similarTo text: String, _ scratch: inout Scratch) -> [(text: Int, score: Int)] {
    findCandidates(for: text, &scratch)
    var found: [(text: Int, score: Int)] = []
    for candidate in scratch.candidates {
      if let score = score(of: candidate, floor: 0, &scratch) { found.append((index(of: candidate), score)) }
    }
    return found.sorted { $0.text < $1.text }
  }

  /// Leaves in the scratch memory the texts that share enough pairs with the wanted one, and have about its length.
  private func findCandidates(_ scratch: inout Scratch) {
    let length = scratch.wanted.count
    let first = firstText(ofLength: (length * threshold + 99) / 100)
    let end = firstText(ofLength: length * 100 / threshold + 1)
    guard first < end else { return }
    let mostEdits = (100 - threshold) * length / threshold
    if scratch.counts.count < texts.count { scratch.counts = Array(repeating: 0, count: texts.count) }
    var (postings, touched): ([Range<Int32>], [Int32]) = ([], [])
    swap(&postings, &scratch.postings)
    swap(&touched, &scratch.candidates)
    owners.withUnsafeBufferPointer { owners in
      postings.removeAll(keepingCapacity: true)
      Self.forEachPair(of: scratch.wanted) { pair in
        let range = pairs[pair]
        let start = Self.index(of: first, in: range, owners)
        postings.append(start..<Self.index(of: end, in: start..<range.upperBound, owners))
      }
      let prefix = min(postings.count, 2 * mostEdits + Self.sharedPairs)
      if prefix < postings.count { postings.sort { $0.count < $1.count } }
      let shared = prefix - 2 * mostEdits
      scratch.counts.withUnsafeMutableBufferPointer { counts in
        // A text that is in none of the first postings shares too few of the others.
        for (index, range) in postings.prefix(prefix).enumerated() {
          let isLate = index > prefix - shared
          for index in range {
            let owner = owners[Int(index)]
            if counts[Int(owner)] == 0 {
              if isLate { continue }
              touched.append(owner)
            }
            counts[Int(owner)] += 1
          }
        }
        touched.removeAll { owner in
          defer { counts[Int(owner)] = 0 }
          return Int(counts[Int(owner)]) < shared
        }
      }
    }
    swap(&postings, &scratch.postings)
    swap(&touched, &scratch.candidates)
  }

  private func firstText(ofLength length: Int) -> Int32 {
    length < firstOfLength.count ? firstOfLength[length] : Int32(texts.count)
  }

  /// The first index in a part of the owners that has a text or a later one.
  private static func index(of text: Int32, in range: Range<Int32>, _ owners: UnsafeBufferPointer<Int32>) -> Int32 {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if owners[Int(middle)] < text { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Calls `body` with the pairs of neighbouring characters, with an end before the first and after the last.
  @inline(__always)
  private static func forEachPair(of text: [UInt32], _ body: (UInt64) -> Void) {
    var last: UInt64 = 0
    for number in text {
      body(last << 32 | UInt64(number))
      last = UInt64(number)
    }
    body(last << 32)
  }
}

/// How often texts have the characters of each of 64 kinds. An edit changes two of the counts by one at most.
private struct CharacterCounts: Sendable {
  private static let kinds = 64
  private var counts: [UInt8] = []

  mutating func removeAll() { counts.removeAll(keepingCapacity: true) }

  mutating func append(_ characters: [UInt32]) {
    let start = counts.count
    counts.append(contentsOf: repeatElement(0, count: Self.kinds))
    // More than 255 of a kind count as 255, which brings two texts closer together.
    for character in characters where counts[start + Int(character & 63)] < .max {
      counts[start + Int(character & 63)] += 1
    }
  }

  /// A number of edits below which the first text and a text of others cannot be made the same.
  @inline(__always)
  func leastEdits(to others: CharacterCounts, at index: Int) -> Int {
    counts.withUnsafeBufferPointer { counts in
      others.counts.withUnsafeBufferPointer { others in
        var (more, less): (Int32, Int32) = (0, 0)
        for kind in 0..<Self.kinds {
          let change = Int32(counts[kind]) &- Int32(others[index &* Self.kinds &+ kind])
          more &+= max(change, 0)
          less &-= min(change, 0)
        }
        return Int(max(more, less))
      }
    }
  }
}

/// The places of the texts of each pair. An entry's pairs are mostly not in it, so looking one up must take next to no time.
private struct PairTable: Sendable {
  private var slots: [(pair: UInt64, range: Range<Int32>)]
  private let shift: Int

  /// - Parameter count: The most pairs.
  init(count: Int) {
    let bits = max(1, Int.bitWidth - (2 * count).leadingZeroBitCount)
    shift = UInt64.bitWidth - bits
    slots = Array(repeating: (0, 0..<0), count: 1 << bits)
  }

  /// An empty range for a pair that is in no text.
  subscript(pair: UInt64) -> Range<Int32> {
    get { slots[slot(of: pair)].range }
    set { slots[slot(of: pair)] = (pair, newValue) }
  }

  private func slot(of pair: UInt64) -> Int {
    var slot = Int((pair &* 0x9E37_79B9_7F4A_7C15) >> UInt64(shift))
    while slots[slot].pair != pair, !slots[slot].range.isEmpty { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}

/// The numbers and placeholders of a text, which a similar text must have too.
struct TextTokens: Hashable, Sendable {
  /// A hash of each token, in order. Two tokens have the same by one chance in 2⁶⁴.
  private let hashes: [Int]

  init(_ text: String) {
    let mayHold = { (byte: UInt8) in (0x30...0x39).contains(byte) || byte >= 0x80 || "%${".utf8.contains(byte) }
    guard text.utf8.contains(where: mayHold) else {
      hashes = []
      return
    }
    let placeholders = Placeholder.ranges(in: text)
    var found = placeholders.map { text[$0].hashValue }
    var start = text.startIndex
    for range in placeholders + [text.endIndex..<text.endIndex] {
      found += Self.numbers(in: text[start..<range.lowerBound]).map(\.hashValue)
      start = range.upperBound
    }
    hashes = found.sorted()
  }

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
