import Basics

/// The difference between two texts, word by word.
///
/// Words are compared byte by byte, by their longest common subsequence. If the texts differ in too many words to find
/// it quickly, everything between their common beginning and their common end counts as changed.
public struct WordDiff: Hashable, Sendable {
  /// A run of text of one kind.
  public struct Piece: Hashable, Sendable {
    /// Which of the two texts has a piece.
    public enum Kind: String, Sendable {
      /// In both texts.
      case same
      /// In the old text only.
      case removed
      /// In the new text only.
      case added
    }

    /// Which of the two texts has it.
    public let kind: Kind
    /// The text.
    public package(set) var text: String

    package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }

    /// The text between signs that show its kind without colours: `[-removed-]`, `{+added+}`.
    package var bracketed: String {
      switch kind {
      case .same: text
      case .removed: "[-\(text)-]"
      case .added: "{+\(text)+}"
      }
    }
  }

  /// The most removed and added words. Time and memory of a comparison grow with the square of this number.
  private static let mostEdits = 2_048

  /// The pieces in order. Where a piece was replaced, the removed piece comes before the added one.
  public let pieces: [Piece]

  /// The most characters of a piece of both texts in ``marked``.
  private static let shownOfSame = 160

  /// The difference as one text, with `[-what was removed-]` and `{+what was added+}`.
  package var marked: String {
    pieces.map { piece in
      guard piece.kind == .same, piece.text.count > Self.shownOfSame else { return piece.bracketed }
      return piece.text.prefix(Self.shownOfSame / 2) + " … " + piece.text.suffix(Self.shownOfSame / 2)
    }.joined()
  }

  /// Creates the difference between two texts.
  public init(from old: String, to new: String) {
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
    let (leftEnd, rightEnd) = (left.count - suffix, right.count - suffix)
    let kept = Self.common(Array(from[prefix..<leftEnd]), Array(to[prefix..<rightEnd]))
    var runs = ChangedRuns()
    for word in left[..<prefix] { runs.add(.same, word) }
    var (i, j) = (prefix, prefix)
    for (x, y) in kept.map({ ($0 + prefix, $1 + prefix) }) + [(leftEnd, rightEnd)] {
      for word in left[i..<x] { runs.add(.removed, word) }
      for word in right[j..<y] { runs.add(.added, word) }
      if x < leftEnd { runs.add(.same, left[x]) }
      (i, j) = (x + 1, y + 1)
    }
    for word in left[leftEnd...] { runs.add(.same, word) }
    pieces = runs.pieces
  }

  /// Returns the positions of a longest common subsequence of two lists, ascending in both; none if more than
  /// ``mostEdits`` words differ.
  ///
  /// This is the greedy algorithm of Myers, "An O(ND) Difference Algorithm and Its Variations" (1986). It starts at the
  /// ends of the lists, so that words are matched as early as possible.
  private static func common(_ left: [Int], _ right: [Int]) -> [(Int, Int)] {
    guard !left.isEmpty, !right.isEmpty else { return [] }
    let (from, to) = (Array(left.reversed()), Array(right.reversed()))
    let most = min(from.count + to.count, mostEdits)
    // For each diagonal (the position in `from` less the position in `to`), the furthest position in `from`.
    var furthest = Diagonals(most + 1)
    var steps: [Diagonals] = []
    for edits in 0...most {
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        var position = furthest.next(on: diagonal, edits: edits).position
        while position < from.count, position - diagonal < to.count, from[position] == to[position - diagonal] {
          position += 1
        }
        furthest[diagonal] = position
        if position >= from.count, position - diagonal >= to.count { return path(back: steps, from.count, to.count) }
      }
      steps.append(furthest.part(edits))
    }
    return []
  }

  /// Follows the shortest path back. Because the lists are reversed, it leads from their beginnings to their ends.
  private static func path(back steps: [Diagonals], _ left: Int, _ right: Int) -> [(Int, Int)] {
    var matches: [(Int, Int)] = []
    var (x, y) = (left, right)
    func match(downTo position: Int) {
      while x > position, y > 0 {
        (x, y) = (x - 1, y - 1)
        matches.append((left - 1 - x, right - 1 - y))
      }
    }
    for edits in stride(from: steps.count, to: 0, by: -1) {
      let (position, previous) = steps[edits - 1].next(on: x - y, edits: edits)
      match(downTo: position)
      let isRemoval = previous < x - y
      x = isRemoval ? position - 1 : position
      y = x - previous
    }
    match(downTo: 0)
    return matches
  }
}

/// A number for each diagonal of a comparison, from `-reach` to `reach`.
private struct Diagonals {
  private let reach: Int
  private var positions: [Int32]

  init(_ reach: Int) {
    self.reach = reach
    positions = [Int32](repeating: 0, count: 2 * reach + 1)
  }

  subscript(diagonal: Int) -> Int {
    get { Int(positions[diagonal + reach]) }
    set { positions[diagonal + reach] = Int32(newValue) }
  }

