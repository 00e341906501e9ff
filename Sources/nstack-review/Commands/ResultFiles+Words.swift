import TranslationReview

extension ResultFiles {
  /// Why no sheet of what is to be fixed was written. What is not settled is gone on with, and may be to fix then.
  static func nothingToFix(_ results: [RowResult], _ path: String) -> String {
    let open = results.count { $0.kind == .inDoubt || $0.kind == .notAttempted }
    guard open > 0 else { return "nothing is to be fixed, so \(path) was not written" }
    return "nothing is to be fixed as yet, so \(path) was not written: "
      + "\(Counted.text(open, "row")) \(open == 1 ? "is" : "are") not settled"
  }
}
