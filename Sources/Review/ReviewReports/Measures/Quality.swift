package import Basics
import NStackAPI
import ReviewSheets
import TranslationReview

/// The rows of one locale and person whose texts were judged: they were sent or approved, or a reviewer noted errors in
/// them.
package struct JudgedRows: Hashable, Codable, Sendable {
  let locale: String
  let person: String?
  /// The words of each row's text, by the row's mark.
  fileprivate(set) var words: [String: Int] = [:]
  /// The errors in it.
  fileprivate(set) var errors: [String: [QualityError]] = [:]

  fileprivate func keeping(_ marks: Set<String>) -> JudgedRows {
    var rows = self
    rows.words = words.filter { marks.contains($0.key) }
    rows.errors = errors.filter { marks.contains($0.key) }
    return rows
  }
}

extension [JudgedRows] {
  /// Adds rows that came back. Of a row that came back before, the later judgement counts; of one that came back twice
  /// in the same import, that with errors.
  mutating func add(_ others: [JudgedRows], ofSameImport isSame: Bool) {
    let marks = Set(others.flatMap(\.words.keys))
    let known = isSame ? keeping(marks).reduce(into: [:]) { $0.merge($1.errors) { $1 } } : [:]
    remove(marks)
    for other in others {
      let index = index(of: other.locale, other.person)
      let errors = known.filter { other.words[$0.key] != nil }.merging(other.errors) { $1 }
      self[index].words.merge(other.words) { $1 }
      self[index].errors.merge(errors) { $1 }
    }
  }

  mutating func remove(_ marks: Set<String>) {
    for index in indices {
      for mark in marks {
        self[index].words[mark] = nil
        self[index].errors[mark] = nil
      }
    }
  }

  func keeping(_ marks: Set<String>) -> [JudgedRows] { map { $0.keeping(marks) } }

  private mutating func index(of locale: String, _ person: String?) -> Int {
    if let index = firstIndex(where: { $0.locale == locale && $0.person == person }) { return index }
    append(JudgedRows(locale: locale, person: person))
    return count - 1
  }

  fileprivate mutating func add(
    _ text: String, of mark: TextHash, _ errors: [QualityError], _ locale: String, _ place: RowPlace
  ) {
    let index = index(of: locale, place.author)
    self[index].words[mark.text] = TextMeasure(of: text).words
    if !errors.isEmpty { self[index].errors[mark.text] = errors }
  }
}

extension [Int: [JudgedRows]] {
  /// The judged rows of each file, by the file's index.
  ///
  /// - Parameters:
  ///   - rows: The rows whose texts are sent or approved.
  ///   - notes: All notes; those that name errors are judgements.
  fileprivate init(_ rows: some Sequence<ReturnedRow>, _ notes: [ReturnedSheet.Note]) {
    self.init()
    for row in rows {
      self[row.place.fileIndex, default: []].add(row.judgedText, of: row.mark, [], row.text.locale, row.place)
    }
    for note in notes {
      guard let row = note.judged else { continue }
      let errors = NotedErrors(note.note).errors
      self[note.place.fileIndex, default: []].add(row.text, of: row.mark, errors, note.text.locale, note.place)
    }
  }
}

extension Changeset {
  /// The errors that reviewers noted in each agency's texts, in lines.
  func qualityLines(_ report: SubmissionReport?) -> [String] {
    guard notes.contains(where: { $0.judged != nil }) else { return [] }
    return AgencyShares(self, report).shares.flatMap { $0.quality.lines(of: $0.name) }
  }

  /// The judged rows of each file, by the file's index.
  func judgedRows(_ report: SubmissionReport?) -> [Int: [JudgedRows]] {
    let indices = items.indices.filter { index in
      let item = items[index]
      if item.isTyped { return false }
      if item.signOff != nil { return true }
      guard item.row.intent.isProposal else { return false }
      let kind = report?.outcome(ofItemAt: index)?.resultKind ?? item.verdict.resultKind
      return [.sent, .planned, .alreadyThere].contains(kind)
    }
    return [Int: [JudgedRows]](indices.lazy.map { items[$0].row }, notes)
  }
}

