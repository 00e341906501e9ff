import Spreadsheet
public import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The register of sheets as a file: one line of JSON for each event. Lines are only ever added.
public struct SheetRegisterFile: SheetRegister, Sendable {
  private static let most = 256 << 20

  private let path: String

  /// Creates a register in a file, which need not exist yet.
  public init(path: String) {
    self.path = path
  }

  /// Returns all events of one application, platform and origin, in order. A missing file has none.
  public func events(in scope: TextHash) throws -> [SheetEvent] {
    guard let text = try PlainFile.text(at: path, most: Self.most) else { return [] }
    // If the machine stopped while a line was being written, that line is incomplete and is skipped.
    return text.split(separator: "\n").compactMap { SheetEvent.event(line: String($0)) }.filter { $0.scope == scope }
      .map(\.event)
  }

  /// Saves events. The file has a lock of its own, so several processes may add at the same time.
  ///
  /// - Throws: `SpreadsheetError`: `io.write`, and `io.read` if a folder cannot be created.
  public func append(_ events: [SheetEvent], scope: TextHash) throws {
    guard !events.isEmpty else { return }
    try PlainFile.makeFolders(above: path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX) == 0 else { throw failure() }
    // An incomplete line must not take the next one with it.
    var last: UInt8 = 0x0A
    let size = lseek(descriptor, 0, SEEK_END)
    if size > 0, pread(descriptor, &last, 1, size - 1) != 1 { throw failure() }
    let text = (last == 0x0A ? "" : "\n") + events.map { $0.line(scope: scope) + "\n" }.joined()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw failure() }
    if size == 0 { SyncedFolder.syncName(of: path) }
  }

  private func failure() -> SpreadsheetError {
    SpreadsheetError(
      .ioWrite,
      "the register of sheets cannot be kept: \(String(cString: strerror(errno))).",
      place: SpreadsheetError.Place(file: path))
  }
}

extension SheetRegisterFile {
  /// The number of rows that a sheet was exported with, whatever the server; nil if no register has the sheet.
  package static func exportedRowCount(ofSheet id: String, inRegisters paths: [String]) -> Int? {
    for path in paths {
      guard let text = try? PlainFile.text(at: path, most: most) else { continue }
      for line in text.split(separator: "\n").reversed() {
        if case .exported(let export)? = SheetEvent.event(line: String(line))?.event, export.sheetID == id {
          return export.rows
        }
      }
    }
    return nil
  }
}
