import ArgumentParser
import TranslationReview

/// The flags that choose proposals by what they have in common. A proposal must fit all that are given.
struct ProposalFilterOptions: ParsableArguments {
  @OptionGroup var selection: SelectionOptions
  @Flag(name: .long, help: "Only those that this profile may delete.")
  var mine = false
  @Flag(name: .long, help: "Only those that propose the value that is served anyway.")
  var sameAsCurrent = false
  @Flag(name: .long, help: "Only those of which an older one has the same text and value (the lowest id is kept).")
  var duplicate = false
  @Flag(name: .long, help: "Only those for texts that no longer exist.")
  var orphaned = false
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only those that an import of this profile made, or saw, at least this many days ago.", valueName: "days"))
  var olderThan: Int?
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only those in which this check finds a fault; any for an error or warning of any check that is on.",
      valueName: "rule"))
  var failing: String?
  @Option(
    name: .long, help: "Maximum lengths for checks (.yaml or .csv), as for export.",
    completion: .file(extensions: ["yaml", "yml", "csv", "xlsx"]))
  var context: String?

  func validate() throws {
    if let olderThan, !(0...100_000).contains(olderThan) {
      throw ValidationError("--older-than is \(olderThan); it takes a number of days from 0 to 100000.")
    }
  }

  /// Whether a flag narrows the choice.
  var isGiven: Bool {
    let names = selection.locales.locale + selection.locales.except + selection.section + selection.key
    return !names.isEmpty || mine || sameAsCurrent || duplicate || orphaned || olderThan != nil || failing != nil
  }

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
    let contexts = try context.map(ContextFile.contexts(at:)) ?? [:]
    let settings = try CheckFlags.settings()
    do throws(CheckSettings.Refusal) {
      return try ProposalChecks(settings, rule: rule, contexts: contexts)
    } catch {
      throw Failure.usage(.failing, "--failing: \(error.message)")
    }
  }
}
