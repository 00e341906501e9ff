import Basics
public import NStackAPI

/// The checks of pending proposals: the same that an import makes, without a sheet.
public struct ProposalChecks: Sendable {
  /// The word for any check that a project has on and whose findings are errors or warnings.
  public static let any = "any"

  /// The id of the check to look at; nil for any.
  private let rule: String?
  private let checks: RowChecks
  /// What is known of the texts beside their values, such as maximum lengths.
  private let contexts: [TextKey: TextContext]

  /// Creates the checks of a project.
  ///
  /// - Parameters:
  ///   - settings: The project's severities.
  ///   - rule: The id of the one check to look at, even if the project has it off; ``any`` for any.
  ///   - contexts: What is known of the texts beside their values.
  /// - Throws: `CheckSettings.Refusal` if there is no such check.
  public init(
    _ settings: CheckSettings, rule: String = any, contexts: [TextKey: TextContext] = [:]
  ) throws(CheckSettings.Refusal) {
    var options = PlanningOptions()
    options.checks = settings.checks
    if rule != Self.any, !options.checks.contains(where: { $0.id == rule }) {
      guard let check = StandardChecks.all.first(where: { $0.id == rule }) else { throw CheckSettings.unknown(rule) }
      options.checks.append(check)
    }
    self.rule = rule == Self.any ? nil : rule
    self.contexts = contexts
    checks = RowChecks(options)
  }

  /// What the checks find in a proposal, in sentences. Faults that the current value has too are left out.
  public func sentences(on proposal: Proposal, in catalog: Catalog) -> [String] {
    outcome(of: proposal, catalog).findings.filter { rule == nil || $0.check == rule }.map(\.sentence)
  }

  /// Whether the check finds a fault in a proposal.
  func fails(_ proposal: Proposal, in catalog: Catalog) -> Bool {
    let outcome = outcome(of: proposal, catalog)
    guard let rule else { return outcome.findings.contains { $0.severity != .info } }
    return outcome.findings.contains { $0.check == rule } || outcome.counts.counted[rule] != nil
  }

  private func outcome(of proposal: Proposal, _ catalog: Catalog) -> RowChecks.Outcome {
    var cells = ReviewRow(text: proposal.text, proposal: proposal.value)
    cells.context = contexts[TextKey(proposal.text)]
    return checks.outcome(
      of: ReturnedRow(place: RowPlace(deleting: proposal), cells: cells, isProposalChanged: true), against: catalog)
  }
}
