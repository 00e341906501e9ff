import Basics

/// The parts of a text between which a line may end: at white space, and between characters of scripts without spaces, but
/// not before a closing mark or after an opening one.
enum LineChunks {
  private static let closing: Set<Character> = [
    ".", ",", ";", ":", "!", "?", ")", "]", "}", "\"", "'", "»", "”", "’", "%", "…", "-", "+", "⏎", "␠", "。", "、", "」",
    "』", "）", "】", "！", "？", "：", "；", "，", "ー", "ๆ", "ฯ",
  ]
  private static let opening: Set<Character> = [
    "(", "[", "{", "\"", "'", "«", "„", "“", "‘", "¿", "¡", "-", "+", "「", "『", "（", "【",
  ]

  /// Returns the parts of runs of text, in order.
  static func chunks(of runs: [TextRun]) -> [[TextRun]] {
    var chunks: [[TextRun]] = []
    var last: String?
    for run in runs {
      for word in WordDiff.words(in: run.text) {
        let next = TextRun(kind: run.kind, text: word)
        if let last, !mayEnd(after: last, before: word) {
          chunks[chunks.count - 1].append(next)
        } else {
          chunks.append([next])
        }
        last = word
      }
    }
    return chunks
  }

  /// Whether a line may end between two words.
  private static func mayEnd(after last: String, before next: String) -> Bool {
    guard let end = last.last, let start = next.first else { return true }
    if end.isWhitespace || start.isWhitespace || end == "⏎" { return true }
    if closing.contains(start) || opening.contains(end) { return false }
    return SpacelessScript.contains(end) || SpacelessScript.contains(start)
  }
}
