extension String {
  /// The words and phrases of a list with commas, on one line or several.
  package var commaSeparated: [String] {
    split { $0 == "," || $0.isNewline }.map { String($0.trimming(\.isWhitespace)) }
  }
}
