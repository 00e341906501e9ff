import Basics
import ArgumentParser
import Basics
import TranslationReview

extension OutputOptions {
  /// Ends a dry run whose real run would send nothing because of `--max-deletes`, and says so.
  func refuse(_ changeset: Changeset, above most: Int?) throws {
    guard let most, changeset.deleteCount > most else { return }
    Terminal.note(
      "error: the plan deletes \(Counted.text(changeset.deleteCount, "proposal")), and --max-deletes allows \(most), so "
        + "an import would send nothing")
    throw ExitStatus.findings.error
  }
}
