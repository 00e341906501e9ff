import Exchange
import NStackAPI

/// The white space that a tool added when it indented a unit's text, around inline codes and at the ends.
///
/// Python's `ElementTree.indent` and other tools do this although white space is significant there. The file does not
/// show the original text, but the unit's base has its hash. So each way to undo the change is tried until the hash
/// matches. In an edited text, white space is removed in the same way as in the source text.
struct XLIFFIndentation {
  private enum Neighbour: Hashable {
    case end
    case code(String)
    case text
  }

  /// White space with a line break.
  private struct Run: Hashable {
    let text: String
    let left: Neighbour
    let right: Neighbour
    /// The first character after the run; nil before a code and at the end.
    let next: Character?

    var isAtEnd: Bool { left == .end || right == .end }
    var isInText: Bool { left == .text && right == .text }
    /// Whether the line after the break is indented.
    var isIndented: Bool { text.unicodeScalars.drop { $0 != "\n" && $0 != "\r" }.contains { $0 == " " || $0 == "\t" } }
    /// The space that a tool kept before the break.
    var start: String { text.unicodeScalars.first == " " ? " " : "" }
    var isBeforeWord: Bool { next.map { $0.isLetter || $0.isNumber } ?? false }

    func isLike(_ other: Run) -> Bool { left == other.left && right == other.right }
  }

  private enum Piece {
    case text(String)
    case code(InlineText.Code)
    case run(Int)
  }

  private var pieces: [Piece] = []
  private var runs: [Run] = []
  private let other: InlineText?

  /// The most runs for which all combinations are tried.
  private static let mostTried = 4
  private static let forms = 4

  /// - Parameter other: The text whose codes have the same ids, usually the source.
  init(_ text: InlineText, with other: InlineText? = nil) {
    self.other = other
    for (index, part) in text.parts.enumerated() {
      switch part {
      case .code(let code): pieces.append(.code(code))
      case .text(let piece):
        add(piece, Self.neighbour(index - 1, of: text.parts), Self.neighbour(index + 1, of: text.parts))
      }
    }
  }

  private static func neighbour(_ index: Int, of parts: [InlineText.Part]) -> Neighbour {
    guard parts.indices.contains(index) else { return .end }
    if case .code(let code) = parts[index] { return .code(code.id) }
    return .text
  }

  private mutating func add(_ text: String, _ before: Neighbour, _ after: Neighbour) {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool { [" ", "\t", "\n", "\r"].contains(scalar) }
    var rest = text.unicodeScalars[...]
    var plain = String.UnicodeScalarView()
    var left = before
    while !rest.isEmpty {
      let space = rest.prefix(while: isSpace)
      rest = rest[space.endIndex...]
      if space.contains(where: { $0 == "\n" || $0 == "\r" }) {
        if !plain.isEmpty { pieces.append(.text(String(plain))) }
        plain = String.UnicodeScalarView()
        pieces.append(.run(runs.count))
        runs.append(
          Run(
            text: String(space), left: left, right: rest.isEmpty ? after : .text, next: rest.first.map(Character.init)))
      } else {
        plain.append(contentsOf: space)
      }
      let word = rest.prefix { !isSpace($0) }
      plain.append(contentsOf: word)
      rest = rest[word.endIndex...]
      left = .text
    }
    if !plain.isEmpty { pieces.append(.text(String(plain))) }
  }

  /// Whether there is a line that a tool may have indented.
  var isIndented: Bool { runs.contains(where: \.isIndented) }

  /// Whether a tool may have added each line break: the line is indented, and a code or an end of the text is next to
  /// it.
  var isIndentedRoundCodes: Bool { !runs.isEmpty && runs.allSatisfy { $0.isIndented && !$0.isInText } }

  /// Empty texts in place of the runs; nil if a run may stand for a space.
  var nothing: [String]? { runs.allSatisfy(\.isAtEnd) ? runs.map { _ in "" } : nil }

  private func text(_ choices: [String]) -> String? {
    var text = InlineText()
    for piece in pieces {
      switch piece {
      case .text(let piece): text.append(piece)
      case .code(let code): text.parts.append(.code(code))
      case .run(let index): text.append(choices[index])
      }
    }
    return try? text.exactText(with: other).get()
  }

  /// The exported text, and what each run replaced; nil if no combination gives it.
  func exported(_ hash: TextHash) -> (text: String, choices: [String])? {
    guard !runs.isEmpty, hash != .empty, hash != .tooLong else { return nil }
    func found(_ choices: [String]) -> (text: String, choices: [String])? {
      text(choices).flatMap { TextHash($0) == hash ? ($0, choices) : nil }
    }
    let ways: [(Run) -> String] = [
      { _ in "" }, { _ in " " }, { $0.isAtEnd ? "" : " " }, \.start,
      { $0.isInText || !$0.isAtEnd && $0.right == .text ? " " : "" },
      { $0.isAtEnd || $0.right == .text && !$0.isBeforeWord ? "" : " " },
    ]
    for way in ways { if let exported = found(runs.map(way)) { return exported } }
    guard runs.count <= Self.mostTried else { return nil }
    for number in 0..<runs.reduce(1, { count, _ in count * Self.forms }) {
      var rest = number
      let choices = runs.map { run in
        defer { rest /= Self.forms }
        return ["", " ", "\n", run.text][rest % Self.forms]
      }
      if let exported = found(choices) { return exported }
    }
    return nil
  }

  /// An edited text without the white space of a tool; nil if that cannot be determined.
  ///
  /// - Parameters:
  ///   - source: The indentation of the source text.
  ///   - choices: What each of its runs replaced.
  func edited(like source: XLIFFIndentation, _ choices: [String]) -> String? {
    let isAlikeInText = runs.count(where: \.isInText) == source.runs.count(where: \.isInText)
    var used: Set<Int> = []
    var found: [String] = []
    for run in runs {
      let same = source.runs.indices.first { !used.contains($0) && source.runs[$0].isLike(run) }
      if let same, !run.isInText || isAlikeInText {
        used.insert(same)
        found.append(choices[same])
      } else if run.isAtEnd, run.isIndented {
        found.append("")
      } else if run.isInText || !run.isIndented {
        found.append(run.text)
      } else {
        return nil
      }
    }
    return text(found)
  }
}
