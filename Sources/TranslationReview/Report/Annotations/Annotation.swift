/// A finding in a form that services which check changes show beside them.
package struct Annotation: Hashable, Sendable {
  package typealias Severity = Diagnostic.Severity

  /// How serious the finding is.
  let severity: Severity
  /// The path of the file that it is about; nil if it is about none, or about several.
  let file: String?
  /// The place in the file, such as `worksheet "Review", row 7`; empty if it is about the whole file.
  let place: String
  /// The stable name of the kind of finding.
  let code: String
  /// What was found and what to do.
  let message: String

  /// Creates an annotation from its fields. Invisible characters in the message are spelled out.
  ///
  /// - Parameters:
  ///   - severity: How serious the finding is.
  ///   - file: The path of the file as it was given.
  ///   - place: The place in the file.
  ///   - code: The stable name of the kind of finding.
  ///   - message: What was found and what to do.
  package init(severity: Severity, file: String?, place: String = "", code: String, message: String) {
    self.severity = severity
    // Both services compare the path with paths from the root of the repository.
    self.file = file.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
    self.place = place
    self.code = code
    self.message = message
  }

  /// The annotation with its file as a path from the root of a repository, which is where services look for it. A file
  /// outside the repository keeps its path.
  ///
  /// - Parameters:
  ///   - root: The absolute path of the repository's folder.
  ///   - folder: The absolute path of the folder that relative paths begin in.
  package func from(root: String, in folder: String) -> Annotation {
    guard let file else { return self }
    let steps = Self.steps(file.hasPrefix("/") ? file : "\(folder)/\(file)")
    let rootSteps = Self.steps(root)
    guard steps.count > rootSteps.count, steps.starts(with: rootSteps) else { return self }
    let path = steps.dropFirst(rootSteps.count).joined(separator: "/")
    return Annotation(severity: severity, file: path, place: place, code: code, message: message)
  }

  /// The names in an absolute path, without `.` and `..`.
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
    }
      + diagnostics.filter { $0.code != .sheetForeign }.map { diagnostic in
        Annotation(
          severity: diagnostic.severity, file: diagnostic.place?.file, place: diagnostic.place?.inFile ?? "",
          code: diagnostic.code.rawValue, message: diagnostic.message)
      }
  }
}
