import ArgumentParser
import TranslationReview

/// The flags that choose proposals by what they have in common. A proposal must fit all that are given.
struct ProposalFilterOptions: ParsableArguments {
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @Flag(help: "Only those that this profile may delete.")
  var mine = false
  @Flag(help: "Only those that propose the value that is served anyway.")
  var sameAsCurrent = false
  @Flag(help: "Only those of which an older one has the same text and value (the lowest id is kept).")
  var duplicate = false
  @Flag(help: "Only those for texts that no longer exist.")
  var orphaned = false
  @Option(help: .value("days", "Only those that an import of this profile made, or saw, at least this many days ago."))
  var olderThan: Int?
  @Option(
    help: .value(
      "rule", "Only those in which this check finds a fault; any for an error or warning of any check that is on."),
    completion: .checks)
  var failing: String?
  @OptionGroup var context: ContextOptions

  func validate() throws {
    try require("--older-than", olderThan, takes: "a number of days from 0 to 100000", (0...100_000).contains)
  }

  /// Whether a flag narrows the choice.
  var isGiven: Bool { givenFlags.contains { $0 != "--context" } }

  /// The filter that the flags ask for.
  ///
  /// - Parameter takesLanguages: Whether a language means all of its locales. What is deleted is named exactly.
  func filter(takesLanguages: Bool) throws -> ProposalFilter {
    var filter = ProposalFilter()
    filter.selection = selection.selection
    filter.selection.takesLanguages = takesLanguages
    filter.isMine = mine
    filter.isSameAsCurrent = sameAsCurrent
    filter.isDuplicate = duplicate
    filter.isOrphaned = orphaned
    filter.minimumAge = olderThan.map { .seconds(86_400) * $0 }
    filter.failing = try failing.map { try checks(for: $0) }
    return filter
  }

  /// The checks of the project, or the one with an id.
  func checks(for rule: String = ProposalChecks.any) throws -> ProposalChecks {
    let contexts = try context.contexts() ?? [:]
    let settings = try SettingsFile.checkSettings()
    do throws(CheckSettings.Refusal) {
      return try ProposalChecks(settings, rule: rule, contexts: contexts)
    } catch {
      throw Failure.usage(.failing, "--failing: \(error.message)")
    }
  }
}
