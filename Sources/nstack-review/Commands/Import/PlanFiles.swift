import Basics
import NStackAPI
import ReviewJournal
import Spreadsheet
import TranslationReview

/// Plans on disk.
enum PlanFiles {
  /// Saves a plan.
  static func write(_ changeset: Changeset, to path: String, _ profile: ReviewProfile, _ output: OutputOptions) throws {
    let plan = PlanFile(
      changeset, scope: profile.scope, guid: profile.client.configuration.guid, provenance: profile.provenance())
    try PlainFile.replace(path, with: plan.text)
    output.note(
      "wrote \(path): \(Counted.text(plan.changeCount, "change")); apply it with `nstack-review import --plan \(path)`")
  }

  /// Reads a plan.
  static func read(_ path: String) throws -> PlanFile {
    guard let text = try PlainFile.text(at: path, most: 1 << 30) else {
      throw Failure.usage(
        .planMissing, "\(path): there is no such file.", hint: "Check its name, or make a plan with diff --output.")
    }
    do {
      return try PlanFile(text: text)
    } catch {
      var error = error
      error.place.file = path
      throw error
    }
  }
}
