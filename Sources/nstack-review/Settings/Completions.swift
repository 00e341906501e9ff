import ArgumentParser

/// What shells offer for words. Nothing here asks a server: the names come from the last catalog and from settings files.
extension CompletionKind {
  static var sheets: CompletionKind {
    .file(extensions: ["xlsx", "xlsm", "csv", "tsv", "xlf", "xliff", "po"])
  }

  /// Locales of the last catalog; after a comma, the list with one more.
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

  static var presets: CompletionKind {
    .custom { _, _, _ in ((try? SettingsFile.ofProject())?.presets.keys.sorted()) ?? [] }
  }
}
