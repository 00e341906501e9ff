/// A number with the word for what is counted.
package enum Counted {
  /// `1 row`, `2 rows`.
  ///
  /// - Parameter plural: The word for several, where it is not the one for one with an s.
  package static func text(_ count: Int, _ one: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? one : plural ?? one + "s")"
  }

  /// `1 proposal is`, `2 proposals are`.
  package static func being(_ count: Int, _ one: String) -> String {
    "\(text(count, one)) \(count == 1 ? "is" : "are")"
  }
}
