import Basics
import NStackAPI

/// The checks of a plan, run on one proposal after the other (rule 16).
struct RowChecks: Sendable {
  /// What the checks say about one proposal.
  struct Outcome {
    /// The findings, in the order of the checks.
    fileprivate(set) var findings: [RowFinding] = []
    /// Remarks about findings that were ignored or overridden, and about the wish to do so.
    fileprivate(set) var remarks: [String] = []
    /// The ids of the checks that are counted: of old faults, and of the checks whose findings are only counted.
    fileprivate(set) var counts = CheckCounts()

    /// The reason to refuse the row; nil if it may be sent.
    var refusal: String? { RowFinding.refusal(findings) }

    /// The findings that do not refuse the row, and the remarks, in sentences.
    var notes: [String] { findings.filter { $0.severity != .error }.map(\.sentence) + remarks }
  }

  private let checks: [any Check]
  private let overridesErrors: Bool
  private let mendsSpaces: Bool

  /// Creates the checks of a plan. The indispensable ones always run.
  init(_ options: PlanningOptions) {
    let always = StandardChecks.all.filter { check in
      check.isIndispensable && !options.checks.contains { $0.id == check.id }
    }
    checks = options.checks + always
    overridesErrors = options.overridesChecks
    mendsSpaces = options.mendsSpaces
  }

  /// Judges the proposal of a row.
  func outcome(of row: ReturnedRow, against catalog: Catalog) -> Outcome {
    var outcome = Outcome()
    let text = text(of: row, catalog)
    let ignored = IgnoredChecks(note: row.note)
    outcome.remarks = ignored.remarks(for: checks)
    var old: CheckedText?
    for check in checks {
      let found = check.findings(in: text)
      guard !found.isEmpty else { continue }
      if check.isIndispensable {
        outcome.findings += found.map { RowFinding(check: check.id, severity: check.severity, finding: $0) }
        continue
      }
      if check.isCounted {
        outcome.counts.counted[check.id, default: 0] += 1
        continue
      }
      if old == nil { old = text.proposing(LineEnds.normalized(text.currentValue)) }
      let known = old.flatMap { $0.proposal.isEmpty ? nil : Set(check.findings(in: $0).map(\.likeness)) } ?? []
      for finding in found {
        if known.contains(finding.likeness) {
          outcome.counts.old[check.id, default: 0] += 1
        } else {
          outcome.take(
            RowFinding(check: check.id, severity: check.severity, finding: finding),
            isIgnored: ignored.ids.contains(check.id), isForced: overridesErrors)
        }
      }
    }
    return outcome
  }

  /// What is wrong with the checks that a row's note asks to ignore, for a row that is not judged.
  func remarks(on row: ReturnedRow) -> [String] { IgnoredChecks(note: row.note).remarks(for: checks) }

  /// The proposal of a row with its spaces mended; nil if nothing is to mend, or nothing is to be mended.
  func mended(_ row: ReturnedRow, against catalog: Catalog) -> String? {
    guard mendsSpaces else { return nil }
    let text = text(of: row, catalog)
    guard let source = text.translatedSource else { return nil }
    let mended = SpaceMending.mended(
      row.proposal, source: source.string, ignoring: IgnoredChecks(note: row.note).ids)
    return mended == row.proposal ? nil : mended
  }

  // MARK: - The text to check

  private func text(of row: ReturnedRow, _ catalog: Catalog) -> CheckedText {
    let identity = catalog.canonical(row.text)
    let sources = Self.sources(of: row, catalog)
    return CheckedText(
      text: identity, proposal: LineEnds.normalized(row.proposal), source: sources.source, otherForm: sources.other,
      isSource: sources.isSource, currentValue: catalog.value(of: row.text) ?? row.currentValue, context: row.context)
  }

  /// The source text to show beside a row: the one that its reviewer saw, else the server's. Nil if there is none, or if
  /// the row is in the source locale.
  static func sourceBeside(_ row: ReturnedRow, _ catalog: Catalog) -> String? {
    let sources = sources(of: row, catalog)
    guard !sources.isSource else { return nil }
    if let seen = row.sourceValue, !seen.isEmpty { return LineEnds.normalized(seen) }
    return sources.source
  }

  private static func sources(
    of row: ReturnedRow, _ catalog: Catalog
  ) -> (source: String?, other: String?, isSource: Bool) {
    let sheet = [row.sourceValue, row.sourceText].compactMap(\.self).first { !$0.isEmpty }
    guard let language = catalog.languages.firstIndex(where: \.isDefault) else {
      return (sheet.map(LineEnds.normalized), nil, false)
    }
    let value = { (key: TextKey) -> String? in
      let found = catalog.keyIndex(of: key).map { catalog.value(ofKeyAt: $0, inLanguageAt: language) }
      return found.flatMap { $0.isEmpty ? nil : LineEnds.normalized($0) }
    }
    let other = PluralCategory(endOf: row.text.key).flatMap { category in
      value(TextKey(section: row.text.section, key: row.text.key.dropLast(category.rawValue.count) + "other"))
    }
    let isSource = catalog.languageIndex(ofLocale: row.text.locale) == language
    return (value(TextKey(row.text)) ?? sheet.map(LineEnds.normalized), other, isSource)
  }
}

extension RowChecks.Outcome {
  /// Takes a finding, unless its row ignores the check; an error is only told if the user overrides checks.
  fileprivate mutating func take(_ found: RowFinding, isIgnored: Bool, isForced: Bool) {
    if isIgnored {
      remarks.append("Ignored, as Note asks: \(found.sentence)")
    } else if isForced, found.severity == .error {
      remarks.append("Sent in spite of a check: \(found.sentence)")
    } else {
      findings.append(found)
    }
  }
}

extension CheckFinding {
  /// What two findings of a check have in common if they are the same fault: the part of the text, or else the sentence.
  fileprivate var likeness: String { token ?? message }
}
