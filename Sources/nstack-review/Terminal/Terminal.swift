import Basics
import Spreadsheet
import Synchronization
import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program's output: results on standard output, everything else on standard error.
enum Terminal {
  /// Whether standard input is a terminal, so that a question can be asked.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }
  /// Whether standard error is a terminal, so that a line can be redrawn.
  static var isErrorATerminal: Bool { isatty(STDERR_FILENO) == 1 }
  /// Whether standard output is a terminal.
  static var isOutputATerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Writes a text to standard output.
  ///
  /// - Throws: ``SpreadsheetError`` if the output is closed or full.
  static func print(_ text: String) throws {
    let output = StandardOutput()
    try Array((text + "\n").utf8).withUnsafeBytes { try output.write($0) }
  }

  /// Writes lines to standard output, as ``print(_:)-(String)`` writes one.
  static func print(lines: [String]) throws {
    var output = CheckedTextOutput(StandardOutput())
    for line in lines { output.write(line + "\n") }
    try output.finish()
  }

  /// Writes a value to standard output, in pieces, as it may be long.
  static func print(_ value: JSONValue) throws {
    var output = CheckedTextOutput(StandardOutput())
    value.write(to: &output)
    output.write("\n")
    try output.finish()
  }

  /// The line below all others on the terminal, which is redrawn; nil for none.
  private static let status = Mutex<String?>(nil)

  /// Writes a line to standard error, above the status line if there is one.
  static func note(_ text: String) {
    status.withLock { status in
      guard let status else { return writeToError(text + "\n") }
      writeToError("\(erase)\(text)\n\(status)")
    }
  }

  /// Shows a line below all others on the terminal, in place of the one before; nil removes it.
  ///
  /// Nothing is drawn while the terminal's output is paused (Ctrl-S), which must not pause the calls.
  static func show(status line: String?) {
    status.withLock { status in
      status = line
      if takesErrorAtOnce { writeToError(erase + (line ?? "")) }
    }
  }

  private static let erase = "\r\u{1B}[2K"

  /// Writes a line to standard error unless that would block.
  static func noteUnlessFull(_ text: String) {
    if takesErrorAtOnce { note(text) }
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
      // There is no place to report that standard error does not work.
      if count <= 0 { return }
      offset += count
    }
  }

  /// Asks a question on the terminal; nil at the end of the input.
  static func answer(to question: String) -> String? {
    writeToError("\(question) ")
    return readLine()
  }

  /// Asks for a secret on the terminal, which does not show what is typed; nil at the end of the input.
  static func secret(_ question: String) -> String? {
    var shown = termios()
    let isShown = tcgetattr(STDIN_FILENO, &shown) == 0
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    if isShown { tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) }
    defer {
      if isShown { tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown) }
      writeToError("\n")
    }
    return answer(to: question)
  }

  /// Asks a question on the terminal. Only `y` and `yes` count as consent.
  static func confirm(_ question: String) -> Bool {
    writeToError("\(question) [y/N] ")
    guard let answer = readLine()?.lowercased() else { return false }
    return ["y", "yes"].contains(answer)
  }
}
