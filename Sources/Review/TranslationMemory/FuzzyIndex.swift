import Basics

/// Finds the texts that are similar to another one without comparing it with each.
///
/// The score of two texts is their Levenshtein ratio in characters, in whole per cent: one minus the distance divided
/// by the length of the longer text. Each number or placeholder that only one of them has costs ten more. Texts that
/// are not identical score 99 at most.
///
/// A character that only one text has costs an edit. So characters are counted by 128 kinds, and the missing ones are
/// added up for many texts of similar length at a time; only texts that lack few are compared. No similar text is
/// missed.
package struct FuzzyIndex: Sendable {
  /// The lowest scores that can be asked for.
  package static let scores = 70...99
  /// The cost of a number or placeholder that only one text has.
  private static let lostByToken = 10
  private static let longestText = 10_000
  private static let kinds = 128
  /// The number of texts whose characters are counted at a time.
  private static let lanes = 16

  private let threshold: Int
  /// The indices and tokens of the texts, those of the shortest texts first.
  private var texts: [(index: Int, tokens: TextTokens)] = []
  /// The characters of all texts, and the offset of each text's characters, with the end of the last text at the end.
  private var characters: [UInt32] = []
  private var starts: [Int] = [0]
  /// For each length, the first text that is at least that long.
  private var firstOfLength: [Int] = []
  /// For each kind of characters, how often each text has it, and zeros up to a multiple of ``lanes``.
  private var counts: [SIMD16<UInt8>] = []

  /// The text that is looked up, and the texts that may be similar to it.
  package struct Scratch: Sendable {
    fileprivate var text = ""
    fileprivate var wanted: [UInt32] = []
    fileprivate var tokens: TextTokens?
    fileprivate var pattern: EditPattern?
    fileprivate var kinds = [UInt8](repeating: 0, count: FuzzyIndex.kinds)
    fileprivate var rows: [(count: SIMD16<UInt8>, start: Int)] = []
    fileprivate var allowed: [UInt8] = []
    /// The texts to score with ``FuzzyIndex/score(of:floor:_:)``.
    package fileprivate(set) var candidates: [Int] = []

    package init() {}
  }

  /// Indexes the texts at some indices, or all; the threshold is one of ``scores``. Texts that are too long to compare
  /// are left out.
  package init(_ texts: [String], indices: [Int]? = nil, threshold: Int) {
    self.threshold = threshold
    var entries: [(index: Int, characters: [UInt32])] = []
    for index in indices ?? Array(texts.indices) {
      var characters: [UInt32] = []
      Graphemes.append(texts[index], to: &characters)
      if characters.count <= Self.longestText { entries.append((index, characters)) }
    }
    entries.sort { ($0.characters.count, $0.index) < ($1.characters.count, $1.index) }
    let blocks = (entries.count + Self.lanes - 1) / Self.lanes
    counts = Array(repeating: SIMD16(repeating: 0), count: Self.kinds * blocks)
    for (place, entry) in entries.enumerated() {
      while firstOfLength.count <= entry.characters.count { firstOfLength.append(place) }
      characters += entry.characters
      starts.append(characters.count)
      self.texts.append((entry.index, TextTokens(texts[entry.index])))
      for character in entry.characters {
        let row = Self.kind(of: character) * blocks + place / Self.lanes
        // Counts above 255 count as 255, which makes two texts look more alike.
        if counts[row][place % Self.lanes] < .max { counts[row][place % Self.lanes] += 1 }
      }
    }
  }

  private static func kind(of character: UInt32) -> Int { Int(character % UInt32(kinds)) }

  /// Stores in the scratch memory the texts that may be similar: those of about the same length that lack few of the
  /// characters.
  package func findCandidates(for text: String, _ scratch: inout Scratch) {
    scratch.candidates.removeAll(keepingCapacity: true)
    scratch.wanted.removeAll(keepingCapacity: true)
    Graphemes.append(text, to: &scratch.wanted)
    let length = scratch.wanted.count
    let lengths = (length * threshold + 99) / 100...length * 100 / threshold
    let range = firstText(ofLength: lengths.lowerBound)..<firstText(ofLength: lengths.upperBound + 1)
    guard !range.isEmpty, length <= Self.longestText else { return }
    (scratch.text, scratch.tokens, scratch.pattern) = (text, nil, nil)
    fillRows(&scratch)
    fillAllowed(lengths, from: range.lowerBound / Self.lanes * Self.lanes, &scratch)
    counts.withUnsafeBufferPointer { counts in
      scratch.allowed.withUnsafeBytes { allowed in
        for start in stride(from: 0, to: allowed.count, by: Self.lanes) {
          let allowed = allowed.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self)
          var left = allowed
          let block = range.lowerBound / Self.lanes + start / Self.lanes
          for (wanted, row) in scratch.rows {
            let lacked = wanted &- Self.least(wanted, counts[row + block])
            left &-= Self.least(left, lacked)
          }
          left.replace(with: SIMD16(repeating: 1), where: allowed .== SIMD16(repeating: .max))
          guard left != SIMD16(repeating: 0) else { continue }
          for lane in 0..<Self.lanes where left[lane] > 0 { scratch.candidates.append(block * Self.lanes + lane) }
        }
      }
    }
  }

  /// The minimum in each lane. The standard library's function is slow because it is not inlined.
  @inline(__always) private static func least(_ first: SIMD16<UInt8>, _ second: SIMD16<UInt8>) -> SIMD16<UInt8> {
    first.replacing(with: second, where: second .< first)
  }

  /// Counts the characters of the text that is looked up.
  private func fillRows(_ scratch: inout Scratch) {
    scratch.rows.removeAll(keepingCapacity: true)
    for character in scratch.wanted where scratch.kinds[Self.kind(of: character)] < .max {
      scratch.kinds[Self.kind(of: character)] += 1
    }
    for character in scratch.wanted {
      let kind = Self.kind(of: character)
      guard scratch.kinds[kind] > 0 else { continue }
      scratch.rows.append((SIMD16(repeating: scratch.kinds[kind]), kind * counts.count / Self.kinds))
      scratch.kinds[kind] = 0
    }
  }

  /// Fills in the limits of texts from an index on: for each text of these lengths, one more than the number of
  /// characters that it may lack, and zero for others in the first and last group of 16. 255 means no limit, so very
  /// long texts are all compared.
  private func fillAllowed(_ lengths: ClosedRange<Int>, from start: Int, _ scratch: inout Scratch) {
    scratch.allowed.removeAll(keepingCapacity: true)
    func fill(to end: Int, _ number: Int) {
      let count = end - start - scratch.allowed.count
      scratch.allowed.append(contentsOf: repeatElement(UInt8(clamping: number), count: count))
    }
    fill(to: firstText(ofLength: lengths.lowerBound), 0)
    let length = scratch.wanted.count
    for other in lengths {
      let most = (100 - threshold) * max(length, other) / 100 - max(0, other - length)
      fill(to: firstText(ofLength: other + 1), most + 1)
    }
    fill(to: (start + scratch.allowed.count + Self.lanes - 1) / Self.lanes * Self.lanes, 0)
  }

  /// The index of a candidate.
  package func index(of candidate: Int) -> Int { texts[candidate].index }

  /// The score of a candidate; nil if it is below the threshold or the floor, or if the candidate is the same text.
  package func score(of candidate: Int, floor: Int, _ scratch: inout Scratch) -> Int? {
    let range = starts[candidate]..<starts[candidate + 1]
    let length = max(scratch.wanted.count, range.count)
    let tokens = scratch.tokens ?? TextTokens(scratch.text)
    scratch.tokens = tokens
    let lost = Self.lostByToken * tokens.differences(from: texts[candidate].tokens)
    let most = (100 - max(threshold, floor) - lost) * length / 100
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

  private func firstText(ofLength length: Int) -> Int {
    length < firstOfLength.count ? firstOfLength[length] : texts.count
  }
}

/// The numbers and placeholders of a text, which a similar text must have too.
struct TextTokens: Hashable, Sendable {
  /// A hash of each token, in order. Two tokens collide with a chance of one in 2⁶⁴.
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
