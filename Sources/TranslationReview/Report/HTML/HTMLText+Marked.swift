import Basics

extension HTMLText {
  /// A text with its differences from another one, and what checks found in it.
  struct Marked {
    /// The most places of one finding that are marked.
    private static let mostPlaces = 20

    private let pieces: [WordDiff.Piece]
    private let bytes: [UInt8]
    private var faults: [(place: Range<Int>, severity: Diagnostic.Severity)] = []

    /// A text without differences.
    init(_ text: String) {
      pieces = [WordDiff.Piece(.same, text)]
      bytes = Array(text.utf8)
    }

    /// The new text, with what the old one lacks marked.
    init(new: String, old: String) {
      self.init(new, WordDiff(from: old, to: new).pieces.filter { $0.kind != .removed })
    }

    private init(_ text: String, _ pieces: [WordDiff.Piece]) {
      self.pieces = pieces
      bytes = Array(text.utf8)
    }

    /// Two texts, each with what the other one lacks marked.
    static func pair(old: String, new: String) -> (old: Marked, new: Marked) {
      let pieces = WordDiff(from: old, to: new).pieces
      return (Marked(old, pieces.filter { $0.kind != .added }), Marked(new, pieces.filter { $0.kind != .removed }))
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// The places of what a check found, in bytes; none if the text lacks it.
    func places(of finding: RowFinding) -> [Range<Int>] {
      guard let token = finding.finding.token.map({ Array($0.utf8) }), !token.isEmpty, token.count <= bytes.count else {
        return []
      }
      let last = bytes.count - token.count
      let candidates: [Int] =
        if finding.isAtEnd {
          [last]
        } else if token == [UInt8(ascii: " ")] || token == [UInt8(ascii: "\n")] {
          // A single space or line break is found at an edge; the others are as they should be.
          last == 0 ? [0] : [0, last]
        } else {
          Array(0...last)
        }
      var places: [Range<Int>] = []
      for start in candidates where start >= places.last?.upperBound ?? 0 {
        guard places.count < Self.mostPlaces else { break }
        if bytes[start..<start + token.count].elementsEqual(token) { places.append(start..<start + token.count) }
      }
      return places
    }

    /// Marks what a check found, except where another mark is already.
    mutating func mark(_ finding: RowFinding) {
      for place in places(of: finding) where !faults.contains(where: { $0.place.overlaps(place) }) {
        faults.append((place, finding.severity))
      }
    }

    /// The text as the content of an element.
    var markup: String {
      let faults = faults.sorted { $0.place.lowerBound < $1.place.lowerBound }
      var markup = ""
      var start = 0
      for piece in pieces {
        let end = start + piece.text.utf8.count
        let inside = runs(from: start, to: end, faults, isChanged: piece.kind != .same)
        switch piece.kind {
        case .same: markup += inside
        case .removed: markup += "<del>\(inside)</del>"
        case .added: markup += "<ins>\(inside)</ins>"
        }
        start = end
      }
      return markup
    }

    private func runs(
      from start: Int, to end: Int, _ faults: [(place: Range<Int>, severity: Diagnostic.Severity)], isChanged: Bool
    ) -> String {
      var markup = ""
      var at = start
      func add(upTo stop: Int, _ severity: Diagnostic.Severity?) {
        guard stop > at else { return }
        let run = bytes[at..<stop]
        var shown: HTMLText.Shown = isChanged || severity != nil ? .breaksAndTabs : []
        let isBlank = severity != nil && run.allSatisfy { $0 == UInt8(ascii: " ") }
        if at == 0 || isBlank || isChanged && at == start { shown.insert(.firstSpaces) }
        if stop == bytes.count || isBlank || isChanged && stop == end { shown.insert(.lastSpaces) }
        let text = HTMLText.escaped(String(decoding: run, as: UTF8.self), showing: shown)
        markup += severity.map { "<mark class=\"\($0.rawValue)\">\(text)</mark>" } ?? text
        at = stop
      }
      for fault in faults where fault.place.overlaps(start..<end) {
        add(upTo: max(start, fault.place.lowerBound), nil)
        add(upTo: min(end, fault.place.upperBound), fault.severity)
      }
      add(upTo: end, nil)
      return markup
    }
  }
}

extension RowFinding {
  /// Whether what was found is at the end of the text, and the same characters before it are as they should be.
  fileprivate var isAtEnd: Bool { check.hasPrefix("end.") || check.hasPrefix("length.") }
}
