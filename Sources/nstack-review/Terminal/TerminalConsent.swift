/// The consent of the user to something that cannot be taken back: given beforehand by `--yes`, or asked for on the
/// terminal.
struct TerminalConsent {
  /// Whether `--yes` was given.
  let isGiven: Bool

  /// Shows lines to decide upon, unless consent was given beforehand.
  ///
  /// - Parameters:
  ///   - what: What cannot be done without a terminal to ask on, as the first half of a sentence.
  ///   - hint: How to look at it and to consent beforehand.
  /// - Returns: Whether to ask now.
  /// - Throws: ``Failure`` `usage.consent` without a terminal.
  func mustAsk(_ what: String, hint: String, lines: @autoclosure () -> [String]) throws -> Bool {
    guard !isGiven else { return false }
    guard Terminal.canAsk else {
      throw Failure.usage(.consent, "\(what) and there is no terminal to ask on.", hint: hint)
    }
    for line in lines() { Terminal.note(line) }
    return true
  }
}
