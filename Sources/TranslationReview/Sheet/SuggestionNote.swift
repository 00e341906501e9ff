/// What an export writes under `Note` about a suggestion: `[Suggestion: exact match in team.tmx, entry 12]`.
enum SuggestionNote {
  private static let start = "[Suggestion: "
  private static let kinds = ["exact match", "exact match, in the language", "match apart from case and spaces"]
  private static let fuzzyKind = " % match"
  private static let lack = "; it lacks "
  /// The most lacked placeholders that are listed.
  private static let mostLacked = 10

  /// A note with the line about a suggestion before it.
  static func added(to note: String, about suggestion: SheetSuggestions.Suggestion) -> String {
    let how =
      switch suggestion.match {
      case .exact: kinds[0]
      case .language: kinds[1]
      case .folded: kinds[2]
      case .fuzzy(let score): "\(score)\(fuzzyKind)"
      }
    let lacked = suggestion.lackedPlaceholders
    let more = lacked.count > mostLacked ? " and \(lacked.count - mostLacked) more" : ""
    let warning = lacked.isEmpty ? "" : "\(lack)\(lacked.prefix(mostLacked).joined(separator: " "))\(more)"
    let origin = suggestion.origin.map { " (\($0))" } ?? ""
    let line = "\(start)\(how) in \(suggestion.memory)\(origin), entry \(suggestion.entry)\(warning)"
    // The first bracket ends the line when it comes back.
    let closed = String(line.map { $0 == "]" ? ")" : $0.isNewline ? " " : $0 }) + "]"
    return note.isEmpty ? closed : "\(closed)\n\(note)"
  }

  /// A note without the lines about suggestions; nil if it has none. What a reviewer wrote stays, also where it was
  /// written into such a line.
  static func removed(from note: String) -> String? {
    guard note.contains(start) else { return nil }
    var isFound = false
    let lines = note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).compactMap { line in
      let text = line.drop(while: \.isWhitespace)
      guard text.hasPrefix(start), let end = text.firstIndex(of: "]"),
        isOwn(text[text.index(text.startIndex, offsetBy: start.count)..<end])
      else { return line }
      isFound = true
      let rest = text[text.index(after: end)...].drop(while: \.isWhitespace)
      return rest.isEmpty ? nil : rest
    }
    return isFound ? lines.joined(separator: "\n") : nil
  }

  /// Whether a text between the brackets is as an export writes it, such as `exact match in team.tmx, entry 12`.
  private static func isOwn(_ text: Substring) -> Bool {
    guard let place = place(in: text) else { return false }
    let named = place.firstRange(of: lack).map { place[..<$0.lowerBound] } ?? place
    guard let comma = named.lastIndex(of: ","), comma > named.startIndex else { return false }
    let number = named[named.index(after: comma)...].split(separator: " ")
    return number.count == 2 && number[1].utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// What follows the kind of the match and the word "in"; nil if the text does not begin with a kind.
  private static func place(in text: Substring) -> Substring? {
    let score = text.prefix(3).prefix { $0.isASCII && $0.isNumber }
    for kind in [kinds[1], kinds[0], kinds[2], score + fuzzyKind] {
      let start = "\(kind) in "
      if text.hasPrefix(start) { return text.dropFirst(start.count) }
    }
    return nil
  }
}
