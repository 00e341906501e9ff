import NStackAPI
import ReviewSheets
import TextChecks
import TranslationReview

/// What reviewers asked in notes, and what was answered, as the register tells it.
struct Questions: Sendable {
  private struct Question {
    let words: String
    /// The sheet in which it was asked; nil for the review page.
    let sheet: String?
    let number: Int
    /// The note that took its place.
    var answer: String?
  }

  private var questions: [TextIdentity: Question] = [:]
  /// The notes that ask nothing, each with the number of its first appearance.
  private var statements: [TextIdentity: (words: String, number: Int)] = [:]
  private var count = 0

  /// Takes a note in, in the order of the register.
  ///
  /// - Parameter sheet: The sheet that has the note; nil for the review page.
  mutating func hear(_ note: String, about text: TextIdentity, in sheet: String?) {
    let (text, words) = (text.normalized, IgnoredChecks.removed(from: note))
    count += 1
    if words.isQuestion {
      statements[text] = nil
      if questions[text]?.words != words { questions[text] = Question(words: words, sheet: sheet, number: count) }
      return
    }
    if statements[text]?.words != words { statements[text] = words.isEmpty ? nil : (words, count) }
    // Who asked may replace the question in the same sheet, which answers nothing.
    if let asked = questions[text], sheet == nil || asked.sheet != sheet { questions[text]?.answer = words }
  }

  /// The answered questions about each key, in all locales, as lines for translators.
  ///
  /// A question is answered by a note in its place that another sheet has, or by a later note on the text in the default
  /// locale.
  func answered(in catalog: Catalog) -> [TextKey: String] {
    var lines: [TextKey: [String]] = [:]
    for (text, question) in questions.sorted(by: { $0.key.locale < $1.key.locale }) {
      let source = catalog.defaultLanguage.flatMap { language in
        statements[
          TextIdentity(section: text.section, key: text.key, locale: catalog.languages[language].locale).normalized]
      }
      let later = source.flatMap { $0.number > question.number ? $0.words : nil }
      let answers = [question.answer, later].compactMap { note in
        note.map { Self.line($0.hasPrefix(question.words) ? $0.dropFirst(question.words.count) : $0[...]) }
      }.filter { !$0.isEmpty }.withoutRepeats
      guard !answers.isEmpty else { continue }
      let locale = catalog.canonical(text).locale
      lines[TextKey(text), default: []].append("Asked in \(locale): \(Self.line(question.words[...]))")
      let answer = "Answer: \(answers.joined(separator: " "))"
      lines[TextKey(text)]?.removeAll { $0 == answer }
      lines[TextKey(text)]?.append(answer)
    }
    return lines.mapValues { $0.joined(separator: "\n") }
  }

  private static func line(_ words: Substring) -> String {
    words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension String {
  /// Whether a note ends in a question mark, apart from quotes and brackets that close.
  var isQuestion: Bool {
    let end = IgnoredChecks.removed(from: self).last { !$0.isWhitespace && !")]\"'”’»".contains($0) }
    return end.map { "?？؟".contains($0) } ?? false
  }
}

extension ReturnedSheet.Note { var isQuestion: Bool { note.isQuestion } }
