/// The names of people in files that came back.
package enum AuthorName {
  /// The most code points of a name that are kept. A single character can have any number of them.
  private static let longest = 100
  /// The most code points that are read: a file may name an author of 1 MiB in each of thousands of comments.
  private static let mostRead = 1_000

  /// A name on one line, without an address after it; nil if there is none.
  package static func of(_ text: String?) -> String? {
    guard let text = text.map({ String($0.unicodeScalars.prefix(mostRead)) }), !text.hasPrefix("FULL NAME <") else {
      return nil
    }
    let words = text.prefix(while: { $0 != "<" }).split(whereSeparator: \.isWhitespace)
    let name = words.isEmpty ? ReviewColumn.trimmed(text) : words.joined(separator: " ")
    return name.isEmpty ? nil : String(name.unicodeScalars.prefix(longest))
  }
}
