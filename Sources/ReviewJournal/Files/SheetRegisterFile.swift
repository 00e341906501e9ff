public import ReviewReports
public import TranslationReview

/// The register of sheets as a file: one line of JSON for each event. Lines are only ever added.
public struct SheetRegisterFile: SheetRegister, Sendable {
  private let path: String

  /// Creates a register in a file, which need not exist yet.
  public init(path: String) {
    self.path = path
  }

  private var file: LineFile { LineFile(path: path, name: "the register of sheets") }

  /// Returns all events of one application, platform and origin, in order. A missing file has none.
  public func events(in scope: TextHash) throws -> [SheetEvent] {
    try file.lines().compactMap { SheetEvent.event(line: String($0)) }.filter { $0.scope == scope }.map(\.event)
  }

  /// Saves events. Several processes may do so at the same time.
  ///
  /// - Throws: `SpreadsheetError`: `io.write`, and `io.read` if a folder cannot be created.
  public func append(_ events: [SheetEvent], scope: TextHash) throws {
    guard !events.isEmpty else { return }
    try file.append(events.map { $0.line(scope: scope) })
  }
}

extension SheetRegisterFile {
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
