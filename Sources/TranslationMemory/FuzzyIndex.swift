import Basics

/// Finds the texts that are similar to another one without comparing it with each.
///
/// The score of two texts is their Levenshtein ratio in characters, in whole per cent: one minus the distance divided by
/// the length of the longer text. Each number or placeholder that only one of them has takes away ten more. A text that
/// is not the same has 99 at most.
///
/// Texts with the same numbers and placeholders are indexed together, so that texts with too many others are never
/// looked at.
package struct FuzzyIndex: Sendable {
  /// The lowest scores that can be asked for. Below 67, a text may share no pair with a similar one.
  package static let scores = 70...99
  /// What a number or placeholder that only one text has takes away.
  private static let lostByToken = 10
  /// The most sets of tokens whose groups are remembered.
  private static let mostKnownGroups = 10_000

  private let threshold: Int
  private let groups: [PairIndex]
  private let tokens: [TextTokens]

  package struct Scratch: Sendable {
    fileprivate var pairs = PairIndex.Scratch()
    fileprivate var groups: [TextTokens: [(index: Int, lost: Int)]] = [:]

    package init() {}
  }

  /// Indexes the texts at some indices, or all; the threshold is one of ``scores``.
  package init(_ texts: [String], indices: [Int]? = nil, threshold: Int) {
    self.threshold = threshold
    var members: [TextTokens: [Int]] = [:]
    for index in indices ?? Array(texts.indices) { members[TextTokens(texts[index]), default: []].append(index) }
    tokens = Array(members.keys)
    groups = tokens.map { PairIndex(texts, indices: members[$0] ?? []) }
  }

  /// Calls `body` with the index of each text that is similar to a text, and its score. The text itself is left out.
  ///
  /// - Parameter floor: The lowest score that is of use for the text at an index; lower ones count as the threshold.
  package func forEachText(
    similarTo text: String, _ scratch: inout Scratch, floor: (_ index: Int) -> Int = { _ in 0 },
    _ body: (_ index: Int, _ score: Int) -> Void
  ) {
    let wanted = Graphemes.numbers(of: text)
    guard !wanted.isEmpty, wanted.count <= PairIndex.longestText else { return }
    let pattern = EditPattern(wanted)
    for (group, lost) in indices(for: TextTokens(text), &scratch) {
      groups[group].forEachText(
        similarTo: wanted, pattern, threshold: threshold + lost, &scratch.pairs, floor: { floor($0) + lost }
      ) { body($0, $1 - lost) }
    }
  }

  /// The indices of the texts that are similar to a text, each with its score, without the text itself.
  package func texts(similarTo text: String, _ scratch: inout Scratch) -> [(text: Int, score: Int)] {
    var found: [(text: Int, score: Int)] = []
    forEachText(similarTo: text, &scratch) { found.append(($0, $1)) }
    return found.sorted { $0.text < $1.text }
  }

  /// The groups in which a text with some tokens may reach the threshold, and what it loses there.
  private func indices(for wanted: TextTokens, _ scratch: inout Scratch) -> [(index: Int, lost: Int)] {
    if let known = scratch.groups[wanted] { return known }
    let found = tokens.indices.compactMap { index -> (index: Int, lost: Int)? in
      let lost = Self.lostByToken * wanted.differences(from: tokens[index])
      return threshold + lost <= Self.scores.upperBound ? (index, lost) : nil
    }
    if scratch.groups.count < Self.mostKnownGroups { scratch.groups[wanted] = found }
    return found
  }
}

/// The numbers and placeholders of a text, which a similar text must have too.
struct TextTokens: Hashable, Sendable {
  /// A hash of each token, in order. Two tokens have the same by one chance in 2⁶⁴.
  private let hashes: [Int]

  init(_ text: String) {
    var hashes: [Int] = []
    let placeholders = Placeholder.ranges(in: text)
    for range in placeholders { hashes.append(text[range].hashValue) }
    var start = text.startIndex
    for range in placeholders + [text.endIndex..<text.endIndex] {
      for number in Self.numbers(in: text[start..<range.lowerBound]) { hashes.append(number.hashValue) }
      start = range.upperBound
    }
    self.hashes = hashes.sorted()
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
