import Basics

/// The checks that this package has, in the order in which reports name their findings.
public enum StandardChecks {
  /// All checks. Without a glossary, those of terms find nothing.
  public static let all = checks(of: Glossary())

  /// All checks, those of terms with a glossary.
  static func checks(of glossary: Glossary) -> [Check] {
    withoutTerms + [.termMissing(glossary), .termForbidden(glossary)]
  }

  private static let withoutTerms: [Check] = {
    let formats: [Check] = [
      .printfType, .printfExtra, .printfShift, .printfMissing, .printfMixed, .printfInvalid, .printfPercent,
      .printfLength,
    ]
    let texts: [Check] = [
      .icuSyntax, .icuArgument, .icuSelector, .icuOther, .icuCategory, .htmlTags, .htmlBalance, .htmlOrder,
      .htmlEntity, .markdownLinks, .linkedMessages, .urls, .mailboxes, .controlCharacter, .replacementCharacter,
      .loneSurrogate, .bidi, .invisibleCharacter, .directionMark, .mojibake, .script, .edgeSpace, .doubleSpace, .tab,
      .frenchSpace, .lineEdge, .lineCount, .typedLineBreak,
    ]
    let measures: [Check] = [
      .maximumLength, .cellLength, .lengthRatio, .keyAsText, .sameAsSource, .number, .bracketBalance, .doubledWord,
      .formulaStart,
    ]
    return formats + Check.placeholders + texts + EndMark.all.map(Check.end) + measures
  }()
}

/// The severities that a project gives to checks.
public struct CheckSettings: Sendable {
  /// Why a setting is refused.
  public struct Refusal: Error, Hashable, Sendable {
    /// What was found and what to do, in sentences.
    public let message: String
  }

  /// The glossary for the checks of terms; nil for none.
  public var glossary: Glossary?
  /// The severities that the project changed, by the id of the check; nil for a check that does not run.
  private var severities: [String: Severity?] = [:]

  /// Creates the settings of a project that changes nothing.
  public init() {}

  /// Gives a check another severity, or turns it off.
  ///
  /// - Throws: ``Refusal`` for an unknown id or level, and for a check that cannot be turned down.
  public mutating func set(_ level: String, for id: String) throws(Refusal) {
    guard let check = StandardChecks.all.first(where: { $0.id == id }) else { throw Self.unknown(id) }
    let severity = Severity(rawValue: level)
    guard severity != nil || level == "off" else {
      throw Refusal(
        message: "The check \(id) has the level \"\(Visible.text(level))\". Write error, warning, info or off.")
    }
    guard !check.isIndispensable || severity == .error else {
      throw Refusal(
        message: "The check \(id) cannot be turned down, because what it finds is never meant. Remove the line.")
    }
    severities[id] = .some(severity)
  }

  /// The checks to run, with the severities and the glossary of the project.
  public var checks: [Check] {
    let all = glossary.map(StandardChecks.checks) ?? StandardChecks.all
    return all.compactMap { check in
      guard let changed = severities[check.id] else { return check }
      guard let severity = changed else { return nil }
      var check = check
      check.severity = severity
      return check
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
