import Basics
import ReviewJournal
import Synchronization
import TranslationReview

/// The dictionaries of Hunspell on this machine, asked through its program. Without it there are none.
enum Dictionaries {
  /// The names of the dictionaries, such as `da_DK`: the last parts of their paths. Lines with a colon are headings and the
  /// folders that were searched.
  static let names = Set(
    (answer(["-D"], to: "") ?? "").split(separator: "\n").filter { !$0.contains(":") }.compactMap {
      $0.split(separator: "/").last.map(String.init)
    }.filter { LanguageTag($0) != nil }
  ).sorted()

  /// What was asked already, as the page asks while somebody types: whether a dictionary has a word, and its nearest ones.
  private static let answers = Mutex<(known: [String: Bool], near: [String: [String]], failed: Set<String>)>(
    ([:], [:], []))
  private static let patience: Duration = .seconds(10)
  private static let mostOutput = 16 << 20

  static func spelling(_ glossary: Glossary?) -> Spelling { Spelling(glossary, unknown: unknown, nearest: nearest) }

  /// The dictionaries for a locale, as Hunspell takes them; nil if there is none. Without a region, all of the language.
  static func chosen(for locale: String, among names: [String] = names) -> String? {
    guard let tag = LanguageTag(locale) else { return nil }
    let fitting = names.filter { name in
      guard let own = LanguageTag(name), own.fit(for: tag) != nil else { return false }
      return tag.region == nil || own.region == nil || own.region == tag.region
    }
    return fitting.isEmpty ? nil : fitting.joined(separator: ",")
  }

  @Sendable private static func unknown(_ words: Set<String>, _ locale: String) -> Set<String>? {
    guard let names = chosen(for: locale), !answers.withLock({ $0.failed.contains(names) }) else { return nil }
    let asked = answers.withLock { answers in words.filter { answers.known["\(names) \($0)"] == nil } }
    if !asked.isEmpty {
      guard let answer = answer(["-l", "-d", names], to: asked.sorted().joined(separator: "\n")) else {
        answers.withLock { _ = $0.failed.insert(names) }
        return nil
      }
      let missing = Set(answer.split(separator: "\n").map(String.init))
      answers.withLock { answers in
        for word in asked {
          // Dictionaries of some languages part a word at its apostrophe.
          let isMissing = missing.contains(word) || word.split(separator: "'").contains { missing.contains(String($0)) }
          answers.known["\(names) \(word)"] = !isMissing
        }
      }
    }
    return answers.withLock { answers in words.filter { answers.known["\(names) \($0)"] == false } }
  }

  /// The first three suggestions. Each is in a line such as `& beskde 2 1: besked, beske`.
  @Sendable private static func nearest(_ words: [String], _ locale: String) -> [String: [String]] {
    guard let names = chosen(for: locale) else { return [:] }
    let asked = answers.withLock { answers in words.filter { answers.near["\(names) \($0)"] == nil } }
    let answer = asked.isEmpty ? nil : answer(["-a", "-d", names], to: asked.map { "^\($0)\n" }.joined())
    return answers.withLock { answers in
      for word in asked { answers.near["\(names) \(word)"] = [] }
      for line in (answer ?? "").split(separator: "\n") where line.hasPrefix("& ") {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let word = parts[0].split(separator: " ").dropFirst().first else { continue }
        answers.near["\(names) \(word)"] = parts[1].split(separator: ",").prefix(3).map { $0.trimmed }
      }
      return Dictionary(
        words.map { ($0, answers.near["\(names) \($0)"] ?? []) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// What the program prints for an input; nil if it fails or takes too long. The import goes on without it.
  private static func answer(_ arguments: [String], to input: String) -> String? {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    guard let path = try? folder.path(), (try? PlainFile.write(input, to: "\(path)/input")) != nil,
      let child = ChildProgram.start(
        ["hunspell", "-i", "utf-8"] + arguments, input: "\(path)/input", output: "\(path)/output")
    else { return nil }
    let start = ContinuousClock.now
    var status: Int32 = 0
    while true {
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child { break }
      if ended < 0, errno != EINTR { return nil }
      var file = stat()
      let size = stat("\(path)/output", &file) == 0 ? Int(file.st_size) : 0
      if ContinuousClock.now - start > patience || size > mostOutput {
        // With the programs that it started, if it is a script.
        kill(-child, SIGKILL)
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return nil
      }
      usleep(2_000)
    }
    return try? PlainFile.text(at: "\(path)/output", most: mostOutput)
  }
}
