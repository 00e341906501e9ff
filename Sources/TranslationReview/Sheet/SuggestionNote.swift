/// What an export writes under `Note` about a suggestion: `[Suggestion: exact match in team.tmx, entry 12]`.
enum SuggestionNote {
  private static let start = "[Suggestion: "

  /// A note with the line about a suggestion before it.
  static func added(to note: String, about suggestion: SheetSuggestions.Suggestion) -> String {
    let how =
      switch suggestion.match {
      case .exact: "exact match"
      case .language: "exact match, in the language"
      case .folded: "match apart from case and spaces"
      case .fuzzy(let score): "\(score) % match"
      }
    let lacked = suggestion.lackedPlaceholders
    let warning = lacked.isEmpty ? "" : "; it lacks \(lacked.joined(separator: " "))"
    let line = "\(start)\(how) in \(suggestion.memory), entry \(suggestion.entry)\(warning)"
    // The first bracket ends the line when it comes back.
    let closed = String(line.map { $0 == "]" ? ")" : $0.isNewline ? " " : $0 }) + "]"
    return note.isEmpty ? closed : "\(closed)\n\(note)"
  }

  /// A note without the line about a suggestion; what a reviewer wrote before and after it stays.
  static func removed(from note: String) -> String {
    guard let start = note.firstRange(of: Self.start), let end = note[start.upperBound...].firstIndex(of: "]") else {
      return note
    }
    let before = note[..<start.lowerBound]
    let after = note[note.index(after: end)...]
    return ReviewColumn.trimmed(String(before)).isEmpty
      ? String(after.drop { $0.isWhitespace }) : String(before) + String(after)
  }
}
