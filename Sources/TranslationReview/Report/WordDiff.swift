import Basics
import NStackAPI

/// The difference between two texts, word by word.
///
/// Words are compared byte for byte, and their longest common subsequence is kept. If the texts are too long and too
/// different to find it quickly, everything between their common beginning and end counts as changed.
package struct WordDiff: Hashable, Sendable {
  /// A run of text of one kind.
  package struct Piece: Hashable, Sendable {
    /// The kind of a piece.
    package enum Kind: Hashable, Sendable {
      /// In both texts.
      case same
      /// In the old text only.
      case removed
      /// In the new text only.
      case added
    }

    /// The kind of the piece.
    package let kind: Kind
    /// The text.
    package let text: String

    /// Creates a piece from its fields.
    package init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// The maximum number of word comparisons.
  private static let comparisons = 1 << 20

  /// The pieces in order; in one place, the removed piece comes before the added one.
  package let pieces: [Piece]

  /// Creates the difference between two texts.
  package init(from old: String, to new: String) {
    guard !old.isEmpty, !new.isEmpty else {
      pieces = [Piece(.removed, old), Piece(.added, new)].filter { !$0.text.isEmpty }
      return
    }
    let (left, right) = (Self.words(in: old), Self.words(in: new))
    var numbers: [ExactText: Int] = [:]
    func number(_ word: String) -> Int {
      let next = numbers.count
      let number = numbers[ExactText(word)] ?? next
      if number == next { numbers[ExactText(word)] = next }
      return number
    }
    let (from, to) = (left.map(number), right.map(number))
    var prefix = 0
    while prefix < from.count, prefix < to.count, from[prefix] == to[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < from.count - prefix, suffix < to.count - prefix,
      from[from.count - 1 - suffix] == to[to.count - 1 - suffix]
    { suffix += 1 }
    let kept = Self.common(
      Array(from[prefix..<(from.count - suffix)]), Array(to[prefix..<(to.count - suffix)]))
    var builder = PieceBuilder()
    for word in left[..<prefix] { builder.add(.same, word) }
    var (i, j) = (prefix, prefix)
    for match in kept + [(from.count - suffix - prefix, to.count - suffix - prefix)] {
      while i < prefix + match.0 {
        builder.add(.removed, left[i])
        i += 1
      }
      while j < prefix + match.1 {
        builder.add(.added, right[j])
        j += 1
      }
      if i < from.count - suffix {
        builder.add(.same, left[i])
        i += 1
        j += 1
      }
    }
    for word in left[(left.count - suffix)...] { builder.add(.same, word) }
    pieces = builder.finished
  }

  /// Whether the texts are equal.
  package var isEmpty: Bool { pieces.allSatisfy { $0.kind == .same } }

  /// Returns the places of a longest common subsequence of two lists, ascending in both.
  private static func common(_ left: [Int], _ right: [Int]) -> [(Int, Int)] {
    guard !left.isEmpty, !right.isEmpty, left.count <= comparisons / right.count else { return [] }
    let width = right.count + 1
    var lengths = [UInt32](repeating: 0, count: (left.count + 1) * width)
    for i in left.indices.reversed() {
      for j in right.indices.reversed() {
        lengths[i * width + j] =
          left[i] == right[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var matches: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      if left[i] == right[j] {
        matches.append((i, j))
        i += 1
        j += 1
      } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return matches
  }
}

/// Joins words of one kind; in one place, removed words come before added ones.
private struct PieceBuilder {
  private var pieces: [WordDiff.Piece] = []
  private var same = ""
  private var removed = ""
  private var added = ""

  mutating func add(_ kind: WordDiff.Piece.Kind, _ word: String) {
    switch kind {
    case .same:
      flushChange()
      same += word
    case .removed:
      flushSame()
      removed += word
    case .added:
      flushSame()
      added += word
    }
  }

  /// The pieces. White space between two changes joins them, so that it doesn't split one change into two.
  var finished: [WordDiff.Piece] {
    var copy = self
    copy.flushSame()
    copy.flushChange()
    var builder = PieceBuilder()
    for (index, piece) in copy.pieces.enumerated() {
      let isBetweenChanges = index > 0 && index + 1 < copy.pieces.count
      if piece.kind == .same, isBetweenChanges, piece.text.allSatisfy({ $0.isWhitespace && $0 != "\n" }) {
        builder.add(.removed, piece.text)
        builder.add(.added, piece.text)
      } else {
        builder.add(piece.kind, piece.text)
      }
    }
    builder.flushSame()
    builder.flushChange()
    return Self.withoutCommonSpaces(builder.pieces)
  }

  /// The pieces, with the white space that a removed and an added one begin or end with as a piece of both texts.
  private static func withoutCommonSpaces(_ pieces: [WordDiff.Piece]) -> [WordDiff.Piece] {
    var builder = PieceBuilder()
    for (index, piece) in pieces.enumerated() {
      guard piece.kind == .removed, index + 1 < pieces.count, pieces[index + 1].kind == .added else {
        // An added piece was taken together with the removed one before it.
        let isTaken = piece.kind == .added && index > 0 && pieces[index - 1].kind == .removed
        if !isTaken { builder.add(piece.kind, piece.text) }
        continue
      }
      var (old, new) = (piece.text[...], pieces[index + 1].text[...])
      var (before, after) = ("", "")
      while let space = old.first, space == new.first, " \n".contains(space) {
        before.append(space)
        (old, new) = (old.dropFirst(), new.dropFirst())
      }
      while let space = old.last, space == new.last, " \n".contains(space) {
        after = String(space) + after
        (old, new) = (old.dropLast(), new.dropLast())
      }
      if !before.isEmpty { builder.add(.same, before) }
      if !old.isEmpty { builder.add(.removed, String(old)) }
      if !new.isEmpty { builder.add(.added, String(new)) }
      if !after.isEmpty { builder.add(.same, after) }
    }
    builder.flushSame()
    builder.flushChange()
    return builder.pieces
  }

  private mutating func flushSame() {
    if !same.isEmpty { pieces.append(WordDiff.Piece(.same, same)) }
    same = ""
  }

  private mutating func flushChange() {
    if !removed.isEmpty { pieces.append(WordDiff.Piece(.removed, removed)) }
    if !added.isEmpty { pieces.append(WordDiff.Piece(.added, added)) }
    (removed, added) = ("", "")
  }
}
