import NStackAPI

/// Texts with numbers from 0 on, in the order in which they were first asked for.
struct NumberedTexts {
  private var known: [Catalog.Place: Int] = [:]
  /// The texts that no catalog has.
  private var others: [TextIdentity: Int] = [:]

  /// - Parameter capacity: How many texts there may be.
  init(capacity: Int) {
    known.reserveCapacity(capacity)
  }

  /// The number of a text, which is new if it was never asked for.
  ///
  /// - Parameters:
  ///   - text: The text, with its locale in one spelling.
  ///   - place: Its place in the catalog, if it has one.
  mutating func number(of text: @autoclosure () -> TextIdentity, at place: Catalog.Place?) -> Int {
    let next = known.count + others.count
    guard let place else { return Self.kept(&others[text(), default: next]) }
    return Self.kept(&known[place, default: next])
  }

  /// Writing to the default keeps it, with one search for the text.
  private static func kept(_ number: inout Int) -> Int { number }
}
