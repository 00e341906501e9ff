import Basics

/// A text in which differences from another text, and findings, are marked.
struct MarkedText {
  private static let mostRanges = 20

  private let pieces: [WordDiff.Piece]
  private let bytes: [UInt8]
  private var faults: [(range: Range<Int>, severity: Severity)] = []

  init(_ text: String, as kind: WordDiff.Piece.Kind = .same) { self.init([WordDiff.Piece(kind, text)]) }

  /// The new text. What the old text lacks is marked.
  init(new: String, old: String) { self.init(WordDiff(from: old, to: new).pieces.filter { $0.kind != .removed }) }

  private init(_ pieces: [WordDiff.Piece]) {
    self.pieces = pieces
    bytes = pieces.flatMap(\.text.utf8)
  }

  /// Two texts. In each, what the other one lacks is marked.
  static func pair(old: String, new: String) -> (old: MarkedText, new: MarkedText) {
    let pieces = WordDiff(from: old, to: new).pieces
    return (MarkedText(pieces.filter { $0.kind != .added }), MarkedText(pieces.filter { $0.kind != .removed }))
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// The ranges in bytes of what a check found; none if the text does not contain it.
  func ranges(of finding: TextFinding) -> [Range<Int>] {
    guard let token = finding.token.map({ Array($0.utf8) }), !token.isEmpty, token.count <= bytes.count else {
      return []
    }
    let last = bytes.count - token.count
    let candidates: [Int] =
      if finding.check.hasPrefix("end.") || finding.check.hasPrefix("length.") {
        // The check is about the end of the text; the same characters elsewhere are correct.
        [last]
      } else if token == [UInt8(ascii: " ")] || token == [UInt8(ascii: "\n")] {
        // A single space or line break is a fault only at an edge.
        last == 0 ? [0] : [0, last]
      } else { Array(0...last) }
    var ranges: [Range<Int>] = []
    for start in candidates where start >= ranges.last?.upperBound ?? 0 {
      guard ranges.count < Self.mostRanges else { break }
      if bytes[start..<start + token.count].elementsEqual(token) { ranges.append(start..<start + token.count) }
    }
    return ranges
  }

  /// Marks what a check found, except in ranges that overlap an earlier finding.
  mutating func mark(_ finding: TextFinding) {
    for range in ranges(of: finding) where !faults.contains(where: { $0.range.overlaps(range) }) {
      faults.append((range, finding.severity))
    }
  }

  /// The pieces, cut where a mark begins or ends.
  var runs: [(kind: WordDiff.Piece.Kind, text: String, mark: Severity?)] {
    let faults = faults.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var runs: [(kind: WordDiff.Piece.Kind, text: String, mark: Severity?)] = []
    var start = 0
    for piece in pieces {
      let end = start + piece.text.utf8.count
      func add(upTo stop: Int, _ mark: Severity?) {
        guard stop > start else { return }
        let text = String(decoding: bytes[start..<stop], as: UTF8.self)
        start = stop
        if mark == nil, let last = runs.last, last.kind == piece.kind, last.mark == nil {
          runs[runs.count - 1].text += text
        } else {
          runs.append((piece.kind, text, mark))
        }
      }
      for fault in faults where fault.range.overlaps(start..<end) {
        add(upTo: fault.range.lowerBound, nil)
        add(upTo: min(end, fault.range.upperBound), fault.severity)
      }
      add(upTo: end, nil)
    }
    return runs
  }
}
