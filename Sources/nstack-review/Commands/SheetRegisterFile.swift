import Spreadsheet
import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The register of sheets as a file in the user's state folder: one line of JSON for each event, only ever added to.
struct SheetRegisterFile: SheetRegister {
  private static let most = 256 << 20

  private let path: String

  /// The register that belongs to a connection; nil where there is no folder to keep it in.
  init?(_ options: ConnectionOptions) {
    let folder =
      options.sandbox || options.sandboxDir != nil
      ? options.sandboxDir ?? EnvironmentVariables.stateFolder.map { "\($0)/sandbox" }
      : EnvironmentVariables.stateFolder
    guard let folder else { return nil }
    path = "\(folder)/sheets.jsonl"
  }

  func events(in scope: TextHash) throws -> [SheetEvent] {
    guard let text = try PlainFile.text(at: path, most: Self.most) else { return [] }
    // A line that was being written when the machine stopped is not whole and counts for nothing.
    return text.split(separator: "\n").compactMap { SheetEvent.event(line: String($0)) }.filter { $0.scope == scope }
      .map(\.event)
  }

  func append(_ events: [SheetEvent], scope: TextHash) throws {
    guard !events.isEmpty else { return }
    try PlainFile.makeFolders(above: path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX) == 0 else { throw failure() }
    // A line that was cut off must not swallow the next one.
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
      SpreadsheetError.Code(rawValue: "io.write"),
      "the register of sheets cannot be kept: \(String(cString: strerror(errno))).",
      place: SpreadsheetError.Place(file: path))
  }
}

extension SheetRegisterFile {
  /// How many rows a sheet had when it was exported on this machine, to any server; nil where that is not known.
  static func exportedRowCount(ofSheet id: String) -> Int? {
    guard let folder = EnvironmentVariables.stateFolder else { return nil }
    for path in ["\(folder)/sheets.jsonl", "\(folder)/sandbox/sheets.jsonl"] {
      guard let text = try? PlainFile.text(at: path, most: most) else { continue }
      for line in text.split(separator: "\n").reversed() {
        if case .exported(let export)? = SheetEvent.event(line: String(line))?.event, export.sheetID == id {
          return export.rows
        }
      }
    }
    return nil
  }

  /// Keeps events; what cannot be kept is told and stops nothing.
  static func keep(_ events: [SheetEvent], _ options: ConnectionOptions, scope: SheetScope, _ output: OutputOptions) {
    do {
      try SheetRegisterFile(options)?.append(events, scope: scope.hash)
    } catch {
      output.note("warning: \((error as? SpreadsheetError)?.description ?? "\(error)")")
    }
  }

  /// The rounds so far; where they cannot be read that is told, and there are none.
  static func rounds(_ options: ConnectionOptions, scope: SheetScope, _ output: OutputOptions) -> SheetRounds {
    do {
      return SheetRounds(try SheetRegisterFile(options)?.events(in: scope.hash) ?? [])
    } catch {
      output.note("warning: \((error as? SpreadsheetError)?.description ?? "\(error)")")
      return SheetRounds([])
    }
  }
}
