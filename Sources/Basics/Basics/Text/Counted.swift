package enum Counted {
  /// Returns `1 row`, `2 rows`.
  package static func text(_ count: Int, _ one: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? one : plural ?? one + "s")"
  }

  /// Returns `1 proposal is`, `2 proposals are`.
  package static func being(_ count: Int, _ one: String) -> String {
    "\(text(count, one)) \(count == 1 ? "is" : "are")"
  }
}
