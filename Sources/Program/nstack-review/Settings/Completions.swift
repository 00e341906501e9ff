import ArgumentParser
import Basics
import ReviewJournal
import TranslationReview

/// The completions for shells. They never call a server: names come from the last catalog and from settings files.
extension CompletionKind {
  static var sheets: CompletionKind { .file(extensions: ["xlsx", "xlsm", "csv", "tsv", "xlf", "xliff", "po", "html"]) }

  static var reports: CompletionKind { .file(extensions: ["html", "json"]) }

  /// The locales of the last catalog. After a comma, each completion is the list so far plus one locale.
  static var locales: CompletionKind {
    .custom { _, _, prefix in
      let start = prefix.lastIndex(of: ",").map { String(prefix[...$0]) } ?? ""
      let given = start.split(separator: ",").map(String.init)
      return CatalogNames.locales.filter { !given.contains($0) }.map { start + $0 }
    }
  }

  static var sections: CompletionKind { .custom { _, _, _ in CatalogNames.sections } }

  static var profiles: CompletionKind {
    .custom { _, _, _ in
      let project = (try? SettingsFile.ofProject())?.profileNames ?? []
      let user = (try? SettingsFile.ofUser())?.profileNames ?? []
      return Set(project + user).sorted()
    }
  }

  static var memories: CompletionKind { .custom { words, _, _ in names(ofMemories: words) } }

  /// The names of memories, and file names.
  static var memoriesAndFiles: CompletionKind {
    .custom { words, _, prefix in
      let folder = FileName(prefix).folder
      let files = (try? PlainFile.names(in: folder.isEmpty ? "." : folder)) ?? []
      return names(ofMemories: words) + ["imports"] + files.filter { !$0.hasPrefix(".") }.map { folder + $0 }
    }
  }

  /// The ids of the imports in the journal, the newest first, after `last`.
  static var imports: CompletionKind { .custom { words, _, _ in ["last"] + ids(ofImports: words) { _ in true } } }

  /// The ids of the imports that were cut off.
  static var unfinishedImports: CompletionKind { .custom { words, _, _ in ids(ofImports: words) { !$0.isComplete } } }

  /// The words of `--only` for proposals, and `failing` with the id of each check.
  static var proposalWords: CompletionKind {
    .list(ProposalWord.allCases.map(\.rawValue) + StandardChecks.all.map { "failing=\($0.id)" })
  }

  private static func names(ofMemories words: [String]) -> [String] {
    (try? NamedMemories(stateFolder: profile(in: words)?.folder).names()) ?? []
  }

  private static func ids(ofImports words: [String], _ isOffered: (KeptImport) -> Bool) -> [String] {
    guard let output = try? OutputOptions.parse(["--quiet"]), let path = try? profile(in: words)?.journalPath(output),
      let journal = try? ReviewJournal.open(path: path, for: .reading)
    else { return [] }
    defer { journal.close() }
    return ((try? journal.imports()) ?? []).reversed().filter(isOffered).map(\.id)
  }

  /// The profile, or the sandbox, that a command line names.
  private static func profile(in words: [String]) -> ProfileOptions? {
    var named: [String] = []
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == "--sandbox" || word.hasPrefix("--profile=") { named.append(word) }
      if word == "--profile" { named += [word, next] }
    }
    return try? ProfileOptions.parse(named)
  }

  static var presets: CompletionKind {
    .custom { _, _, _ in ((try? SettingsFile.ofProject())?.presets.keys.sorted()) ?? [] }
  }
}
