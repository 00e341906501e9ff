import ArgumentParser
import ReviewJournal

/// The options for files of translators that do not name their languages.
struct MemoryReadingOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The language of source texts in memories that do not name it, as a tag.", valueName: "tag"))
  var sourceLang: String?
  @Option(
    name: .long,
    help: ArgumentHelp("The language of translations in memories that do not name it, as a tag.", valueName: "tag"))
  var targetLang: String?

  /// What the files do not say.
  var reading: MemoryReading {
    var reading = MemoryReading()
    reading.sourceLanguage = sourceLang
    reading.targetLanguage = targetLang
    return reading
  }
}
