import ArgumentParser
import ReviewJournal

struct MemoryOptions: ParsableArguments {
  @Option(
    help: .value(
      "memory",
      "Look missing texts up in this memory: a translator's file, a name, or imports for what was imported (repeatable)."
    ), completion: .memoriesAndFiles)
  var memory: [String] = []
  @OptionGroup var reading: MemoryReadingOptions
  @Option(help: .value("percent", "Also find texts that are similar by at least this much, from 70 to 99."))
  var fuzzy: Int?

  func validate() throws {
    for memory in memory { try LocalFile.requireToRead("--memory", memory) }
  }

  func choice() throws -> MemoryChoice? {
    if let fuzzy {
      guard MemoryChoice.thresholds.contains(fuzzy) else {
        throw Failure.usage(.fuzzy, "--fuzzy is \(fuzzy); it takes a percentage from 70 to 99.")
      }
      guard !memory.isEmpty else { throw Failure.usage(.fuzzy, "--fuzzy needs --memory and the memory to search in.") }
    }
    guard !memory.isEmpty else { return nil }
    var choice = MemoryChoice(memory, threshold: fuzzy)
    choice.reading = reading.reading
    return choice
  }
}

/// The flags for files of translators that do not name their languages.
struct MemoryReadingOptions: ParsableArguments {
  @Option(help: .value("tag", "The language of source texts in memories that do not name it, as a tag."))
  var sourceLang: String?
  @Option(help: .value("tag", "The language of translations in memories that do not name it, as a tag."))
  var targetLang: String?

  var reading: MemoryReading {
    var reading = MemoryReading()
    reading.sourceLanguage = sourceLang
    reading.targetLanguage = targetLang
    return reading
  }
}
