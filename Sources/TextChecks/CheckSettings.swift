import Basics

/// The checks that this package has, in the order in which reports name their findings.
public enum StandardChecks {
  /// All checks.
  public static let all: [any Check] =
    placeholders + messages + markup + characters + spacing + EndMark.all.map(EndMarkCheck.init) + lengths + words
    + terms

  private static let placeholders: [any Check] = [
    PrintfTypeCheck(), PrintfExtraCheck(), PrintfShiftCheck(), PrintfMissingCheck(), PrintfMixedCheck(),
    PrintfInvalidCheck(), PrintfPercentCheck(), PrintfLengthCheck(),
    PlaceholderCheck<VariableSyntax>(), PlaceholderCheck<NameSyntax>(), PlaceholderCheck<MustacheSyntax>(),
    PlaceholderCheck<IndexSyntax>(), PlaceholderCheck<TemplateSyntax>(), PlaceholderCheck<RubySyntax>(),
  ]
  private static let messages: [any Check] = [
    ICUSyntaxCheck(), ICUArgumentCheck(), ICUSelectorCheck(), ICUOtherCheck(), ICUCategoryCheck(),
  ]
  private static let markup: [any Check] = [
    HTMLTagsCheck(), HTMLBalanceCheck(), HTMLOrderCheck(), HTMLEntityCheck(), LinkCheck.markdown, LinkCheck.messages,
    LinkCheck.urls, LinkCheck.mailboxes,
  ]
  private static let characters: [any Check] = [
    ControlCharacterCheck(), ReplacementCharacterCheck(), LoneSurrogateCheck(), BidiCheck(), InvisibleCharacterCheck(),
    DirectionMarkCheck(), MojibakeCheck(), ScriptCheck(),
  ]
  private static let spacing: [any Check] = [
    EdgeSpaceCheck(), DoubleSpaceCheck(), TabCheck(), FrenchSpaceCheck(), LineEdgeCheck(), LineCountCheck(),
    TypedLineBreakCheck(),
  ]
  private static let lengths: [any Check] = [MaximumLengthCheck(), CellLengthCheck(), LengthRatioCheck()]
  private static let words: [any Check] = [
    KeyAsTextCheck(), SameAsSourceCheck(), NumberCheck(), BracketBalanceCheck(), DoubledWordCheck(),
    FormulaStartCheck(),
  ]
  /// Without a glossary, they find nothing.
  private static let terms: [any Check] = [
    TermMissingCheck(glossary: Glossary()), TermForbiddenCheck(glossary: Glossary()),
  ]
}

/// The severities that a project gives to checks.
public struct CheckSettings: Sendable {
  /// What a finding of a check does.
  public enum Level: String, CaseIterable, Sendable {
    /// It refuses the text.
    case error
    /// It is reported, and the text is sent.
    case warning
    /// It is reported as information.
    case info
    /// The check does not run.
    case off
  }

  /// Why a setting is refused.
  public struct Refusal: Error, Hashable, Sendable {
    /// What was found and what to do, in sentences.
    public let message: String
  }

  /// The glossary for the checks of terms; nil for none.
  public var glossary: Glossary?
  private var levels: [String: Level] = [:]

  /// Creates the settings of a project that changes nothing.
  public init() {}

  /// Gives a check another severity, or turns it off.
  ///
  /// - Throws: ``Refusal`` for an unknown id or level, and for a check that cannot be turned down.
  public mutating func set(_ level: String, for id: String) throws(Refusal) {
    guard let check = StandardChecks.all.first(where: { $0.id == id }) else { throw Self.unknown(id) }
    guard let level = Level(rawValue: level) else {
      throw Refusal(
        message: "The check \(id) has the level \"\(Visible.text(level))\". Write error, warning, info or off.")
    }
    guard !check.isIndispensable || level == .error else {
      throw Refusal(
        message: "The check \(id) cannot be turned down, because what it finds is never meant. Remove the line.")
    }
    levels[id] = level
  }

  /// The checks to run, with the severities and the glossary of the project.
  public var checks: [any Check] {
    StandardChecks.all.compactMap { check in
      var check = check
      if let glossary, let user = check as? any GlossaryCheck { check = type(of: user).init(glossary: glossary) }
      guard let level = levels[check.id] else { return check }
      return Severity(rawValue: level.rawValue).map { LevelledCheck(check: check, severity: $0) }
    }
  }

  /// Returns what the checks find in a text, in their order. Faults that the current value has too are left out, and so
  /// are findings that are only counted.
  public func findings(in text: CheckedText) -> [TextFinding] { CheckRun(checks, on: text).findings }

  package static func unknown(_ id: String) -> Refusal {
    let near = CloseName.nearest(to: id, among: StandardChecks.all.map(\.id))
    return Refusal(
      message: "There is no check \"\(Visible.text(id))\"." + (near.map { " Did you mean \($0)?" } ?? ""))
  }
}

/// A check with the severity that a project gave it.
private struct LevelledCheck: Check {
  let check: any Check
  let severity: Severity

  var id: String { check.id }
  var isIndispensable: Bool { check.isIndispensable }
  var isCounted: Bool { check.isCounted }

  func findings(in text: CheckedText) -> [CheckFinding] { check.findings(in: text) }
}
