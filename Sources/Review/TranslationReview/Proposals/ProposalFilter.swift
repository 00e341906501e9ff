import Basics
package import NStackAPI

/// The conditions under which proposals are chosen. A proposal must meet all of them.
package struct ProposalFilter: Sendable {
  /// The texts of the proposals. The states in the selection are ignored.
  package var selection = ReviewSelection()
  /// Whether this profile must be able to delete them.
  package var isMine = false
  /// Whether they must propose the current value.
  package var isSameAsCurrent = false
  /// Whether another proposal of the same text with the same value must be older. The oldest one, by its id, is never
  /// chosen, so people who each delete their duplicates keep one of them.
  package var isDuplicate = false
  /// Whether their text must no longer exist.
  package var isOrphaned = false
  /// Whether they must be rejected.
  package var isRejected = false
  /// The smallest age; a proposal whose age is not known is never chosen. Nil for any.
  package var minimumAge: Duration?
  /// Selects only proposals in which one of these checks finds a fault; nil selects any.
  package var failing: ProposalChecks?

  /// Creates a filter that chooses every proposal.
  package init() {}

  /// Whether the filter needs a catalog.
  package var needsTexts: Bool { isSameAsCurrent || isOrphaned || failing != nil }

  /// Returns the proposals that the filter chooses, in their order.
  ///
  /// - Parameters:
  ///   - proposals: All proposals to choose from, and to search for duplicates.
  ///   - catalog: The texts; nil if none of the conditions needs them.
  ///   - firstSeen: When proposals were made or first seen, by their ids, in seconds since 1970.
  ///   - now: The time, in seconds since 1970.
  ///   - rejected: The ids of the proposals that are rejected.
  package func chosen(
    from proposals: [Proposal], catalog: Catalog?, firstSeen: [Int: Double] = [:], now: Double = 0,
    rejected: Set<Int> = []
  ) -> [Proposal] {
    let originals = isDuplicate ? Self.originals(among: proposals) : []
    return proposals.filter { proposal in
      if isMine, !proposal.canDelete { return false }
      if isRejected, !rejected.contains(proposal.id) { return false }
      guard selection.includes(proposal.text) else { return false }
      if isDuplicate, originals.contains(proposal.id) { return false }
      if let minimumAge {
        guard let seen = firstSeen[proposal.id], now - seen >= minimumAge.inSeconds else { return false }
      }
      return fits(proposal, catalog)
    }
  }

  private func fits(_ proposal: Proposal, _ catalog: Catalog?) -> Bool {
    guard needsTexts else { return true }
    guard let catalog else { return false }
    let current = catalog.value(of: proposal.text)
    if isOrphaned, current != nil { return false }
    if isSameAsCurrent {
      guard let current, !current.isEmpty, ExactText(current) == ExactText(proposal.value) else { return false }
    }
    return failing.map { !$0.faults(of: proposal, in: catalog).isEmpty } ?? true
  }

  /// The ids of the proposals that are not duplicates: for each text and value, the lowest.
  private static func originals(among proposals: [Proposal]) -> Set<Int> {
    var lowest: [OwnHistory.Posting: Int] = [:]
    for proposal in proposals {
      let posting = OwnHistory.Posting(proposal.value, proposal.text)
      lowest[posting] = min(lowest[posting] ?? proposal.id, proposal.id)
    }
    return Set(lowest.values)
  }
}

