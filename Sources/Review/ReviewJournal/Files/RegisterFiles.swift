package import ReviewReports
package import Spreadsheet
package import TranslationReview

/// The register of sheets as a file: one line of JSON for each event. Lines are only added, so what several people have
/// is merged by adding each other's lines, in any order.
package struct SheetRegisterFile: Sendable {
  private let file: LineFile

  /// Creates a register in a file, which need not exist yet.
  package init(path: String) { file = LineFile(path: path, name: "the register of sheets") }

  /// Returns all events of one application, platform and origin, in order.
  ///
  /// - Throws: `SpreadsheetError`: `io.read`.
  package func events(in scope: TextHash) throws -> [SheetEvent] {
    SheetEvent.events(in: try file.lines(), scope: scope).map(\.event)
  }

  /// Saves events. Several processes may do so at the same time.
  ///
  /// - Throws: `SpreadsheetError`: `io.write`, and `io.read` if a folder cannot be created.
  package func append(_ events: [SheetEvent], scope: TextHash) throws {
    guard !events.isEmpty else { return }
    try file.update { lines in
      .append(try events.enumerated().map { try $1.line(scope: scope, order: lines.count + $0) })
    }
  }

  /// The events that others may have, as lines for ``merge(_:)``.
  ///
  /// - Throws: `SpreadsheetError`: `io.read`.
  package func shared(in scope: TextHash) throws -> [String] {
    SheetEvent.events(in: try file.lines(), scope: scope).filter { !$0.event.isPersonal }.map(\.line)
  }

  /// Reads lines that ``shared(in:)`` gave to somebody.
  ///
  /// - Throws: `SpreadsheetError`: `shared.malformed`, `shared.other-application`.
  package static func lines(ofShared text: String, for scope: SheetScope) throws(SpreadsheetError) -> [Substring] {
    // Git may have made the line ends those of Windows.
    let lines = text.split { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      guard let read = SheetEvent.event(line: String(line)), !read.event.isPersonal else {
        throw SpreadsheetError(
          .sharedMalformed, "this is not a file of sheets: line \(index + 1) says nothing of a sheet.",
          hint: "Write one with sheets --export.")
      }
      guard read.scope == scope.hash else {
        throw SpreadsheetError(
          .sharedOtherApplication,
          "the sheets belong to a different application, platform or server than this connection's "
            + "(\(scope.platform), \(scope.origin), application \(scope.shortApplicationHash)).",
          hint: "Use the profile that they were exported with.")
      }
    }
    return lines
  }

  /// Adds lines that are not in the register yet.
  ///
  /// - Returns: How many lines were added.
  /// - Throws: `SpreadsheetError`: `io.write`, `io.read`.
  package func merge(_ shared: [Substring]) throws -> Int {
    var added = 0
    try file.update { lines in
      let news = Set(shared).subtracting(lines).sorted()
      added = news.count
      return .append(news.map { String($0) })
    }
    return added
  }

  /// The number of rows that a sheet was exported with, whatever the server; nil if no register has the sheet.
  package static func exportedRowCount(ofSheet id: String, inRegisters paths: [String]) -> Int? {
    for path in paths {
      guard let lines = try? SheetRegisterFile(path: path).file.lines() else { continue }
      for line in lines.reversed() {
        if case .exported(let export)? = SheetEvent.event(line: String(line))?.event, export.sheetID == id {
          return export.rows
        }
      }
    }
    return nil
  }
}

/// The register of sign-offs as a file: lines of JSON, to which imports add. When later sign-offs have replaced most
/// lines, the file is rewritten with the last sign-off of each text. So it does not grow with the number of imports.
package struct SignOffRegisterFile: Sendable {
  /// How many more replaced sign-offs than texts the file may hold.
  private static let slack = 1_000

  private let file: LineFile

  /// Creates a register in a file, which need not exist yet.
  package init(path: String) { file = LineFile(path: path, name: "the register of reviewed texts") }

  /// Returns the sign-offs of one application, platform and origin.
  ///
  /// - Throws: `SpreadsheetError`: `io.read`.
  package func signOffs(in scope: TextHash) throws -> SignOffs {
    var signOffs = SignOffs()
    for line in try file.lines() {
      for entry in SignOffs.entries(line: line, scope: scope) ?? [] { _ = signOffs.add(entry) }
    }
    return signOffs
  }

  /// Adds sign-offs. Several processes may do so at the same time.
  ///
  /// - Throws: `SpreadsheetError`: `io.write`, `io.read`.
  package func add(_ signOffs: SignOffs, scope: TextHash) throws -> SignOffs.Merge {
    var result = SignOffs.Merge()
    guard !signOffs.isEmpty else { return result }
    try file.update { lines in
      var known = SignOffs()
      var count = 0
      // Lines of other applications stay as they are.
      var others: [String] = []
      for line in lines {
        guard let entries = SignOffs.entries(line: line, scope: scope) else {
          others.append(String(line))
          continue
        }
        count += entries.count
        for entry in entries { _ = known.add(entry) }
      }
      let merged = known.merge(signOffs)
      result = merged.result
      guard count + merged.news.count > 2 * known.count + Self.slack else {
        return .append(SignOffs.lines(of: merged.news, scope: scope))
      }
      return .replace(others + SignOffs.lines(of: known.entries, scope: scope))
    }
    return result
  }
}
