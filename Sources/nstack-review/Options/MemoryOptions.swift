import ArgumentParser
import ReviewJournal

/// The flags that choose translation memories.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Look missing texts up in this memory: a translator's file, a name, or imports for what was imported (repeatable).",
      valueName: "memory"), completion: .file())
  var memory: [String] = []
  @OptionGroup var reading: MemoryReadingOptions
  @Option(
    help: ArgumentHelp(
      "Also find texts that are similar by at least this much, from 70 to 99.", valueName: "percent"))
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
  @Option(
    help: ArgumentHelp("The language of source texts in memories that do not name it, as a tag.", valueName: "tag"))
  var sourceLang: String?
  @Option(
    help: ArgumentHelp("The language of translations in memories that do not name it, as a tag.", valueName: "tag"))
  var targetLang: String?

  var reading: MemoryReading {
    var reading = MemoryReading()
    reading.sourceLanguage = sourceLang
    reading.targetLanguage = targetLang
    return reading
  }
}
