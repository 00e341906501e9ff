import ArgumentParser
import TranslationReview

struct LocaleOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help:
      "Only these locales: one, or several with commas (repeatable). A language, such as da, means all its locales.",
    completion: .locales)
  var locale: [String] = []
  @Option(help: .value("locale", "All locales but these, written as for --locale."), completion: .locales)
  var except: [String] = []

  func apply(to selection: inout ReviewSelection) {
    selection.locales = CommaList.values(locale)
    selection.exceptions = CommaList.values(except)
    selection.takesLanguages = true
  }

  func validate() throws {
    for (flag, values) in [("--locale", locale), ("--except", except)] {
      let isEmpty = values.contains { CommaList.values([$0]).isEmpty }
      try require(!isEmpty, "\(flag) is empty; it takes locales, such as da-DK,de-DE.")
    }
  }
}

struct SelectionOptions: ParsableArguments {
  @OptionGroup var locales: LocaleOptions
  @Option(help: "Only sections that match this glob, such as 'account*' (repeatable).", completion: .sections)
  var section: [String] = []
  @Option(help: "Only keys that match this glob, with *, ? and […] (repeatable).")
  var key: [String] = []

  var selection: ReviewSelection {
    var selection = ReviewSelection()
    locales.apply(to: &selection)
    (selection.sections, selection.keys) = (section, key)
    return selection
  }
}

enum CommaList {
  /// The values of several lists, without the spaces around them.
  static func values(_ lists: [String]) -> [String] {
    lists.flatMap { $0.split(separator: ",") }.compactMap { part in
      guard let first = part.firstIndex(where: { $0 != " " }), let last = part.lastIndex(where: { $0 != " " }) else {
        return nil
      }
      return String(part[first...last])
    }
  }
}

struct ContextOptions: ParsableArguments {
  @Option(
    help: .value("file", "Descriptions, screenshots and maximum lengths of texts (.yaml, .csv or .xlsx)."),
    completion: .file(extensions: ["yaml", "yml", "csv", "xlsx"]))
  var context: String?

  func validate() throws {
    try LocalFile.requireToRead("--context", context)
  }
}
