import Basics
import ReviewJournal
import TranslationReview

extension ReviewSheet.SuggestionCounts {
  /// The counts in a line.
  var line: String {
    let parts = [
      (exact, "exact"), (language, "exact in the language"), (folded, "apart from case and spaces"), (fuzzy, "similar"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(Counted.text(total, "suggestion")) from \(memory): \(parts.joined(separator: ", "))"
  }

  /// The counts in machine output.
  var json: JSONValue {
    .object([
      ("memory", .string(memory)), ("suggestions", .integer(total)), ("exact", .integer(exact)),
      ("language", .integer(language)), ("folded", .integer(folded)), ("fuzzy", .integer(fuzzy)),
    ])
  }
}

extension MemoryStatus {
  /// The status in lines: a heading, and a row for each locale.
  var lines: [String] {
    let heading = "\(memory): \(Counted.text(entries, "entry", "entries"))"
    guard !locales.isEmpty else { return [heading + ", none of them for a locale of the application"] }
    let width = max(6, locales.map(\.locale.count).max() ?? 0)
    func row(_ locale: String, _ cells: [String]) -> String {
      "  " + locale + String(repeating: " ", count: width - locale.count)
        + cells.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
    }
    return [heading, row("Locale", ["importable", "imported", "different", "unknown"])]
      + locales.map { row($0.locale, [$0.importable, $0.imported, $0.different, $0.unknown].map(String.init)) }
  }

  /// The status in machine output.
  var json: JSONValue {
    .object([
      ("memory", .string(memory)), ("entries", .integer(entries)),
      (
        "locales",
        .array(
          locales.map {
            .object([
              ("locale", .string($0.locale)), ("importable", .integer($0.importable)),
              ("imported", .integer($0.imported)), ("different", .integer($0.different)),
              ("unknown", .integer($0.unknown)),
            ])
          })
      ),
    ])
  }
}

extension NamedMemories.Addition {
  /// The addition in a line.
  var line: String {
    let known = known == 0 ? "" : ", \(self.known) known already"
    return "\(file): \(Counted.text(added, "entry", "entries")) added\(known)"
  }

  /// The addition in machine output.
  var json: JSONValue {
    .object([("file", .string(file)), ("added", .integer(added)), ("known", .integer(known))])
  }
}

extension NamedMemories.Listing {
  /// The memory in a line.
  var line: String {
    var parts = [Counted.text(entries, "entry", "entries")]
    if fromImports > 0 { parts.append("\(fromImports) from imports") }
    if !files.isEmpty { parts.append(files.joined(separator: ", ")) }
    return "\(name)  \(parts.joined(separator: "; "))"
  }

  /// The memory in machine output.
  var json: JSONValue {
    .object([
      ("memory", .string(name)), ("entries", .integer(entries)), ("fromImports", .integer(fromImports)),
      ("files", .array(files.map { .string($0) })), ("bytes", .integer(bytes)),
    ])
  }
}
