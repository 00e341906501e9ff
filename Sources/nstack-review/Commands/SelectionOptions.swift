import ArgumentParser
import Basics
import NStackAPI
import TranslationReview

/// The flags that select texts.
struct SelectionOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "Only this locale (repeatable).")
  var locale: [String] = []
  @Option(name: .long, help: "Only sections that match this glob, such as 'account*' (repeatable).")
  var section: [String] = []
  @Option(name: .long, help: "Only keys that match this glob, with *, ? and […] (repeatable).")
  var key: [String] = []

  /// The selection that the flags ask for.
  var selection: ReviewSelection {
    var selection = ReviewSelection()
    (selection.locales, selection.sections, selection.keys) = (locale, section, key)
    return selection
  }

  /// Whether each locale and pattern matches a proposal.
  func fits(_ proposals: [Proposal]) -> Bool {
    let known = Set(proposals.map { LocaleName.normalized($0.text.locale) })
    guard locale.allSatisfy({ known.contains(LocaleName.normalized($0)) }) else { return false }
    return (try? selection.refuseUnmatched(among: proposals.map { TextKey($0.text) })) != nil
  }

  /// Refuses a locale or pattern that matches neither a text nor a proposal.
  func refuseUnmatched(in catalog: Catalog, and proposals: [Proposal]) throws {
    let known = Set(proposals.map { LocaleName.normalized($0.text.locale) })
    var rest = ReviewSelection()
    rest.locales = locale.filter { !known.contains(LocaleName.normalized($0)) }
    _ = try rest.languages(of: catalog)
    try selection.refuseUnmatched(among: catalog.keys + proposals.map { TextKey($0.text) })
  }
}
