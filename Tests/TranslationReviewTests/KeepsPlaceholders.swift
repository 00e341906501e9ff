@testable import TranslationReview

/// Requires the words of the source text that begin with `%`.
struct KeepsPlaceholders: Check {
  let id = "sample.placeholder"
  var severity = Severity.error

  func findings(in text: CheckedText) -> [CheckFinding] {
    (text.source ?? "").split(separator: " ").filter { $0.hasPrefix("%") && !text.proposal.contains($0) }.map {
      CheckFinding("The source text has this placeholder. Write it into the proposal.", token: String($0))
    }
  }
}
