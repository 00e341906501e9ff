package import Basics
import NStackAPI
import TranslationReview

/// The words of the texts that one person sent in one locale, and how far these texts are from those before, for payment
/// and for learning. The text before is the one that the row showed: the proposal, or else the current value.
///
/// The edit distance of a text is the Levenshtein distance in characters, divided by the length of the longer text. That
/// of several texts is the sum of their distances divided by the sum of these lengths.
package struct SentWords: Hashable, Codable, Sendable {
  /// The locale, as the rows spell it.
  package let locale: String
  /// The person who filled in the rows; nil if the file has no name, and for texts that were typed.
  package let person: String?
  /// Whether the texts were typed by the person who decided a conflict, and are not the agency's.
  let isTyped: Bool
  /// The number of rows whose text was sent.
  private(set) var rows = 0
  /// The words of the texts that were sent, counted as `TextMeasure` does.
  private(set) var words = 0
  /// The words of them that the text before has too.
  private(set) var unchanged = 0
  /// The sum of the distances.
  private(set) var edits = 0
  /// The sum of the lengths of the longer texts.
  private(set) var length = 0

  /// All numbers, to see whether a register has possible ones.
  var numbers: [Int] { [rows, words, unchanged, edits, length] }

  /// The words that the text before does not have.
  var changed: Int { words - unchanged }
  /// The edit distance in whole percent, rounded.
  var editDistance: Int { length == 0 ? 0 : (200 * edits + length) / (2 * length) }

  /// The most steps for the exact distance of two texts, which takes the length of the shorter text times the distance.
  private static let mostSteps = 1_000_000

  init(locale: String, person: String?, isTyped: Bool = false) {
    (self.locale, self.person, self.isTyped) = (locale, isTyped ? nil : person, isTyped)
  }

  /// Adds a text.
  ///
  /// - Parameters:
  ///   - text: The text that was sent.
  ///   - before: The text before.
  mutating func add(_ text: String, before: String) {
    let difference = WordDiff(from: before, to: text)
    let all = TextMeasure(of: text).words
    let kept = difference.pieces.reduce(0) { $0 + ($1.kind == .same ? TextMeasure(of: $1.text).words : 0) }
    rows += 1
    words += all
    // A word of which a part changed may look like several.
    unchanged += min(kept, all)
    var (left, right): ([UInt32], [UInt32]) = ([], [])
    Graphemes.append(before, to: &left)
    Graphemes.append(text, to: &right)
    var cells: [Int] = []
    let most = Self.mostSteps / max(1, min(left.count, right.count))
    edits += EditDistance.between(left, right, most: most, &cells) ?? difference.mostEdits
    length += max(left.count, right.count)
  }

  /// Adds the numbers of other texts, or with -1 takes them off.
  mutating func add(_ other: SentWords, times sign: Int = 1) {
    // Merged registers may lack the import that an undo is of.
    rows = max(0, rows + sign * other.rows)
    words = max(0, words + sign * other.words)
    unchanged = max(0, unchanged + sign * other.unchanged)
    edits = max(0, edits + sign * other.edits)
    length = max(0, length + sign * other.length)
  }

  /// Who wrote the texts, in a table.
  var writer: String { isTyped ? "who imported" : person ?? "–" }

  package var json: JSONValue {
    [
      "locale": locale, "person": person, "typed": isTyped, "rows": rows, "words": words, "changed": changed,
      "unchanged": unchanged, "edits": edits, "length": length, "editDistance": editDistance,
    ]
  }
}

extension WordDiff {
  /// The characters to add, remove or replace if each changed part is replaced as a whole: the distance or a little more.
  fileprivate var mostEdits: Int {
    var (sum, removed) = (0, 0)
    for piece in pieces {
      let count = piece.text.count
      switch piece.kind {
      case .same: removed = 0
      case .removed:
        removed = count
        sum += count
      case .added: sum += max(0, count - removed)
      }
    }
    return sum
  }
}

extension [SentWords] {
  /// Adds numbers to those of the same locale and writer, or with -1 takes them off.
  mutating func add(_ other: SentWords, times sign: Int = 1) {
    if let index = firstIndex(where: {
      ($0.locale, $0.person, $0.isTyped) == (other.locale, other.person, other.isTyped)
    }) {
      self[index].add(other, times: sign)
    } else if sign > 0 {
      append(other)
    }
  }

  package var json: JSONValue { .array(map(\.json)) }
}

extension Changeset {
  /// The words of each file's rows that propose a text, by the file's index. After an import, only rows that were sent
  /// count. ``copies(_:)`` count for nobody.
  ///
  /// - Parameter texts: The texts to count; nil for all.
  func sentWords(_ report: SubmissionReport?, of texts: Set<TextIdentity>? = nil, without copies: Set<Int>) -> [Int:
    [SentWords]]
  {
    var words: [Int: [SentWords]] = [:]
    for (index, change) in changes.enumerated() where texts?.contains(change.text.normalized) ?? true {
      guard case .propose(let value) = change.operation else { continue }
      if let report, report.outcomes[index].resultKind != .sent { continue }
      for item in change.items where !copies.contains(item) {
        let item = items[item]
        var sent = SentWords(locale: item.row.text.locale, person: item.row.place.author, isTyped: item.isTyped)
        sent.add(value, before: item.baseText)
        words[item.row.place.fileIndex, default: []].add(sent)
      }
    }
    return words
  }
}
