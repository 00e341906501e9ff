package import ReviewReports
package import TranslationReview

/// The register of sheets as a file: one line of JSON for each event. Lines are only added.
package struct SheetRegisterFile: Sendable {
  private let file: LineFile

  /// Creates a register in a file, which need not exist yet.
  public init(path: String) { file = LineFile(path: path, name: "the register of sheets") }

  /// Returns all events of one application, platform and origin, in order.
  ///
  /// - Throws: `SpreadsheetError`: `io.read`.
  package func events(in scope: TextHash) throws -> [SheetEvent] {
    try file.lines().compactMap { SheetEvent.event(line: String($0)) }.filter { $0.scope == scope }.map(\.event)
  }

  /// Saves events. Several processes may do so at the same time.
  ///
  /// - Throws: `SpreadsheetError`: `io.write`, and `io.read` if a folder cannot be created.
  package func append(_ events: [SheetEvent], scope: TextHash) throws {
    guard !events.isEmpty else { return }
    try file.append(try events.map { try $0.line(scope: scope) })
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
  public init(path: String) { file = LineFile(path: path, name: "the register of reviewed texts") }

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
