import Basics
import NStackAPI

/// The checks of a plan, run on one proposal after the other (rule 16).
struct RowChecks: Sendable {
  /// The checks' result for one proposal.
  struct Assessment {
    fileprivate(set) var findings: [TextFinding] = []
    /// Remarks about findings that were ignored or overridden, and about lines that ask to ignore checks.
    fileprivate(set) var remarks: [Reason] = []
    fileprivate(set) var counts = CheckCounts()

    /// The reason to refuse the row; nil if it may be sent.
    var refusal: Reason? { TextFinding.refusal(findings) }
    /// The findings that do not refuse the row, and the remarks.
    var notes: [Reason] { findings.filter { $0.severity != .error }.map(\.reason) + remarks }
  }

  private static let indispensable = StandardChecks.all.filter(\.isIndispensable)

  private let checks: [Check]
  private let overridesErrors: Bool
  private let mendsSpaces: Bool
  private let sources: CheckedSources

  /// Creates the checks of a plan. The indispensable ones always run.
  init(_ options: PlanningOptions, sources: CheckedSources = CheckedSources()) {
    self.sources = sources
    checks = options.checks + Self.indispensable.filter { check in !options.checks.contains { $0.id == check.id } }
    overridesErrors = options.accepted.contains(.refusedByCheck)
    mendsSpaces = options.mendsSpaces
  }

  func assessment(of row: ReturnedRow, against catalog: Catalog, at place: Catalog.TextIndex? = nil) -> Assessment {
    let run = CheckRun(checks, on: text(of: row, catalog, at: place))
    let ignored = IgnoredChecks(note: row.note)
    var outcome = Assessment()
    outcome.counts = run.counts
    outcome.remarks = ignored.remarks(for: checks)
    for finding in run.findings {
      if Self.indispensable.contains(where: { $0.id == finding.check }) {
        outcome.findings.append(finding)
      } else if ignored.ids.contains(finding.check) {
        outcome.remarks.append(Reason("note.ignored", .reason(finding.reason)))
      } else if overridesErrors, finding.severity == .error {
        outcome.remarks.append(Reason("note.sentInSpiteOfCheck", .reason(finding.reason)))
      } else {
        outcome.findings.append(finding)
      }
    }
    return outcome
  }

  /// The reason to refuse a value of a saved plan; nil if it may be sent.
  ///
  /// The other checks already ran when the plan was made, with its options and notes. The checks that cannot be turned
  /// off run again, because a plan is a file that people may edit.
  static func refusal(ofSaved value: String, for text: TextIdentity, currentValue: String) -> Reason? {
    let checked = CheckedText(
      value, locale: text.locale, section: text.section, key: text.key, currentValue: currentValue)
    return TextFinding.refusal(CheckRun(indispensable, on: checked).findings)
  }

  /// Remarks about the checks that a row's note asks to ignore, for a row that is not checked.
  func remarks(on row: ReturnedRow) -> [Reason] { IgnoredChecks(note: row.note).remarks(for: checks) }

  /// The proposal of a row with corrected spaces; nil if they need no correction, or if the user did not ask for one.
  /// Spaces count as intended if the row ignores the check that warns about them, or if the project turned that check
  /// off.
  func mended(_ row: ReturnedRow, against catalog: Catalog) -> String? {
    guard mendsSpaces else { return nil }
    let text = text(of: row, catalog)
    guard let source = text.source, !text.isSource else { return nil }
    let off = SpaceMending.checks.filter { id in !checks.contains { $0.id == id } }
    let mended = SpaceMending.mended(row.proposal, source: source, ignoring: IgnoredChecks(note: row.note).ids + off)
    return mended == row.proposal ? nil : mended
  }

  private func text(of row: ReturnedRow, _ catalog: Catalog, at place: Catalog.TextIndex? = nil) -> CheckedText {
    let place = place ?? catalog.place(of: row.text)
    let found = sources.sources(of: row, catalog, at: place)
    let text = place.map { catalog.identity(at: $0) } ?? catalog.canonical(row.text)
    let others = place.map {
      sources.sameSource(ofKeyAt: $0.key, inLanguageAt: $0.language, catalog, catalog.sameSources)
    }
    var checked = CheckedText(
      LineEnds.normalized(row.proposal), source: found.text, locale: text.locale, section: text.section, key: text.key,
      otherForm: found.otherForm, isOtherFormUnknown: found.isOtherFormUnknown, isSource: found.isSource,
      currentValue: LineEnds.normalized(place.map { catalog.value(at: $0) } ?? row.currentValue),
      maximumLength: row.context?.maximumLength, sameSource: others ?? [])
    checked.repeatedRows = sources.repeats(of: row)
    checked.unknownWords = sources.unknownWords(ofLocale: row.text.locale)
    checked.isAmongCapitals = sources.isAmongCapitals(row)
    checked.sourceChange = sources.change(of: row)
    checked.counterpart =
      place.map { sources.counterpart(ofKeyAt: $0.key, inLanguageAt: $0.language, catalog, catalog.plurals) }
      ?? sources.counterpart(of: row)
    checked.findActionWord()
    return checked
  }

  /// The source text to show with a row: the one that its reviewer saw, else the server's. Nil if there is none, or if
  /// the row is in the source locale.
  static func sourceBeside(_ row: ReturnedRow, _ catalog: Catalog, at place: Catalog.TextIndex? = nil) -> String? {
    let found = CheckedSources().sources(of: row, catalog, at: place ?? catalog.place(of: row.text))
    guard !found.isSource else { return nil }
    if row.mendedSource == nil, let seen = row.sourceValue, !seen.isEmpty { return LineEnds.normalized(seen) }
    return found.text
  }
}

extension CheckedText {
  /// The maximum length of an action word, in bytes.
  private static let longestAction = 60

  /// Determines whether the proposal is a word for an action, and not a translation of the source text or of the text
  /// to replace.
  mutating func findActionWord() {
    guard proposal.utf8.count <= Self.longestAction, let action = ReviewAction(word: proposal) else { return }
    isActionWord = !action.mayTranslate(source ?? "") && !action.mayTranslate(currentValue)
  }
}

extension CheckCounts {
  /// The counts as remarks; none if nothing was counted.
  var diagnostics: [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    if !old.isEmpty {
      let total = Counted.text(old.values.reduce(0, +), "fault was", "faults were")
      let list = old.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
      diagnostics.append(
        Diagnostic(
          code: .checkOldFaults, severity: .info,
          message: "\(total) there before the edit, so they do not count as errors: \(list.joined(separator: ", "))."))
    }
    for (id, count) in counted.sorted(by: { $0.key < $1.key }) {
      diagnostics.append(
        Diagnostic(
          code: .checkCounted, severity: .info,
          message: id == CheckCounts.sameAsSource
            ? "\(Counted.text(count, "changed text is", "changed texts are")) the same as the source text (\(id))."
            : "\(id): \(Counted.text(count, "changed text"))."))
    }
    return diagnostics
  }
}
