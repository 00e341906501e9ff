import ArgumentParser
import ReviewReports
import Spreadsheet
import TranslationReview

/// The form in which `check` prints its findings.
enum CheckFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// A line for each finding, and the counts.
  case text
  /// Annotations of GitHub Actions.
  case github
  /// A Code Quality report of GitLab.
  case gitlab

  /// Prints findings; the counts follow, for GitLab on standard error, as standard output is the report.
  ///
  /// - Parameter files: The files as they were given.
  func print(_ annotations: [Annotation], summary: [String], files: [String], _ output: OutputOptions) throws {
    let annotations = annotations.map(Self.placed)
    switch self {
    case .text: break
    case .github: try Terminal.print(lines: annotations.map(\.gitHubLine) + (output.quiet ? [] : summary))
    case .gitlab:
      try Terminal.print(Annotation.gitLabReport(annotations, folder: files.first ?? "."))
      summary.forEach(output.note)
    }
  }

  /// An annotation with the path of its file from the root of the repository, if the service says where that is.
  private static func placed(_ annotation: Annotation) -> Annotation {
    guard let root = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].lazy.compactMap(EnvironmentVariables.value).first,
      root.hasPrefix("/"), let folder = WorkingFolder.path
    else { return annotation }
    return annotation.from(root: root, in: folder)
  }

  /// Prints an error that ends the check as an annotation, beside the line on standard error.
  func print(_ failure: Failure, files: [String], _ output: OutputOptions) throws {
    let annotation = Annotation(
      severity: .error, file: failure.place.file ?? (files.count == 1 ? files[0] : nil), code: failure.code.rawValue,
      message: failure.shownLine)
    try print([annotation], summary: [], files: files, output)
  }
}
