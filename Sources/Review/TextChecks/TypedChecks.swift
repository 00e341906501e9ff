import Basics

/// What the formulas of a workbook can judge while a person types: the checks of a project that are on, the words that
/// its glossary forbids, and its own rules where their patterns are simple.
package struct TypedChecks: Sendable {
  /// The checks whose faults formulas find, beside those of placeholders and a project's rules.
  package enum Fault: String {
    case tags = "html.tags"
    case edge = "space.edge"
    case forbiddenWord = "term.forbidden"
    case length = "length.maximum"
  }

  /// A rule with its formula.
  package struct Rule: Sendable {
    package let id: String
    let forbidden: PatternFormula?
    let required: PatternFormula?
    let isMeant: @Sendable (CheckedText) -> Bool
    let check: Check

    /// A formula that is true if the text of a cell breaks the rule.
    package func formula(of cell: String) -> String {
      let terms = [forbidden?.formula(of: cell), required.map { "NOT(\($0.formula(of: cell)))" }].compactMap(\.self)
      return terms.count == 1 ? terms[0] : "OR(\(terms.joined(separator: ",")))"
    }
  }

  /// The rules that formulas judge.
  package let rules: [Rule]
  private let glossary: Glossary?
  private let off: Set<String>

  /// - Parameters:
  ///   - rules: The project's rules.
  ///   - off: The ids of checks that do not run.
  init(glossary: Glossary?, rules: [Rule], off: Set<String>) {
    self.off = off
    self.glossary = off.contains(Fault.forbiddenWord.rawValue) ? nil : glossary
    self.rules = rules.filter { !off.contains($0.id) && ($0.forbidden ?? $0.required) != nil }
  }

  /// Whether a check runs.
  package func isOn(_ id: String) -> Bool { !off.contains(id) }

  package var hasForbiddenWords: Bool { glossary?.terms.contains { !$0.forbidden.isEmpty } ?? false }

  /// The words that a translation must not have and does not have yet, in lower case between spaces, as
  /// ``FormulaText/words(of:)`` shows them, but without the spaces where a script has none.
  ///
  /// - Parameter source: The source text; nil for a text in the source locale.
  package func forbiddenWords(source: String?, locale: String, current: String) -> [String] {
    guard let glossary else { return [] }
    let known = TermWords(TextWithoutTokens(ScannedText(current)).string)
    return glossary.forbidden(source: source, locale: locale).map { ($0, TermWords($0)) }.filter {
      !$1.words.isEmpty && !known.contains($1)
    }.map { word, words in
      word.contains(where: SpacelessScript.contains) ? word.lowercased() : " \(words.words.joined(separator: " ")) "
    }.withoutRepeats
  }

  /// The ids of the rules for a text that its current value does not break.
  ///
  /// - Parameter text: The text with its current value as the proposal.
  package func rules(for text: CheckedText) -> [String] {
    rules.filter { $0.isMeant(text) && (text.proposal.isEmpty || $0.check.findings(text).isEmpty) }.map(\.id)
  }
}

/// Texts in formulas of functions that Excel, LibreOffice, Numbers and Google Sheets have.
package enum FormulaText {
  /// A literal has at most 255 characters in Excel.
  private static let longest = 250

  package static func literal(_ text: String) -> String {
    var parts: [String] = [""]
    for character in text {
      let sign = character == "\"" ? "\"\"" : String(character)
      if parts[parts.count - 1].utf16.count + sign.utf16.count > longest { parts.append("") }
      parts[parts.count - 1] += sign
    }
    return parts.map { "\"\($0)\"" }.joined(separator: "&")
  }

  /// The words of a cell's text, with spaces in place of punctuation, and one at both ends.
  package static func words(of cell: String) -> String {
    "\" \"&\(separators.reduce(cell) { "SUBSTITUTE(\($0),\($1),\" \")" })&\" \""
  }

  private static let separators = ".,;:!?…()[]<>/-–—'’\"“”„«»\u{A0}".map { literal(String($0)) } + ["CHAR(10)"]
}

/// A pattern of a project as a formula, if it is a text, at an end of the proposal or anywhere, or a length.
struct PatternFormula: Sendable {
  private enum Place { case anywhere, start, end, whole, word }
  private enum Kind {
    case text(String, Place)
    case length(ClosedRange<Int>)
  }

  private let kind: Kind
  private let isCaseless: Bool
  /// Whether spaces at the edges of the text do not count.
  private let isTrimmed: Bool

  init?(_ pattern: String) {
    var rest = pattern[...]
    func takesPrefix(_ prefix: String) -> Bool {
      guard rest.hasPrefix(prefix) else { return false }
      rest = rest.dropFirst(prefix.count)
      return true
    }
    isCaseless = takesPrefix("(?i)")
    isTrimmed = rest.hasSuffix("\\s*$")
    if isTrimmed { rest = rest.dropLast(4) + "$" }
    if let length = rest.wholeMatch(of: #/(\^?)\.\{(\d{1,5})(,?)(\d{0,5})\}(\$?)/#)?.output {
      let (isWhole, least) = (!length.1.isEmpty && !length.5.isEmpty, Int(length.2) ?? 0)
      let most = length.3.isEmpty ? least : Int(length.4) ?? .max
      guard most >= least else { return nil }
      kind = .length(least...(isWhole ? most : .max))
      return
    }
    let isAtStart = takesPrefix("^")
    let isWord = takesPrefix("\\b")
    var (text, isAtEnd, endsWord) = ("", false, false)
    while let sign = rest.popFirst() {
      if endsWord || isAtEnd { return nil }
      switch sign {
      case "\\":
        guard let next = rest.popFirst() else { return nil }
        if next == "b" {
          endsWord = true
        } else if next.isLetter || next.isNumber {
          return nil
        } else {
          text.append(next)
        }
      case "$": isAtEnd = true
      case "^", ".", "[", "]", "(", ")", "{", "}", "|", "*", "+", "?": return nil
      default: text.append(sign)
      }
    }
    let isOneWord = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " }
    guard !text.isEmpty, isWord == endsWord, !isWord || isOneWord && !isAtStart && !isAtEnd else { return nil }
    let place: Place = isWord ? .word : isAtStart ? isAtEnd ? .whole : .start : isAtEnd ? .end : .anywhere
    kind = .text(isCaseless ? text.lowercased() : text, place)
  }

  /// A formula that is true if the pattern is found in the text of a cell.
  func formula(of cell: String) -> String {
    switch kind {
    case .length(let range):
      let least = "LEN(\(cell))>=\(range.lowerBound)"
      return range.upperBound == .max ? least : "AND(\(least),LEN(\(cell))<=\(range.upperBound))"
    case .text(let text, let place):
      let trimmed = isTrimmed ? "TRIM(\(cell))" : cell
      let own = isCaseless ? "LOWER(\(trimmed))" : trimmed
      let wanted = FormulaText.literal(text)
      return switch place {
      case .anywhere: "ISNUMBER(FIND(\(wanted),\(own)))"
      case .start: "EXACT(LEFT(\(own),\(text.utf16.count)),\(wanted))"
      case .end: "EXACT(RIGHT(\(own),\(text.utf16.count)),\(wanted))"
      case .whole: "EXACT(\(own),\(wanted))"
      case .word: "ISNUMBER(FIND(\(FormulaText.literal(" \(text) ")),\(FormulaText.words(of: own))))"
      }
    }
  }
}
