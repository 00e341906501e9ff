import ArgumentParser
import ReviewJournal

/// The flags that choose translation memories.
struct MemoryOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Look missing texts up in this memory: a translator's file, a name, or imports for what was imported (repeatable).",
      valueName: "memory"), completion: .file())
  var memory: [String] = []
  @OptionGroup var reading: MemoryReadingOptions
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Also find texts that are similar by at least this much, from 70 to 99.", valueName: "percent"))
  var fuzzy: Int?

  func validate() throws {
    for memory in memory { try DriveSheets.refuseReading("--memory", memory) }
  }

  /// The memories that were named; nil if none was.
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
