/// A text to compare with others by edit distance. Each column of the distance table is a bit vector with one bit for
/// each character of the text.
///
/// Source: Myers, A fast bit-vector algorithm for approximate string matching based on dynamic programming, 1999, in the
/// form of Hyyrö, 2003, for the distance of whole texts.
struct EditPattern {
  private let count: Int
  private let words: Int
  /// For each ASCII character, a bit for each index at which the text has it, in `words` words.
  private var ofASCII: [UInt64]
  private var ofOthers: [UInt32: [UInt64]] = [:]

  /// - Parameter characters: At least one.
  init(_ characters: [UInt32]) {
    count = characters.count
    words = (count + 63) / 64
    ofASCII = [UInt64](repeating: 0, count: 128 * words)
    for (index, character) in characters.enumerated() {
      let bit: UInt64 = 1 << UInt64(index % 64)
      if character < 128 {
        ofASCII[Int(character) * words + index / 64] |= bit
      } else {
        ofOthers[character, default: [UInt64](repeating: 0, count: words)][index / 64] |= bit
      }
    }
  }

  /// The Levenshtein distance to a part of some characters; nil if it is more than `most`.
  func distance(to others: [UInt32], in range: Range<Int>, most: Int) -> Int? {
    guard abs(range.count - count) <= most else { return nil }
    return withUnsafeTemporaryAllocation(of: (up: UInt64, down: UInt64).self, capacity: words) { column in
      column.initialize(repeating: (.max, 0))
      return ofASCII.withUnsafeBufferPointer { ofASCII in
        let last: UInt64 = 1 << UInt64((count - 1) % 64)
        var distance = count
        var left = range.count
        for index in range {
          let character = others[index]
          let equal = character < 128 ? nil : ofOthers[character]
          var (rose, fell) = (true, false)
          for word in 0..<words {
            let bits = character < 128 ? ofASCII[Int(character) * words + word] : equal?[word] ?? 0
            Self.step(bits, &column[word], word == words - 1 ? last : 1 << 63, &rose, &fell)
          }
          distance += (rose ? 1 : 0) - (fell ? 1 : 0)
          left -= 1
          // Each remaining character can lower the distance by one.
          if distance - left > most { return nil }
        }
        return distance <= most ? distance : nil
      }
    }
  }

  /// Computes a word of the next column from the previous one: where the distance increases, where it decreases, and
  /// what carries over at the end.
  @inline(__always) private static func step(
    _ bits: UInt64, _ word: inout (up: UInt64, down: UInt64), _ end: UInt64, _ rose: inout Bool, _ fell: inout Bool
  ) {
    let vertical = bits | word.down
    let equal = bits | (fell ? 1 : 0)
    let diagonal = (((equal & word.up) &+ word.up) ^ word.up) | equal
    let up = word.down | ~(diagonal | word.up)
    let down = word.up & diagonal
    let shiftedUp = up << 1 | (rose ? 1 : 0)
    word = (down << 1 | (fell ? 1 : 0) | ~(vertical | shiftedUp), shiftedUp & vertical)
    (rose, fell) = (up & end != 0, down & end != 0)
  }
}
