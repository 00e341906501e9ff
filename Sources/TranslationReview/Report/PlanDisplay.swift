import Basics
import NStackAPI

/// A plan for a terminal: changes word by word, conflicts side by side.
package struct PlanDisplay: Sendable {
  /// The width of the terminal in characters.
  package let width: Int
  /// Whether to use colours.
  package let usesColor: Bool

  /// The smallest width for three columns.
  private static let narrowest = 60
  /// The maximum length of a shown text, in characters.
  private static let shown = 2_000

  /// Creates a display from its fields.
  package init(width: Int, usesColor: Bool) {
    self.width = width
    self.usesColor = usesColor
  }

  /// Returns the plan as lines of text: the rows that are not unchanged, then the counts.
  package func lines(of changeset: Changeset) -> [String] {
    var lines = Diagnostic.lines(of: changeset.diagnostics)
    for item in changeset.items { lines += self.lines(of: item) }
    return lines + [changeset.summaryLine]
  }

  /// Returns one row as lines of text.
  package func lines(of item: Changeset.Item) -> [String] {
    let verdict = colored(item.verdict.rawValue, color(of: item.verdict))
    var lines = ["\(verdict) \(bold(item.row.text.reportName))\(item.message.isEmpty ? "" : ": \(item.message)")"]
    lines.append(colored("    \(item.row.place)", "2"))
    switch item.verdict {
    case .propose:
      lines.append(
        "    " + change(from: item.serverProposal?.value ?? item.serverValue ?? "", to: item.row.proposal))
    case .delete: lines.append("    " + change(from: item.serverProposal?.value ?? "", to: ""))
    case .conflict: lines += sides(of: item)
    default: break
    }
    return lines + item.notes.map { "    note: \($0)" }
  }

  // MARK: - Word by word

  private func change(from old: String, to new: String) -> String {
    WordDiff(from: old, to: new).pieces.map { piece in
      let text = Visible.text(piece.text, limit: Self.shown)
      switch piece.kind {
      case .same: return text
      case .removed: return usesColor ? colored(text, "31;9") : "[-\(text)-]"
      case .added: return usesColor ? colored(text, "32") : "{+\(text)+}"
      }
    }.joined()
  }

  // MARK: - Side by side

  private func sides(of item: Changeset.Item) -> [String] {
    let server = item.serverProposal?.value ?? item.serverValue ?? ""
    let base = item.baseText
    let sheet = item.row.proposal
    guard width >= Self.narrowest else {
      return ["    base   \(Visible.text(base, limit: Self.shown))", "    server \(change(from: base, to: server))"]
        + ["    sheet  \(change(from: base, to: sheet))"]
    }
    let column = (width - 4 - 6) / 3
    let cells = [base, server, sheet].map { TextColumn.lines(of: Visible.text($0, limit: Self.shown), width: column) }
    var lines = [
      "    " + ["base", "server", "sheet"].map { padded(bold($0), $0.count, column) }.joined(separator: " │ ")
    ]
    for index in 0..<(cells.map(\.count).max() ?? 0) {
      let parts = cells.enumerated().map { place, cell -> String in
        let text = index < cell.count ? cell[index] : ""
        let isChanged =
          [server, sheet].indices.contains(place - 1) && ![server, sheet][place - 1].utf8.elementsEqual(base.utf8)
        return padded(isChanged ? colored(text, place == 1 ? "31" : "32") : text, TextColumn.width(of: text), column)
      }
      lines.append("    " + parts.joined(separator: " │ "))
    }
    return lines + ["    server: \(change(from: base, to: server))", "    sheet:  \(change(from: base, to: sheet))"]
  }

  private func padded(_ text: String, _ width: Int, _ column: Int) -> String {
    text + String(repeating: " ", count: max(0, column - width))
  }

  // MARK: - Colours

  private func color(of verdict: Verdict) -> String {
    if verdict.isRefusal { return "31" }
    return verdict == .conflict ? "33" : verdict.isChange ? "32" : "2"
  }

  private func bold(_ text: String) -> String { colored(text, "1") }

  private func colored(_ text: String, _ code: String) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension Changeset.Item {
  /// The text that the row showed when it was exported: the proposal, or the current value if there was none.
  package var baseText: String {
    // A suggestion is in both columns and was not on the server, so it is not the base.
    if row.base?.suggestion == nil, let exported = row.exportedProposal, !exported.isEmpty { return exported }
    return row.currentValue
  }
}

/// Texts in a column of a terminal.
enum TextColumn {
  /// Returns the width of a text in terminal cells: two for a wide character, none for a combining mark.
  static func width(of text: String) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// Breaks a text into lines of at most `width` terminal cells, between words if possible.
  static func lines(of text: String, width: Int) -> [String] {
    var lines = [""]
    var used = 0
    for word in WordDiff.words(in: text) {
      let next = self.width(of: word)
      if used + next > width, used > 0, !word.allSatisfy(\.isWhitespace) || next > width {
        lines.append("")
        used = 0
      }
      for character in word {
        let places = self.width(of: character)
        if used + places > max(width, 2) {
          // A space at the end of a line is invisible.
          if character.isWhitespace { continue }
          lines.append("")
          used = 0
        }
        lines[lines.count - 1].append(character)
        used += places
      }
    }
    return lines
  }

  private static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return scalar.properties.canonicalCombiningClass == .notReordered ? 1 : 0
    }
  }
}
