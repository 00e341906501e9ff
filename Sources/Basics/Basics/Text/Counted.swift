package enum Counted {
  /// Returns a count with its noun, such as `1 row` or `2 rows`.
  package static func text(_ count: Int, _ one: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? one : plural ?? one + "s")"
  }

  /// Returns a count with its noun and verb, such as `1 proposal is` or `2 proposals are`.
  package static func being(_ count: Int, _ one: String) -> String {
    "\(text(count, one)) \(count == 1 ? "is" : "are")"
  }
}
