import ArgumentParser
import Spreadsheet
import TranslationReview

/// The flags that say which texts an export or a review has, and what it shows beside them.
struct TextChoiceOptions: ParsableArguments {
  @Option(
    help:
      "The locale whose texts are shown beside the others, for translators (on the page: the application's default).",
    completion: .locales)
  var source: String?
  @Option(
    help:
      "Only texts that are missing, translated, proposed or mine; unreviewed and, with --since, changed leave out others."
  )
  var only: [String] = []
  @Option(help: "Only what changed since this earlier sheet.", completion: .sheets)
  var since: String?
  @OptionGroup var context: ContextOptions
  @OptionGroup(title: "Translation memories") var memories: MemoryOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions

  /// The words of `--only`. States add to each other; `unreviewed` and `changed` leave texts out.
  private var words: [String] { only.flatMap { $0.split(separator: ",") }.map(String.init) }

  /// Whether texts are left out that a reviewer signed off and that did not change since.
  var leavesOutReviewed: Bool { words.contains("unreviewed") }

  /// The selected texts.
  ///
  /// - Throws: ``Failure`` `usage.only`.
  func chosen() throws -> ReviewSelection {
    var chosen = selection.selection
    chosen.states = try states()
    return chosen
  }

  func extras(_ csv: CSVOptions) throws -> ReviewSheet.Extras {
    var extras = ReviewSheet.Extras()
    extras.sourceLocale = source
    extras.contexts = try context.contexts()
    extras.previous = try since.map { try PreviousSheet(path: $0, csv: csv.reading()) }
    return extras
  }

  private func states() throws -> Set<ReviewSelection.State> {
    var states: Set<ReviewSelection.State> = []
    for word in words {
      switch word {
      case "changed":
        guard since != nil else {
          throw Failure.usage(.only, "--only changed needs --since and the earlier sheet to compare with.")
        }
      case "unreviewed": break
      default:
        guard let state = ReviewSelection.State(rawValue: word) else {
          let known = ReviewSelection.State.allCases.map(\.rawValue) + ["unreviewed", "changed"]
          throw Failure.usage(
            .only, "--only does not know \"\(word)\".", hint: "It takes \(known.joined(separator: ", ")).")
        }
        states.insert(state)
      }
    }
    return states
  }
}
