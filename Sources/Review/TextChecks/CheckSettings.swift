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
  /// The severities that the project changed, by the id of the check; nil for a check that does not run.
  private var severities: [String: Severity?] = [:]

  /// Creates settings without changes.
  public init() {}

  /// Gives a check another severity, or turns it off.
  ///
  /// - Throws: ``Refusal`` for an unknown id or level, and for a check whose severity cannot be lowered.
  public mutating func set(_ level: String, for id: String) throws(Refusal) {
    guard let check = StandardChecks.all.first(where: { $0.id == id }) else { throw Refusal("\(Self.unknown(id))") }
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
  public mutating func addPlaceholder(_ pattern: String) throws(Refusal) {
    let expression = try TextPattern(pattern)
    guard !expression.isFound(in: "") else {
      throw Refusal("\"\(Visible.text(pattern))\" matches an empty text. Write what it begins with.")
    }
    patterns.append(expression)
  }

  /// The checks to run, with the severities and the glossary of the project.
  public var checks: [Check] {
    let all =
      glossary == nil && patterns.isEmpty
      ? StandardChecks.all : StandardChecks.checks(of: glossary ?? Glossary(), patterns)
    return all.compactMap { check in
      guard let changed = severities[check.id] else { return check }
      guard let severity = changed else { return nil }
      var check = check
      check.severity = severity
      return check
    }
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
  package static func unknown(_ id: String) -> Reason {
    let near = CloseName.nearest(to: id, among: StandardChecks.all.map(\.id))
    return Reason("check.unknown", id) + (near.map { Reason("check.nearest", $0) } ?? .none)
  }
}
