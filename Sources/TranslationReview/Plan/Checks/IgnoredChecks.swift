import Basics

/// The checks that a reviewer turned off for one row, by lines such as `ignore: printf.missing` under `Note`.
package struct IgnoredChecks: Sendable {
  private static let word = "ignore"

  /// The ids of the checks, as written, in order.
  private(set) var ids: [String] = []
  /// Whether a line names no check.
  private var isIncomplete = false

  init(note: String) {
    for line in note.split(whereSeparator: \.isNewline) {
      guard let names = Self.names(in: line) else { continue }
      let found = names.split { ",;、，；".contains($0) || $0.isWhitespace }.map { $0.lowercased() }
      if found.isEmpty { isIncomplete = true }
      ids += found
    }
  }

  /// What is after the colon of a line that ignores checks; nil for any other line. The colon may be one of a Chinese or
  /// Japanese keyboard, and have a space before it as in French.
  private static func names(in line: Substring) -> Substring? {
    guard let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" }),
      ReviewColumn.trimmed(String(line[..<colon])).lowercased() == word
    else { return nil }
    return line[line.index(after: colon)...]
  }

  /// What is wrong with the lines, in sentences.
  func remarks(for checks: [any Check]) -> [String] {
    (isIncomplete ? ["Note asks to ignore a check and names none. Write its id after the colon."] : [])
      + ids.compactMap { id in
        let known = StandardChecks.all + checks
        guard let check = known.first(where: { $0.id == id }) else {
          return "Note asks to ignore a check. \(CheckSettings.unknown(id).message)"
        }
        guard check.isIndispensable else { return nil }
        return "Note asks to ignore \(id), which cannot be ignored, because what it finds is never meant."
      }
  }

  /// A note without these lines. They count for one import, so the next export does not write them again.
  package static func removed(from note: String) -> String {
    guard note.lowercased().contains(word) else { return note }
    return note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).filter { names(in: $0) == nil }
      .joined(separator: "\n")
  }
}