/// The checks of an import, for pending proposals without a sheet.
package struct ProposalChecks: Sendable {
  /// The word for any enabled check whose findings are errors or warnings.
  package static let any = "any"

  /// The id of the check to run; nil for any.
  private let rule: String?
  private let checks: RowChecks
  /// Information about the texts besides their values, such as maximum lengths.
  private let contexts: [TextKey: TextContext]

  /// Creates the checks of a project.
  ///
  /// - Parameters:
  ///   - settings: The project's severities.
  ///   - rule: The id of the one check to run, even if the project turned it off; ``any`` for any.
  ///   - contexts: Information about the texts besides their values.
  ///   - overridesErrors: Whether ``assessment(of:for:in:)`` ignores errors of all checks that can be overridden.
  /// - Throws: `CheckSettings.Refusal` if there is no such check.
  package init(
    _ settings: CheckSettings, rule: String = any, contexts: [TextKey: TextContext] = [:], overridesErrors: Bool = false
  ) throws(CheckSettings.Refusal) {
    var options = PlanningOptions()
    options.checks = settings.checks
    if overridesErrors { options.accepted = [.refusedByCheck] }
    if rule != Self.any {
      let known = options.checks + StandardChecks.all
      guard let check = known.first(where: { $0.id == rule }) else {
        throw CheckSettings.Refusal("\(CheckSettings.unknown(rule, among: known))")
      }
      // Findings are listed even if a plan would only count them.
      options.checks = [Check(rule, check.severity, isIndispensable: check.isIndispensable, check.findings)]
    }
    self.rule = rule == Self.any ? nil : rule
    self.contexts = contexts
    checks = RowChecks(options)
  }

  /// The findings of a proposal, in sentences. Faults that the current value has too are left out.
  package func sentences(on proposal: Proposal, in catalog: Catalog) -> [String] {
    outcome(of: proposal.value, for: proposal.text, catalog).findings.filter { rule == nil || $0.check == rule }.map(
      \.sentence)
  }

  /// The faults for which a proposal is chosen: those of the one check, else errors and warnings.
  package func faults(of proposal: Proposal, in catalog: Catalog) -> [TextFinding] {
    outcome(of: proposal.value, for: proposal.text, catalog).findings.filter { finding in
      rule.map { finding.check == $0 } ?? (finding.severity != .info)
    }
  }

  /// What the checks find in a value before it is proposed: the reason to refuse it, nil if there is none; and warnings.
  package func assessment(of value: String, for text: TextIdentity, in catalog: Catalog) -> (
    refusal: String?, warnings: [String]
  ) {
    let outcome = outcome(of: value, for: text, catalog)
    return (
      outcome.refusal.map { "\($0)" },
      outcome.findings.filter { $0.severity == .warning }.map(\.sentence) + outcome.remarks.map(\.description)
    )
  }

  private func outcome(of value: String, for text: TextIdentity, _ catalog: Catalog) -> RowChecks.Assessment {
    var cells = ReviewRow(text: text, proposal: value)
    cells.context = contexts[TextKey(text)]
    let place = RowPlace(fileIndex: 0, file: "", worksheet: nil, row: 0)
    return checks.assessment(of: ReturnedRow(place: place, cells: cells, isProposalChanged: true), against: catalog)
  }
}

/// Selections of proposals. The application may no longer have their texts.
extension ReviewSelection {
  /// Whether each locale and pattern matches a proposal.
  package func fits(_ proposals: [Proposal]) -> Bool {
    let known = Self.locales(of: proposals)
    guard (locales + exceptions).allSatisfy({ asked in known.contains { means(asked, $0) } }) else { return false }
    return (try? refuseUnmatched(among: proposals.map { TextKey($0.text) })) != nil
  }

  /// Refuses a locale or pattern that matches neither a text nor a proposal.
  package func refuseUnmatched(in catalog: Catalog, and proposals: [Proposal]) throws(SelectionError) {
    let known = Self.locales(of: proposals)
    var rest = ReviewSelection()
    rest.takesLanguages = takesLanguages
    // Each separately, because proposals may have locales that the application no longer has.
    for locale in locales + exceptions where !known.contains(where: { means(locale, $0) }) {
      rest.locales = [locale]
      _ = try rest.languages(of: catalog)
    }
    try refuseUnmatched(among: catalog.keys + proposals.map { TextKey($0.text) })
  }

  private static func locales(of proposals: [Proposal]) -> Set<String> {
    Set(proposals.map { LocaleName.normalized($0.text.locale) })
  }
}
