import Basics

/// The checks that a reviewer turned off for one row, by lines such as `ignore: printf.missing` under `Note`.
package struct IgnoredChecks: Sendable {
  private static let word = "ignore:"

  /// The ids of the checks, as written, in order.
  private(set) var ids: [String] = []

  init(note: String) {
    guard note.utf8.contains(UInt8(ascii: ":")) else { return }
    for line in note.split(whereSeparator: \.isNewline) {
      let line = ReviewColumn.trimmed(String(line))
      guard line.lowercased().hasPrefix(Self.word) else { continue }
      ids += line.dropFirst(Self.word.count).split { $0 == "," || $0.isWhitespace }.map { $0.lowercased() }
    }
  }

  /// What is wrong with the lines, in sentences.
  func remarks(for checks: [any Check]) -> [String] {
    ids.compactMap { id in
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
    return note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).filter {
      !ReviewColumn.trimmed(String($0)).lowercased().hasPrefix(word)
    }.joined(separator: "\n")
  }
}
