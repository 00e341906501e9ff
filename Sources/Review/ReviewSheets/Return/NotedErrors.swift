import Basics

/// An error in a translation, as Multidimensional Quality Metrics (MQM) classify it.
///
/// Source: MQM-Core (themqm.org): its categories, its severities and their penalty points.
package struct QualityError: Hashable, Codable, Sendable {
  /// A category of MQM, with the types of errors that MQM has below it; any other counts as `other`.
  package enum Category: String, CaseIterable, Codable, Sendable {
    case terminology, accuracy
    case linguisticConventions = "linguistic conventions"
    case style
    case localeConventions = "locale conventions"
    case audienceAppropriateness = "audience appropriateness"
    case designAndMarkup = "design and markup"
    case other

    /// Other names of the category, and the types of errors that belong to it.
    fileprivate var others: [String] {
      switch self {
      case .terminology: ["wrong term", "inconsistent with terminology resource", "inconsistent use of terminology"]
      case .accuracy:
        [
          "mistranslation", "over-translation", "under-translation", "addition", "omission", "do not translate",
          "untranslated",
        ]
      case .linguisticConventions:
        [
          "linguistic", "fluency", "grammar", "punctuation", "spelling", "unintelligible", "character encoding",
          "textual conventions",
        ]
      case .style:
        ["language register", "awkward style", "unidiomatic style", "inconsistent style", "organizational style"]
      case .localeConventions:
        [
          "locale", "locale convention", "number format", "currency format", "measurement format", "time format",
          "date format", "address format", "telephone format", "shortcut key",
        ]
      case .audienceAppropriateness: ["audience", "culture-specific reference", "offensive"]
      case .designAndMarkup:
        ["design", "markup", "layout", "markup tag", "truncation", "text expansion", "missing text", "cross-reference"]
      case .other: []
      }
    }
  }

  package enum Severity: String, CaseIterable, Codable, Sendable {
    case neutral, minor, major, critical

    /// The penalty points of one error.
    package var points: Int {
      switch self {
      case .neutral: 0
      case .minor: 1
      case .major: 5
      case .critical: 25
      }
    }
  }

  package let category: Category
  package let severity: Severity

  package init(_ category: Category, _ severity: Severity) { (self.category, self.severity) = (category, severity) }

  /// The categories by their names without spaces and marks.
  fileprivate static let categories = Dictionary(
    Category.allCases.flatMap { category in
      ([category.rawValue] + category.others).map { (NotedErrors.words(in: $0).joined(), category) }
    }
  ) { first, _ in first }

  fileprivate static let mostWordsOfName = 4
}

/// The errors that a reviewer noted, each as `error: accuracy major` and any words after it.
///
/// The severity may come first. Several stand on lines of their own, or after a mark such as a semicolon.
package struct NotedErrors {
  private static let word = Array("error")
  private static let colons: Set<Character> = [":", "："]
  /// The marks that may stand before an error. One in brackets was counted with an earlier sheet.
  private static let marks: Set<Character> = [
    ";", "；", ",", "，", ".", "。", "、", "!", "?", "/", "|", "-", "–", "—", "•", "*",
  ]

  package private(set) var errors: [QualityError] = []
  /// What is wrong with them, in sentences.
  private(set) var remarks: [String] = []

  package init(_ note: String) {
    guard Self.mayHave(note) else { return }
    for line in note.split(whereSeparator: \.isNewline).map(Array.init) {
      for piece in Self.pieces(of: line) { add(String(line[piece].drop { !Self.colons.contains($0) }.dropFirst())) }
    }
  }

  private mutating func add(_ text: String) {
    let words = Self.words(in: text)
    var (category, severity): (QualityError.Category?, QualityError.Severity?)
    var unknown: [String] = []
    var position = 0
    while position < words.count, severity == nil || category == nil && unknown.isEmpty {
      if severity == nil, let found = QualityError.Severity(rawValue: words[position]) {
        severity = found
        position += 1
      } else if unknown.isEmpty, let (found, end) = Self.category(in: words, at: position) {
        category = category ?? found
        position = end
      } else if category == nil, unknown.count < QualityError.mostWordsOfName {
        unknown.append(words[position])
        position += 1
      } else {
        break
      }
    }
    guard let severity else {
      remarks.append(
        "\"error:\(Visible.text(String(text.prefix(40))))\" has no severity after its category and is not counted. "
          + "Write neutral, minor, major or critical, as in error: accuracy major.")
      return
    }
    errors.append(QualityError(category ?? .other, severity))
    guard category == nil else { return }
    let names = QualityError.Category.allCases.map(\.rawValue)
    let name = unknown.joined(separator: " ")
    let nearest = CloseName.nearest(to: name, among: names)
    remarks.append(
      (name.isEmpty ? "An error has no category" : "\"\(Visible.text(name))\" is no category of MQM")
        + ", so it counts as other. "
        + (nearest.map { "Did you mean \($0)?" } ?? "Write one of \(names.joined(separator: ", "))."))
  }

  private static func category(in words: [String], at start: Int) -> (QualityError.Category, end: Int)? {
    for end in (start + 1...start + QualityError.mostWordsOfName).reversed() where end <= words.count {
      if let found = QualityError.categories[words[start..<end].joined()] { return (found, end) }
    }
    return nil
  }

  fileprivate static func words(in text: String) -> [String] {
    text.split { !$0.isLetter && $0 != "'" }.map { $0.lowercased() }.filter { $0 != "and" }
  }

  /// A note as the next sheet shows it: with these errors in brackets, so that they are not counted again.
  package static func bracketed(in note: String) -> String {
    guard mayHave(note) else { return note }
    return note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      var line = Array(line)
      for piece in pieces(of: line).reversed() {
        let end = line[piece].lastIndex { !$0.isWhitespace && !marks.contains($0) } ?? piece.lowerBound
        line.insert(")", at: end + 1)
        line.insert("(", at: piece.lowerBound)
      }
      return String(line)
    }.joined(separator: "\n")
  }

  /// The parts of a line with one error each, up to the next one.
  private static func pieces(of line: [Character]) -> [Range<Int>] {
    var starts: [Int] = []
    for start in line.indices where line[start...].count > word.count {
      let before = line[..<start].last { !$0.isWhitespace }
      guard before.map(marks.contains) ?? true,
        line[start..<start + word.count].elementsEqual(word, by: { $0.lowercased() == String($1) }),
        let colon = line[(start + word.count)...].first(where: { !$0.isWhitespace }), colons.contains(colon)
      else { continue }
      starts.append(start)
    }
    return zip(starts, starts.dropFirst() + [line.count]).map { $0..<$1 }
  }

  private static func mayHave(_ note: String) -> Bool { note.lowercased().contains("error") }
}
