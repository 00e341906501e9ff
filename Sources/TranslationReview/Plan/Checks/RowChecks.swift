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

  /// The most findings of one check that a row names.
  private static let mostNamed = 20

  private let checks: [any Check]
  private let overridesErrors: Bool
  private let mendsSpaces: Bool
  private let sources: CheckedSources

  /// Creates the checks of a plan. The indispensable ones always run.
  init(_ options: PlanningOptions, sources: CheckedSources = CheckedSources()) {
    self.sources = sources
    let always = StandardChecks.all.filter { check in
      check.isIndispensable && !options.checks.contains { $0.id == check.id }
    }
    checks = options.checks + always
    overridesErrors = options.overridesChecks
    mendsSpaces = options.mendsSpaces
  }

  /// Judges the proposal of a row.
  ///
  /// - Parameter place: The place of the row's text, if it is known.
  func outcome(of row: ReturnedRow, against catalog: Catalog, at place: Catalog.Place? = nil) -> Outcome {
    var outcome = Outcome()
    let text = text(of: row, catalog, at: place)
    let ignored = IgnoredChecks(note: row.note)
    outcome.remarks = ignored.remarks(for: checks)
    var old: CheckedText?
    for check in checks {
      let found = check.findings(in: text)
      guard !found.isEmpty else { continue }
      if check.isIndispensable {
        outcome.findings += Self.named(found).map { RowFinding(check: check.id, severity: check.severity, finding: $0) }
        continue
      }
      if check.isCounted {
        outcome.counts.counted[check.id, default: 0] += 1
        continue
      }
      if old == nil { old = text.proposing(LineEnds.normalized(text.currentValue)) }
      var known: [CheckFinding.Likeness: Int] = [:]
      if let old, !old.proposal.isEmpty {
        for finding in check.findings(in: old) { known[finding.likeness, default: 0] += 1 }
      }
      var fresh: [CheckFinding] = []
      for finding in found {
        // A fault that the text has once more than before is a new one.
        if let left = known[finding.likeness], left > 0 {
          known[finding.likeness] = left - 1
          outcome.counts.old[check.id, default: 0] += 1
        } else {
          fresh.append(finding)
        }
      }
      for finding in Self.named(fresh) {
        outcome.take(
          RowFinding(check: check.id, severity: check.severity, finding: finding),
          isIgnored: ignored.ids.contains(check.id), isForced: overridesErrors)
      }
    }
    return outcome
  }

  /// The first findings of one check, and one that counts the others.
  private static func named(_ findings: [CheckFinding]) -> [CheckFinding] {
    let rest = findings.count - mostNamed
    guard rest > 0 else { return findings }
    return findings.prefix(mostNamed) + [
      CheckFinding("\(Counted.text(rest, "more finding is", "more findings are")) not named. Correct the text.")
    ]
  }

  /// What is wrong with the checks that a row's note asks to ignore, for a row that is not judged.
  func remarks(on row: ReturnedRow) -> [String] { IgnoredChecks(note: row.note).remarks(for: checks) }

  /// The proposal of a row with its spaces mended; nil if its spaces are right, or the user did not ask to mend them.
  /// Spaces are meant where the row ignores the check that warns of them, and where the project has it off.
  func mended(_ row: ReturnedRow, against catalog: Catalog) -> String? {
    guard mendsSpaces else { return nil }
    let text = text(of: row, catalog)
    guard let source = text.translatedSource else { return nil }
    let off = SpaceMending.checks.filter { id in !checks.contains { $0.id == id } }
    let mended = SpaceMending.mended(
      row.proposal, source: source.string, ignoring: IgnoredChecks(note: row.note).ids + off)
    return mended == row.proposal ? nil : mended
  }

  // MARK: - The text to check

  private func text(of row: ReturnedRow, _ catalog: Catalog, at place: Catalog.Place? = nil) -> CheckedText {
    let place = place ?? catalog.place(of: row.text)
    let found = sources.sources(of: row, catalog, at: place)
    return CheckedText(
      text: place.map { catalog.identity(at: $0) } ?? catalog.canonical(row.text),
      proposal: LineEnds.normalized(row.proposal), source: found.text,
      otherForm: found.otherForm, isOtherFormUnknown: found.isOtherFormUnknown, isSource: found.isSource,
      currentValue: place.map { catalog.value(at: $0) } ?? row.currentValue, context: row.context)
  }

  /// The source text to show beside a row: the one that its reviewer saw, else the server's. Nil if there is none, or if
  /// the row is in the source locale.
  static func sourceBeside(_ row: ReturnedRow, _ catalog: Catalog, at place: Catalog.Place? = nil) -> String? {
    let found = CheckedSources().sources(of: row, catalog, at: place ?? catalog.place(of: row.text))
    guard !found.isSource else { return nil }
    if let seen = row.sourceValue, !seen.isEmpty { return LineEnds.normalized(seen) }
    return found.text
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
  /// What two findings of a check have in common if they are the same fault.
  fileprivate struct Likeness: Hashable {
    /// The part of the text.
    let token: String?
    /// The sentence that says what is wrong, without its numbers: a text that is too long stays too long. What to do
    /// may depend on the rest of the text.
    let fault: String
  }

  fileprivate var likeness: Likeness {
    let fault = message.firstRange(of: ". ").map { message[..<$0.lowerBound] } ?? message[...]
    return Likeness(token: token, fault: fault.filter { !$0.isNumber })
  }
}
