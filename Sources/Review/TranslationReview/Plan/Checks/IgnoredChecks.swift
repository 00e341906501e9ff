import Basics
import ReviewSheets

/// The checks that a reviewer turned off for one row, by lines such as `ignore: printf.missing` under `Note`.
package struct IgnoredChecks: Sendable {
  private static let word = "ignore"

  /// The ids of the checks, each once, in order.
  private(set) var ids: [String] = []
  /// Whether a line names no check.
  private var isIncomplete = false
  /// The words after `ignore:` that are not ids, as written.
  private var prose: [String] = []

  init(note: String) {
    if note.isEmpty { return }
    for line in note.split(whereSeparator: \.isNewline) {
      guard let names = Self.names(in: line) else { continue }
      let words = names.split { ",;、，；".contains($0) || $0.isWhitespace }
      if words.isEmpty { isIncomplete = true }
      ids += words.filter(Self.isID).map { $0.lowercased() }
      let rest = words.filter { !Self.isID($0) }
      if !rest.isEmpty { prose.append(rest.joined(separator: " ")) }
    }
    ids = ids.withoutRepeats
  }

  /// The text after the colon of a line that ignores checks; nil for any other line. The colon may be full-width, and
  /// may have a space before it, as in French.
  private static func names(in line: Substring) -> Substring? {
    guard let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" }),
      ReviewColumn.trimmed(String(line[..<colon])).lowercased() == word
    else { return nil }
    return line[line.index(after: colon)...]
  }

  /// Whether a word has the form of an id, such as `space.edge`. A project's rule may have digits and dashes in its name.
  private static func isID(_ word: Substring) -> Bool {
    let parts = word.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { $0.isASCIILetter || parts[0] == "rule" && ($0.isASCIIDigit || $0 == 0x2D) }
      }
  }

  /// The maximum number of ids, and of lines, that remarks name.
  private static let mostNamed = 10

  /// Remarks about mistakes in the lines that ignore checks.
  func remarks(for checks: [Check]) -> [Reason] {
    if ids.isEmpty, prose.isEmpty, !isIncomplete { return [] }
    var wrong = isIncomplete ? [Reason("ignore.names")] : []
    let known = StandardChecks.all + checks
    wrong += ids.compactMap { id -> Reason? in
      guard let check = known.first(where: { $0.id == id }) else {
        return Reason("ignore.unknown") + CheckSettings.unknown(id, among: known)
      }
      return check.isIndispensable ? Reason("ignore.indispensable", id) : nil
    }
    wrong += prose.map { Reason("ignore.prose", $0) }
    let rest = wrong.count - Self.mostNamed
    return wrong.prefix(Self.mostNamed) + (rest > 0 ? [Reason("ignore.more", .count(rest))] : [])
  }

  /// A note as the next export shows it: without the lines that ignore checks, because they apply to one import only, and
  /// with the errors in brackets, because they were counted.
  package static func removed(from note: String) -> String {
    let note = NotedErrors.bracketed(in: note)
    guard note.lowercased().contains(word) else { return note }
    return note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).filter { names(in: $0) == nil }
      .joined(separator: "\n")
  }
}
