import Basics

/// Finds the texts whose Levenshtein ratio to another one is high, among texts with the same numbers and placeholders.
///
/// A change of one character touches two pairs of neighbouring characters, so two similar texts share most of their
/// pairs. Of a text's pairs, the rarest are looked up among the texts of about its length; only texts with enough of
/// them are compared. No similar text is missed (q-gram lemma: Ukkonen, Approximate string-matching with q-grams, 1992).
struct PairIndex: Sendable {
  static let longestText = 10_000
  /// The number of pairs that a similar text must share, if the text has so many.
  private static let sharedPairs = 6

  /// The indices of the texts, those of the shortest texts first.
  private var indices: [Int] = []
  private var texts: [[UInt32]] = []
  /// For each length, the first text that has it or more.
  private var firstOfLength: [Int32] = []
  /// The texts of each pair in their order, in one array.
  private var owners: [Int32] = []
  private var ranges: [UInt64: Range<Int32>] = [:]

  struct Scratch: Sendable {
    fileprivate var counts: [UInt16] = []
    fileprivate var touched: [Int32] = []
    fileprivate var postings: [Range<Int32>] = []
    fileprivate var cells: [Int] = []
  }

  /// Indexes the texts at some indices. Longer ones than are compared are left out.
  init(_ texts: [String], indices: [Int]) {
    var entries: [(index: Int, characters: [UInt32])] = []
    for index in indices {
      let characters = Graphemes.numbers(of: texts[index])
      if characters.count <= Self.longestText { entries.append((index, characters)) }
    }
    entries.sort { ($0.characters.count, $0.index) < ($1.characters.count, $1.index) }
    var pairs: [(pair: UInt64, text: Int32)] = []
    for (index, entry) in entries.enumerated() {
      while firstOfLength.count <= entry.characters.count { firstOfLength.append(Int32(index)) }
      for pair in Self.pairs(of: entry.characters) { pairs.append((pair, Int32(index))) }
    }
    self.indices = entries.map(\.index)
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

  /// Calls `body` with the index of each text that is similar to a text, and its ratio in whole per cent.
  ///
  /// - Parameters:
  ///   - pattern: The text as a pattern; nil if it is too long for one.
  ///   - floor: The lowest ratio that is of use for the text at an index.
  func forEachText(
    similarTo wanted: [UInt32], _ pattern: EditPattern?, threshold: Int, _ scratch: inout Scratch,
    floor: (_ index: Int) -> Int, _ body: (_ index: Int, _ ratio: Int) -> Void
  ) {
    findCandidates(for: wanted, threshold, &scratch)
    for candidate in scratch.touched {
      let index = indices[Int(candidate)]
      let length = max(wanted.count, texts[Int(candidate)].count)
      let most = (100 - max(threshold, floor(index))) * length / 100
      guard most > 0 else { continue }
      let distance =
        if let pattern { pattern.distance(to: texts[Int(candidate)], most: most) } else {
          EditDistance.between(wanted, texts[Int(candidate)], most: most, &scratch.cells)
        }
      guard let distance, distance > 0 else { continue }
      body(index, min(99, 100 * (length - distance) / length))
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
      let start = index(of: first, in: range)
      scratch.postings.append(start..<index(of: end, in: start..<range.upperBound))
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
      for index in range {
        let owner = owners[Int(index)]
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
    let index = { (length: Int) in
      length < firstOfLength.count ? firstOfLength[length] : Int32(texts.count)
    }
    return (index(shortest), index(longest + 1))
  }

  /// The first index in a part of the owners that has a text or a later one.
  private func index(of text: Int32, in range: Range<Int32>) -> Int32 {
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

/// A text of at most 64 characters that is compared with others: a column of the table of distances is one number.
///
/// Source: Myers, A fast bit-vector algorithm for approximate string matching based on dynamic programming, 1999, in the
/// form of Hyyrö, 2003, for the distance of whole texts.
struct EditPattern {
  private let count: Int
  /// The indices of each character of ASCII, as bits.
  private var ofASCII = [UInt64](repeating: 0, count: 128)
  private var ofOthers: [UInt32: UInt64] = [:]

  /// - Returns: Nil for an empty text and for more than 64 characters.
  init?(_ characters: [UInt32]) {
    guard (1...64).contains(characters.count) else { return nil }
    count = characters.count
    for (index, character) in characters.enumerated() {
      if character < 128 {
        ofASCII[Int(character)] |= 1 << UInt64(index)
      } else {
        ofOthers[character, default: 0] |= 1 << UInt64(index)
      }
    }
  }

  /// The Levenshtein distance to a text; nil if it is more than `most`.
  func distance(to other: [UInt32], most: Int) -> Int? {
    guard abs(other.count - count) <= most else { return nil }
    var (increased, decreased) = (UInt64.max, UInt64(0))
    let last: UInt64 = 1 << UInt64(count - 1)
    var distance = count
    var left = other.count
    for character in other {
      let equal = character < 128 ? ofASCII[Int(character)] : ofOthers[character] ?? 0
      let diagonal = (((equal & increased) &+ increased) ^ increased) | equal | decreased
      var up = decreased | ~(diagonal | increased)
      var down = increased & diagonal
      if up & last != 0 { distance += 1 }
      if down & last != 0 { distance -= 1 }
      left -= 1
      // Each character that is left can lower the distance by one.
      if distance - left > most { return nil }
      up = up << 1 | 1
      down <<= 1
      increased = down | ~(diagonal | up)
      decreased = up & diagonal
    }
    return distance <= most ? distance : nil
  }
}

/// A text as numbers, one for each character that a person sees.
enum Graphemes {
  /// The numbers of a text's characters. Two characters have the same number if they have the same scalars, apart from
  /// one chance in two thousand million for characters of several scalars.
  static func numbers(of text: String) -> [UInt32] {
    var numbers: [UInt32] = []
    numbers.reserveCapacity(text.utf8.count)
    for character in text {
      var number: UInt32 = 0
      var count = 0
      for scalar in character.unicodeScalars {
        // FNV-1a over the scalars.
        if count == 1 { number = (0x811C_9DC5 ^ number) &* 0x0100_0193 }
        number = count == 0 ? scalar.value : (number ^ scalar.value) &* 0x0100_0193
        count += 1
      }
      numbers.append(count == 1 ? number : number | 0x8000_0000)
    }
    return numbers
  }
}
