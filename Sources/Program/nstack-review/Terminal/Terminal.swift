import Basics
import ReviewReports
import Spreadsheet
import Synchronization

/// The program's output: results on standard output, everything else on standard error.
enum Terminal {
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }
  static var isErrorATerminal: Bool { isatty(STDERR_FILENO) == 1 }
  static var isOutputATerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  /// The width of a table of sheets. A pipe gets whole names, as a shortened one may mean several sheets.
  static var boardWidth: Int? { isOutputATerminal ? 80 : nil }

  // MARK: - Standard output

  static func print(_ text: String) throws { try StandardOutput().write(Array("\(text)\n".utf8)) }

  static func print(lines: [String]) throws {
    var output = CheckedTextOutput(StandardOutput())
    for line in lines { output.write(line + "\n") }
    try output.finish()
  }

  /// Writes a value to standard output, in pieces, because it may be long.
  static func print(_ value: JSONValue) throws {
    var output = CheckedTextOutput(StandardOutput())
    value.write(to: &output)
    output.write("\n")
    try output.finish()
  }

  /// Prints an error: as an object on standard output, or as a line on standard error.
  static func print(_ failure: Failure, asJSON: Bool) {
    if asJSON, (try? print(JSONValue.members(["error": failure]).text)) != nil { return }
    note("error: \(failure.shownLine)")
  }

  // MARK: - Standard error

  /// The line below all others on the terminal, which is redrawn; nil for none.
  private static let status = Mutex<String?>(nil)

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
      if canWriteErrorAtOnce { writeToError(erase + (line ?? "")) }
    }
  }

  private static let erase = "\r\u{1B}[2K"

  /// Writes a line to standard error unless that would block.
  static func noteUnlessFull(_ text: String) { if canWriteErrorAtOnce { note(text) } }

  private static var canWriteErrorAtOnce: Bool {
    var waiting = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  private static func writeToError(_ text: String) {
    let bytes = Array(text.utf8)
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // If standard error does not work, nothing can be reported.
      if count <= 0 { return }
      offset += count
    }
  }

  // MARK: - Questions

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
  static func confirm(_ question: String) -> Bool { consent(to: question) == true }

  /// Asks as ``confirm(_:)`` does; nil if the user leaves with `q`, or at the end of the input.
  static func consent(to question: String) -> Bool? {
    guard let answer = answer(to: "\(question) [y/N]")?.lowercased(), answer != "q" else { return nil }
    return ["y", "yes"].contains(answer)
  }

  // MARK: - The screen

  static func usesColor(_ output: OutputOptions) -> Bool { isOutputATerminal && output.allowsColor }

  static var width: Int { cells(size?.ws_col, "COLUMNS") ?? 80 }
  static var height: Int { cells(size?.ws_row, "LINES") ?? 24 }

  private static func cells(_ size: UInt16?, _ variable: String) -> Int? {
    if let size, size > 0 { return Int(size) }
    return EnvironmentVariables.value(variable).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  private static var size: winsize? {
    var size = winsize()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 {
      return size
    }
    return nil
  }

  /// Whether lines fit on the screen, with the line of the next prompt.
  static func fitsScreen(_ lines: [String]) -> Bool {
    guard lines.count < height else { return false }
    let width = max(1, width)
    return lines.reduce(0) { $0 + 1 + $1.count / width } < height
  }

  // MARK: - Plans

  /// The display of plans and reports on standard output: grouped, coloured and broken on a terminal, plain elsewhere.
  static func display(_ output: OutputOptions) -> ReportDisplay {
    ReportDisplay(width: isOutputATerminal ? width : nil, usesColor: usesColor(output))
  }

  static func questionDisplay(_ output: OutputOptions) -> ReportDisplay {
    ReportDisplay(width: width, usesColor: isErrorATerminal && output.allowsColor)
  }
}