/// The quality of the texts that were judged of one locale and person: the errors in them, as penalty points per 1,000
/// words.
package struct Quality: Sendable {
  package let locale: String
  /// The person who filled in the rows; nil if the file has no name.
  package let person: String?
  package private(set) var words = 0
  package private(set) var errors: [QualityError: Int] = [:]
  /// The most points per 1,000 words that the project takes; nil if it sets none.
  private let most: Int?

  /// - Parameter sheets: The judged rows of each sheet.
  static func list(_ sheets: some Sequence<[JudgedRows]>, most: Int?) -> [Quality] {
    var list: [Quality] = []
    for rows in sheets.joined() where !rows.words.isEmpty {
      let place = list.firstIndex { $0.locale == rows.locale && $0.person == rows.person } ?? list.count
      if place == list.count { list.append(Quality(locale: rows.locale, person: rows.person, most: most)) }
      list[place].words += rows.words.values.reduce(0, +)
      for error in rows.errors.values.joined() { list[place].errors[error, default: 0] += 1 }
    }
    return list
  }

  private init(locale: String, person: String?, most: Int?) {
    (self.locale, self.person, self.most) = (locale, person, most)
  }

  package var errorCount: Int { errors.values.reduce(0, +) }
  package var points: Int { errors.reduce(0) { $0 + $1.key.severity.points * $1.value } }
  /// The points per 1,000 words, rounded. A text without words counts as one.
  package var pointsPerThousand: Int { (2_000 * points + max(1, words)) / (2 * max(1, words)) }
  /// Whether there are more points than the project takes.
  package var isOver: Bool { most.map { 1_000 * Double(points) > Double($0) * Double(max(1, words)) } ?? false }

  /// The points per 1,000 words, with the project's limit if it is exceeded.
  var score: String { "\(pointsPerThousand)" + (isOver ? most.map { " (at most \($0))" } ?? "" : "") }

  package var json: JSONValue {
    let list = QualityError.Category.allCases.flatMap { category in
      QualityError.Severity.allCases.compactMap { severity in
        errors[QualityError(category, severity)].map { count in
          JSONValue.members(["category": category.rawValue, "severity": severity.rawValue, "count": count])
        }
      }
    }
    return [
      "locale": locale, "person": person, "words": words, "errors": JSONValue.array(list), "points": points,
      "pointsPerThousand": pointsPerThousand, "most": most, "over": isOver,
    ]
  }

  /// The number in one line.
  func line(of agency: String) -> String {
    let names = [agency, locale, person].compactMap(\.self).map { Visible.text($0) }.joined(separator: ", ")
    let limit = isOver ? most.map { "; the project takes \($0) at most" } ?? "" : ""
    return "quality: \(names): \(Counted.text(errorCount, "error")), \(Counted.text(points, "point")) in "
      + "\(Counted.text(words, "word")), \(pointsPerThousand) per 1,000 words\(limit)"
  }
}

extension [Quality] {
  package var json: JSONValue { .array(map(\.json)) }

  /// The numbers of those whose texts have errors.
  func lines(of agency: String) -> [String] { filter { $0.errorCount > 0 }.map { $0.line(of: agency) } }
}

extension SheetCheck {
  /// The quality of each agency's texts, as far as it can be told without a server: of the texts that would be sent or
  /// are approved, and of those with errors. Empty if no note names an error.
  package var quality: [(agency: String, quality: [Quality])] {
    // Counting the words of a large sheet takes a second.
    guard sheet.notes.contains(where: { $0.judged != nil }) else { return [] }
    let refused = Set(diagnostics.filter { $0.severity == .error }.compactMap(\.place))
    let rows = sheet.rows.lazy.filter { row in
      (row.intent.isProposal || row.intent == .signOff) && !refused.contains(row.place)
    }
    let judged = [Int: [JudgedRows]](rows, sheet.notes)
    return sheet.files.agencies.map { ($0.name, sheet.files.quality(at: $0.files, judged, most: mostPoints)) }
  }

  /// Whether no agency's texts have more errors than the project takes.
  package var isQualityHeld: Bool { !quality.contains { $0.quality.contains(where: \.isOver) } }
}