  /// The furthest position on a diagonal after one more edit, and the diagonal from which that edit leads there.
  func next(on diagonal: Int, edits: Int) -> (position: Int, previous: Int) {
    if edits == 0 { return (0, 0) }
    let isAddition = diagonal == -edits || diagonal != edits && self[diagonal - 1] < self[diagonal + 1]
    return isAddition ? (self[diagonal + 1], diagonal + 1) : (self[diagonal - 1] + 1, diagonal - 1)
  }

  /// The diagonals that can be reached with a number of edits.
  func part(_ edits: Int) -> Diagonals {
    var part = Diagonals(edits)
    part.positions = Array(positions[(reach - edits)...(reach + edits)])
    return part
  }
}

/// A text in runs: a part that both texts share, followed by what was removed and added after it.
private struct ChangedRuns {
  private struct Run {
    var same = ""
    var removed = ""
    var added = ""
    var isChanged: Bool { !removed.isEmpty || !added.isEmpty }
  }

  private var runs = [Run()]

  mutating func add(_ kind: WordDiff.Piece.Kind, _ word: String) {
    if kind == .same, runs[runs.count - 1].isChanged { runs.append(Run()) }
    switch kind {
    case .same: runs[runs.count - 1].same += word
    case .removed: runs[runs.count - 1].removed += word
    case .added: runs[runs.count - 1].added += word
    }
  }

  /// The runs. White space between two changes is joined with them, so that one change does not look like two.
  private var joined: [Run] {
    runs.dropFirst().reduce(into: [runs[0]]) { joined, run in
      if run.isChanged, joined[joined.count - 1].isChanged, run.same.allSatisfy({ $0.isWhitespace && $0 != "\n" }) {
        joined[joined.count - 1].removed += run.same + run.removed
        joined[joined.count - 1].added += run.same + run.added
      } else {
        joined.append(run)
      }
    }
  }

  /// The pieces. White space at the start or end of both a removed and an added piece becomes a piece of both texts.
  var pieces: [WordDiff.Piece] {
    var pieces: [WordDiff.Piece] = []
    func append(_ kind: WordDiff.Piece.Kind, _ text: String) {
      guard !text.isEmpty else { return }
      let before = pieces.last?.kind == kind ? pieces.removeLast().text : ""
      pieces.append(WordDiff.Piece(kind, before + text))
    }
    for run in joined {
      var (before, old, new, after) = (run.same, run.removed[...], run.added[...], "")
      while let space = old.first, space == new.first, " \n".contains(space) {
        before.append(space)
        (old, new) = (old.dropFirst(), new.dropFirst())
      }
      while let space = old.last, space == new.last, " \n".contains(space) {
        after = String(space) + after
        (old, new) = (old.dropLast(), new.dropLast())
      }
      append(.same, before)
      append(.removed, String(old))
      append(.added, String(new))
      append(.same, after)
    }
    return pieces
  }
}

extension WordDiff {
  /// Splits a text into words: placeholders, runs of letters and digits, runs of white space, and each other character
  /// on its own. In scripts without spaces between words, each character is a word. A character is never split, even if
  /// it has several scalars or a consonant written below it.
  package static func words(in text: String) -> [String] {
    let hasPlaceholders = text.utf8.contains { "%{$".utf8.contains($0) }
    var placeholders = hasPlaceholders ? Placeholder.ranges(in: text)[...] : []
    var words: [String] = []
    var last: WordClass?
    var rest = text[...]
    while let character = rest.first {
      while let placeholder = placeholders.first, placeholder.lowerBound < rest.startIndex {
        placeholders = placeholders.dropFirst()
      }
      if let placeholder = placeholders.first, placeholder.lowerBound == rest.startIndex {
        words.append(String(text[placeholder]))
        rest = text[placeholder.upperBound...]
        last = nil
        continue
      }
      let kind = WordClass(character)
      if kind != .single, kind == last {
        words[words.count - 1].append(character)
      } else if kind == .single, last == .single, let word = words.last, isOne(word, with: character) {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
      last = kind
      rest = rest.dropFirst()
    }
    return words
  }

  /// Whether a character is read together with what is before it: a vowel sign, or in Khmer, Burmese and Tai Tham a
  /// consonant that is written below.
  private static func isOne(_ text: String, with next: Character) -> Bool {
    if next.unicodeScalars.first?.properties.generalCategory == .spacingMark { return true }
    switch text.unicodeScalars.last {
    case "\u{17D2}", "\u{1039}", "\u{1A60}": return true
    default: return false
    }
  }

  private enum WordClass {
    case letters
    case space
    case single

    init(_ character: Character) {
      guard let scalar = character.unicodeScalars.first else {
        self = .single
        return
      }
      if SpacelessScript.contains(scalar) {
        self = .single
      } else if character.isLetter || character.isNumber {
        self = .letters
      } else {
        self = character.isWhitespace && !character.isNewline ? .space : .single
      }
    }
  }
}
