import Basics
import NStackAPI

/// How texts and their differences become lines: wrapped, coloured and isolated on a terminal, and plain elsewhere.
///
/// Removed and added parts are distinguishable without colours too: between `[-` and `-]` and between `{+` and `+}`, or
/// struck out and underlined.
extension ReportDisplay {
  /// The width of the labels in cells.
  static let labelWidth = 8
  /// The smallest width for a text in cells, even on a narrower terminal.
  private static let narrowest = 20
  /// The most characters that are shown of added text, and likewise of all other text.
  private static let shown = 2_000
  /// The most characters of an unchanged or removed piece in a long text.
  private static let shownOfRest = 160

  // MARK: - Lines

  func lines(of side: RowSide, indent: Int) -> [String] {
    lines(of: side.pieces, label: side.label.rawValue, indent: indent)
  }

  /// Returns a text in pieces as lines. Its label is before it, in a column of the given width.
  func lines(of pieces: [WordDiff.Piece], label: String, labelWidth: Int = Self.labelWidth, indent: Int) -> [String] {
    let gap = String(repeating: " ", count: max(1, labelWidth - label.count))
    let head = String(repeating: " ", count: indent) + styled(label, "2") + gap
    let runs = Self.visibleRuns(pieces).map(bracketed)
    guard let width else { return [head + runs.map(\.text).joined()] }
    let further = String(repeating: " ", count: indent + labelWidth)
    let room = max(Self.narrowest, width - indent - labelWidth)
    return TextColumn.lines(of: runs, width: room).enumerated().map { index, line in
      (index == 0 ? head : further) + isolated(line)
    }
  }

  /// Returns a sentence as lines. All lines after the first are indented by two more cells.
  func lines(ofSentence sentence: String, indent: Int, style: String = "") -> [String] {
    let space = String(repeating: " ", count: indent)
    guard let width else { return [space + sentence] }
    let room = max(Self.narrowest, width - indent - 2)
    let lines = TextColumn.lines(of: Direction.isolatingQuotes(sentence), width: room)
    return lines.enumerated().map { index, line in
      let text = String(line.reversed().drop { $0 == " " }.reversed())
      return (index == 0 ? space : space + "  ") + styled(text, style)
    }
  }

  /// A name. On a terminal it is isolated, so that its direction does not affect the line.
  func name(_ text: String) -> String { width == nil ? text : Direction.isolated(text) }

  /// A text in a colour or another style, given as parameters of the terminal's `SGR` sequence.
  package func styled(_ text: String, _ code: String) -> String {
    usesColor && !text.isEmpty && !code.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  private func isolated(_ line: [WordDiff.Piece]) -> String {
    let text = line.map { styled($0.text, Self.style(of: $0.kind)) }.joined()
    return line.contains { Direction.hasRightToLeft($0.text) } ? "\u{2068}\(text)\u{2069}" : text
  }

  private static func style(of kind: WordDiff.Piece.Kind) -> String {
    switch kind {
    case .same: ""
    case .removed: "31;9"
    case .added: "32;4"
    }
  }

  /// A run between brackets, unless colours already show its kind.
  private func bracketed(_ run: WordDiff.Piece) -> WordDiff.Piece {
    usesColor ? run : WordDiff.Piece(run.kind, run.bracketed)
  }

  // MARK: - Visible text

  /// The pieces with invisible characters made visible, and with symbols for spaces at the ends of the text and of each
  /// change. Long texts are shortened, but an added text does not lose characters to the other pieces, because it is
  /// what is sent.
  private static func visibleRuns(_ pieces: [WordDiff.Piece]) -> [WordDiff.Piece] {
    let isLong = pieces.reduce(0) { $0 + $1.text.utf8.count } > shown
    var left = (added: shown, rest: shown)
    var runs: [WordDiff.Piece] = []
    for (index, piece) in pieces.enumerated() {
      let isAdded = piece.kind == .added
      let room = isAdded ? left.added : left.rest
      guard room > 0 else {
        if runs.last?.text != "…" { runs.append(WordDiff.Piece(.same, "…")) }
        continue
      }
      let text = isLong && !isAdded && pieces.count > 1 ? shortened(piece.text) : piece.text
      var visible = Visible.text(text, limit: room)
      let count = text.unicodeScalars.count
      left = isAdded ? (left.added - count, left.rest) : (left.added, left.rest - count)
      let isChanged = piece.kind != .same
      if isChanged || index == 0 { visible = signs(visible.prefix { $0 == " " }.count) + visible.drop { $0 == " " } }
      if isChanged || index == pieces.count - 1 {
        let end = visible.reversed().prefix { $0 == " " }.count
        visible = visible.dropLast(end) + signs(end)
      }
      if isChanged, visible.contains("  ") { visible.replace(#/ {2,}/#) { signs($0.output.count) } }
      runs.append(WordDiff.Piece(piece.kind, visible))
    }
    return runs
  }

  private static func signs(_ count: Int) -> String { String(repeating: "␠", count: count) }

  /// The beginning and the end of a long text.
  private static func shortened(_ text: String) -> String {
    guard text.count > shownOfRest else { return text }
    return text.prefix(shownOfRest / 2) + " … " + text.suffix(shownOfRest / 2)
  }
}
