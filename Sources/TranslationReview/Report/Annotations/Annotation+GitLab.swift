package import Basics

extension Annotation {
  /// Annotations as a Code Quality report of GitLab.
  ///
  /// Source: "Code Quality report format" in GitLab's documentation: an array of `description`, `check_name`,
  /// `fingerprint`, `severity` and `location`.
  ///
  /// - Parameter annotations: The findings.
  /// - Parameter folder: The path for findings that are about no single file, as GitLab requires one.
  package static func gitLabReport(_ annotations: [Annotation], folder: String) -> JSONValue {
    var seen: [Annotation: Int] = [:]
    return .array(
      annotations.map { annotation in
        let number = seen[annotation, default: 0]
        seen[annotation] = number + 1
        return annotation.gitLabObject(number: number, folder: folder)
      })
  }

  private func gitLabObject(number: Int, folder: String) -> JSONValue {
    let severity =
      switch severity {
      case .error: "major"
      case .warning: "minor"
      case .info: "info"
      }
    return .object([
      ("description", .string(place.isEmpty ? message : "\(place): \(message)")), ("check_name", .string(code)),
      ("fingerprint", .string(fingerprint(number: number))), ("severity", .string(severity)),
      (
        "location",
        // A row of a workbook is not a line of the file; the description names it.
        .object([("path", .string(file ?? folder)), ("lines", .object([("begin", .integer(1))]))])
      ),
    ])
  }

  /// A hash that is the same for the same finding in another run, and another one for each finding in a report.
  private func fingerprint(number: Int) -> String {
    let fields = [file ?? "", place, code, message] + (number > 0 ? ["\(number)"] : [])
    return String(FileDigest.sha256(of: Array(fields.joined(separator: "\u{0}").utf8)[...]).prefix(32))
  }
}
