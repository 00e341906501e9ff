import Basics
import Spreadsheet
import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Text on its way to standard output, whose first failure is told at its end.
private struct CheckedTextOutput: TextOutputStream {
  private static let size = 64 << 10

  private let output = StandardOutput()
  private var bytes: [UInt8] = []
  private var failure: (any Error)?

  mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.size { flush() }
  }

  private mutating func flush() {
    do {
      if failure == nil { try bytes.withUnsafeBytes { try output.write($0) } }
    } catch {
      failure = error
    }
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func finish() throws {
    flush()
    if let failure { throw failure }
  }
}

/// What the program writes: results on standard output, all else on standard error.
enum Terminal {
  /// Whether standard input is a terminal, so that a question can be asked.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }
  /// Whether standard error is a terminal, so that a line can be drawn over.
  static var isErrorATerminal: Bool { isatty(STDERR_FILENO) == 1 }
  /// Whether standard output is a terminal.
  static var isOutputATerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Writes a text to standard output, whole or not at all silently.
  ///
  /// - Throws: ``SpreadsheetError`` where the output is closed or full.
  static func print(_ text: String) throws {
    let output = StandardOutput()
    try Array((text + "\n").utf8).withUnsafeBytes { try output.write($0) }
  }

  /// Writes lines to standard output, as ``print(_:)-(String)`` writes one.
  static func print(lines: [String]) throws {
    var output = CheckedTextOutput()
    for line in lines { output.write(line + "\n") }
    try output.finish()
  }

  /// Writes a value to standard output, in pieces: it may be long.
  static func print(_ value: JSONValue) throws {
    var output = CheckedTextOutput()
    value.write(to: &output)
    output.write("\n")
    try output.finish()
  }

  /// Writes a line to standard error.
  static func note(_ text: String) {
    writeToError(text + "\n")
  }

  /// Writes a line to standard error where that takes it at once, so that nothing waits for whoever reads it.
  static func noteUnlessFull(_ text: String) {
    if takesErrorAtOnce { note(text) }
  }

  /// Draws a line over the one that is on the terminal, unless output was stopped there (Ctrl-S): what is sent goes on.
  static func overwrite(_ text: String) {
    if takesErrorAtOnce { writeToError("\r\u{1B}[2K" + text) }
  }

  private static var takesErrorAtOnce: Bool {
    var waiting = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  private static func writeToError(_ text: String) {
    let bytes = Array(text.utf8)
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // Nobody can be told that standard error does not work.
      if count <= 0 { return }
      offset += count
    }
  }

  /// Asks a question on the terminal; nil where nobody answers any more.
  static func answer(to question: String) -> String? {
    writeToError("\(question) ")
    return readLine()
  }

  /// Asks a question on the terminal and takes yes for yes.
  static func confirm(_ question: String) -> Bool {
    writeToError("\(question) [y/N] ")
    guard let answer = readLine()?.lowercased() else { return false }
    return ["y", "yes"].contains(answer)
  }
}
