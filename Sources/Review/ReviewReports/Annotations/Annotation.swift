package import Basics

/// A finding in a form that code review services show beside changes.
package struct Annotation: Hashable, Sendable {
  /// How serious the finding is.
  let severity: Severity
  /// The path of the file with the finding; nil if the finding is about no file, or about several.
  let file: String?
  /// The place in the file, such as `worksheet "Review", row 7, login/title [da-DK]`; empty if it is about the whole file.
  let place: String
  /// The stable name of the kind of finding: the id of a check, such as `printf.missing`, or the code of another remark.
  let code: String
  /// What was found and what to do.
  let message: String

  package init(severity: Severity, file: String?, place: String = "", code: String, message: String) {
    self.severity = severity
    // Both services compare the path with paths from the root of the repository.
    self.file = file.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
    self.place = place
    self.code = code
    self.message = message
  }

  /// The annotation with its path relative to the root of a repository, as services expect. A file outside the
  /// repository keeps its path. Relative paths are resolved in the folder. Both parameters are absolute.
  package func from(root: String, in folder: String) -> Annotation {
    guard let file else { return self }
    let steps = Self.steps(file.hasPrefix("/") ? file : "\(folder)/\(file)")
    let rootSteps = Self.steps(root)
    guard steps.count > rootSteps.count, steps.starts(with: rootSteps) else { return self }
    let path = steps.dropFirst(rootSteps.count).joined(separator: "/")
    return Annotation(severity: severity, file: path, place: place, code: code, message: message)
  }

  /// The components of an absolute path, without `.` and `..`.
  private static func steps(_ path: String) -> [Substring] {
    var steps: [Substring] = []
    for step in path.split(separator: "/") where step != "." {
      if step == ".." { _ = steps.popLast() } else { steps.append(step) }
    }
    return steps
  }
}

extension SheetCheck {
  /// The findings as annotations: first files that were left out, then the others by file and row.
  package var annotations: [Annotation] {
    sheet.foreignFiles.map { file in
      Annotation(
        severity: .error, file: file.path, code: Diagnostic.Code.sheetForeign.rawValue,
        message: "Left out because it is not a review sheet: \(file.message)")
    } + Annotation.list(of: diagnostics.filter { $0.code != .sheetForeign })
      + quality.flatMap { agency, quality in
        quality.filter(\.isOver).lines(of: agency).map {
          Annotation(severity: .error, file: nil, code: "quality", message: $0)
        }
      }
  }
}

extension Annotation {
  package static func list(of diagnostics: [Diagnostic]) -> [Annotation] {
    diagnostics.map { diagnostic in
      Annotation(
        severity: diagnostic.severity, file: diagnostic.place?.file,
        place: [diagnostic.place?.inFile, diagnostic.text?.reportName].compactMap(\.self).joined(separator: ", "),
        code: diagnostic.checks.first ?? diagnostic.code.rawValue, message: diagnostic.message)
    }
  }
}

extension Annotation {
  /// The annotation as a workflow command of GitHub Actions: `::error file=…,title=…::…`.
  ///
  /// Source: "Workflow commands for GitHub Actions", and `escapeData` and `escapeProperty` of actions/toolkit.
  package var gitHubLine: String {
    let name =
      switch severity {
      case .error: "error"
      case .warning: "warning"
      case .info: "notice"
      }
    let properties = [file.map { ("file", $0) }, ("title", place.isEmpty ? code : place)].compactMap(\.self).map {
      "\($0)=\(Self.escaped($1, isProperty: true))"
    }
    return "::\(name) \(properties.joined(separator: ","))::"
      + Self.escaped(place.isEmpty ? message : "\(message) (\(code))", isProperty: false)
  }

  /// The runner reads a command up to the end of the line, and its properties up to a comma or a colon.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Annotations as a Code Quality report of GitLab.
  ///
  /// Source: "Code Quality report format" in GitLab's documentation: an array of `description`, `check_name`,
  /// `fingerprint`, `severity` and `location`.
  ///
  /// - Parameter folder: The path for findings that are not about a single file, because GitLab requires a path.
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
    return [
      "description": place.isEmpty ? message : "\(place): \(message)", "check_name": code,
      "fingerprint": fingerprint(number: number), "severity": severity,
      // A row of a workbook is not a line of the file; the description names it.
      "location": JSONValue.members(["path": file ?? folder, "lines": JSONValue.members(["begin": 1])]),
    ]
  }

  /// A hash that identifies a finding: the same in every run, and unique within a report.
  private func fingerprint(number: Int) -> String {
    let fields = [file ?? "", place, code, message] + (number > 0 ? ["\(number)"] : [])
    return String(FileDigest.sha256(of: Array(fields.joined(separator: "\u{0}").utf8)[...]).prefix(32))
  }
}
