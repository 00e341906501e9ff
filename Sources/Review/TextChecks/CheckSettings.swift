package import Basics

/// The severities that a project gives to checks.
public struct CheckSettings: Sendable {
  /// Why a setting is refused.
  public struct Refusal: Error, Hashable, Sendable {
    /// What was found and what to do, in sentences.
    public let message: String

    package init(_ message: String) { self.message = message }
  }

  /// The glossary for the checks of terms; nil if there is none.
  public var glossary: Glossary?
  /// The patterns of the project's own placeholders.
  private var patterns: [TextPattern] = []
  /// The project's own rules.
  private var rules: [Check] = []
  /// The same rules as formulas.
  private var typedRules: [TypedChecks.Rule] = []
  /// The severities that the project changed, by the id of the check; nil for a check that does not run.
  private var severities: [String: Severity?] = [:]

  /// Creates settings without changes.
  public init() {}

  /// Gives a check another severity, or turns it off.
  ///
  /// - Throws: ``Refusal`` for an unknown id or level, and for a check whose severity cannot be lowered.
  public mutating func set(_ level: String, for id: String) throws(Refusal) {
    let known = StandardChecks.all + rules
    guard let check = known.first(where: { $0.id == id }) else { throw Refusal("\(Self.unknown(id, among: known))") }
    let severity = Severity(rawValue: level)
    guard severity != nil || level == "off" else {
      throw Refusal("The check \(id) has the level \"\(Visible.text(level))\". Write error, warning, info or off.")
    }
    guard !check.isIndispensable || severity == .error else {
      throw Refusal(
        "The check \(id) cannot be made less severe, because what it finds is always a mistake. Remove the line.")
    }
    severities[id] = .some(severity)
  }

  /// Adds a regular expression for placeholders that the project's apps replace.
  ///
  /// - Throws: ``Refusal`` for an invalid one.
  package mutating func addPlaceholder(_ pattern: String) throws(Refusal) {
    patterns.append(try Self.pattern(pattern, matchingText: true))
  }

  /// Adds a rule of the project, whose findings have the id `rule.` and its name, and its message.
  ///
  /// - Parameters:
  ///   - forbidden: The pattern that no text may have; nil for none.
  ///   - required: The pattern that each text must have; nil for none.
  ///   - source: The pattern of source texts whose translations the rule is for; nil for all texts.
  ///   - isMeant: Whether the rule is for a text.
  /// - Throws: ``Refusal`` for a name, pattern or message that cannot be used.
  package mutating func addRule(
    _ name: String, forbidding forbidden: String?, requiring required: String?, ofSource source: String? = nil,
    message: String, where isMeant: @escaping @Sendable (CheckedText) -> Bool = { _ in true }
  ) throws(Refusal) {
    let id = "rule.\(name)"
    guard !name.isEmpty, name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0.isASCIIDigit || $0 == 0x2D }) else {
      throw Refusal("A rule has the name \"\(Visible.text(name))\". Write a word of a to z, digits and dashes.")
    }
    guard !rules.contains(where: { $0.id == id }) else { throw Refusal("Two rules have the name \(name). Rename one.") }
    guard rules.count < Self.mostRules else { throw Refusal("There are more than \(Self.mostRules) rules. Join some.") }
    guard !message.isEmpty, forbidden ?? required != nil else {
      throw Refusal("The rule \(name) needs a message, and a pattern under forbid or require.")
    }
    let patterns = (
      try forbidden.map { pattern throws(Refusal) in try Self.pattern(pattern, matchingText: true) },
      try required.map { pattern throws(Refusal) in try Self.pattern(pattern) },
      try source.map { pattern throws(Refusal) in try Self.pattern(pattern) }
    )
    let reason = Reason(verbatim: Visible.text(message, limit: 500))
    let isForText: @Sendable (CheckedText) -> Bool = { text in
      guard isMeant(text), let pattern = patterns.2 else { return isMeant(text) }
      return text.translatedSource.map { pattern.isFound(in: $0.string) } ?? false
    }
    rules.append(
      Check(id, .warning) { text in
        guard isForText(text) else { return [] }
        if let pattern = patterns.1, !pattern.isFound(in: text.proposal) { return [CheckFinding(reason)] }
        return patterns.0?.all(in: text.proposal).map { CheckFinding(reason, token: $0) } ?? []
      })
    typedRules.append(
      TypedChecks.Rule(
        id: id, forbidden: forbidden.flatMap(PatternFormula.init), required: required.flatMap(PatternFormula.init),
        isMeant: isForText, check: rules[rules.count - 1]))
  }

  /// Each rule is tried on each text.
  private static let mostRules = 100

  private static func pattern(_ pattern: String, matchingText: Bool = false) throws(Refusal) -> TextPattern {
    let read: TextPattern
    do { read = try TextPattern(pattern) } catch { throw Refusal(error.message) }
    guard !matchingText || !read.isFound(in: "") else {
      throw Refusal("\"\(Visible.text(pattern))\" matches an empty text. Write what it begins with.")
    }
    return read
  }

  /// The checks to run, with the severities and the glossary of the project.
  public var checks: [Check] {
    let all =
      glossary == nil && patterns.isEmpty
      ? StandardChecks.all : StandardChecks.checks(of: glossary ?? Glossary(), patterns)
    return (all + rules).compactMap { check in
      guard let changed = severities[check.id] else { return check }
      guard let severity = changed else { return nil }
      var check = check
      check.severity = severity
      return check
    }
  }

  /// What the formulas of a workbook judge by these settings.
  package var typed: TypedChecks {
    TypedChecks(glossary: glossary, rules: typedRules, off: Set(severities.filter { $0.value == nil }.map(\.key)))
  }

  /// Returns what the checks find in a text, in their order. Faults that the current value has too, and findings that
  /// are only counted, are left out.
  public func findings(in text: CheckedText) -> [TextFinding] { CheckRun(checks, on: text).findings }

  /// What a review in one file needs to check by the same settings: the severities that the project changed, and its terms.
  package var json: JSONValue {
    [
      "severities": JSONValue.object(
        severities.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value?.rawValue ?? "off")) }),
      "terms": (glossary?.terms ?? []).map { term -> JSONValue in
        ["locale": term.locale, "sources": term.sources, "preferred": term.preferred, "forbidden": term.forbidden]
      },
    ]
  }

  /// The reason to refuse an unknown id of a check.
  package static func unknown(_ id: String, among known: [Check]) -> Reason {
    let near = CloseName.nearest(to: id, among: known.map(\.id))
    return Reason("check.unknown", id) + (near.map { Reason("check.nearest", $0) } ?? .none)
  }
}
