import ArgumentParser
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
}
