/// A text of at most 64 characters that is compared with others: a column of the table of distances is one number.
///
/// Source: Myers, A fast bit-vector algorithm for approximate string matching based on dynamic programming, 1999, in the
/// form of Hyyrö, 2003, for the distance of whole texts.
struct EditPattern {
  private let count: Int
  /// The places of each character of ASCII, as bits.
  private var ofASCII = [UInt64](repeating: 0, count: 128)
  private var ofOthers: [UInt32: UInt64] = [:]

  /// - Returns: Nil for an empty text and for more than 64 characters.
  init?(_ characters: [UInt32]) {
    guard (1...64).contains(characters.count) else { return nil }
    count = characters.count
    for (place, character) in characters.enumerated() {
      if character < 128 {
        ofASCII[Int(character)] |= 1 << UInt64(place)
      } else {
        ofOthers[character, default: 0] |= 1 << UInt64(place)
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
