import ArgumentParser
import TranslationReview

/// The flags that select locales.
struct LocaleOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help:
      "Only these locales: one, or several with commas (repeatable). A language, such as da, means all its locales.",
    completion: .locales)
  var locale: [String] = []
  @Option(
    name: .long, help: ArgumentHelp("All locales but these, written as for --locale.", valueName: "locale"),
    completion: .locales)
  var except: [String] = []

  /// The locales that are asked for.
  var locales: [String] { CommaList.values(locale) }
  /// The locales that are left out.
  var exceptions: [String] { CommaList.values(except) }

  /// Puts the locales into a selection.
  func apply(to selection: inout ReviewSelection) {
    (selection.locales, selection.exceptions, selection.takesLanguages) = (locales, exceptions, true)
  }

  func validate() throws {
    for (flag, values) in [("--locale", locale), ("--except", except)] {
      guard !values.contains(where: { CommaList.values([$0]).isEmpty }) else {
        throw ValidationError("\(flag) is empty; it takes locales, such as da-DK,de-DE.")
      }
    }
  }
}

/// The flags that select texts.
struct SelectionOptions: ParsableArguments {
  @OptionGroup var locales: LocaleOptions
  @Option(
    name: .long, help: "Only sections that match this glob, such as 'account*' (repeatable).", completion: .sections)
  var section: [String] = []
  @Option(name: .long, help: "Only keys that match this glob, with *, ? and […] (repeatable).")
  var key: [String] = []

  /// The selection that the flags ask for.
  var selection: ReviewSelection {
    var selection = ReviewSelection()
    locales.apply(to: &selection)
    (selection.sections, selection.keys) = (section, key)
    return selection
  }
}
