import Basics
import GoogleDrive
import NStackAPI

/// The steps of a trial, and what came of each.
struct DoctorSteps {
  private struct Step {
    let name: String
    let isDone: Bool
    /// What was seen, or the error in a line.
    let saw: String
    /// The code of the error.
    let code: String?
  }

  private var taken: [Step] = []

  /// Whether a step failed.
  var hasFailed: Bool { taken.contains { !$0.isDone } }

  /// Takes a step.
  ///
  /// - Parameters:
  ///   - name: What is done.
  ///   - body: Does it, and returns what was seen.
  mutating func take(_ name: String, _ body: () async throws -> String) async {
    do {
      taken.append(Step(name: name, isDone: true, saw: try await body(), code: nil))
    } catch {
      let failure = Failure(error)
      taken.append(
        Step(name: name, isDone: false, saw: failure?.shownLine ?? "\(error)", code: failure?.code.rawValue))
    }
  }

  /// The error of a step that Google answered in a way that this program does not expect.
  static func surprise(_ message: String) -> DriveError {
    DriveError(
      .badAnswer, "\(message) This program expects something else.",
      hint: "Tell its authors: the article Sheets in Google Drive lists what nobody has confirmed.")
  }

  /// A line for each step.
  var lines: [String] {
    taken.map { "\($0.isDone ? "ok    " : "FAILED")  \($0.name): \(Visible.text($0.saw, limit: 1_000))" }
  }

  /// The steps in machine output.
  var json: [JSONValue] {
    taken.map { step in
      .object([
        ("step", .string(step.name)), ("isDone", .boolean(step.isDone)), ("saw", .string(step.saw)),
        ("code", .optional(step.code)),
      ])
    }
  }
}
