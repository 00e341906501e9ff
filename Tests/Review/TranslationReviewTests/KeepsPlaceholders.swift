import Basics

@testable import TranslationReview

extension Check {
  /// Requires the words of the source text that begin with `%`.
  static func keepsPlaceholders(_ severity: Severity = .error) -> Check {
    Check("sample.placeholder", severity) { text in
      (text.source ?? "").split(separator: " ").filter { $0.hasPrefix("%") && !text.proposal.contains($0) }.map {
        CheckFinding(
          Reason(verbatim: "The source text has this placeholder. Write it into the proposal."), token: String($0))
      }
    }
  }
}
