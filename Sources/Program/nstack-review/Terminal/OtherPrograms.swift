import Basics
import ReviewJournal
import Synchronization

/// The program that shows long output page by page, chosen as git does: `$PAGER`, or `less` if that is not set. An
/// empty variable, or `cat`, switches it off.
enum Pager {
  private static let notStarted: Set<Int32> = [126, 127]

  /// Returns the shell's command for a value of the variable; nil for no pager.
  static func command(chosenAs variable: String?) -> String? {
    guard let chosen = variable else { return "command -v less >/dev/null 2>&1 || exit 127; exec less" }
    let name = chosen.drop { $0 == " " }
    return name.isEmpty || name == "cat" ? nil : chosen
  }

  /// Shows lines, and waits until the user has left the pager.
  ///
  /// - Returns: Whether they were shown. A pager that is left before it has read everything has shown them.
  static func show(_ lines: [String], with command: String? = command(chosenAs: EnvironmentVariables.setValue("PAGER")))
    -> Bool
  {
    guard let command else { return false }
    // Less keeps colours, leaves the text on the screen, and ends at once if everything fits.
    let settings = "LESS=\"${LESS-FRX}\" LV=\"${LV--c}\"; export LESS LV; "
    // While the pager runs, only it reacts to Ctrl-C.
    return Interruption.ignoringKeyboard {
      guard let pipe = popen(settings + command, "w") else { return false }
      for line in lines {
        let bytes = Array((line + "\n").utf8)
        if fwrite(bytes, 1, bytes.count, pipe) < bytes.count { break }
      }
      let status = pclose(pipe)
      return !(status & 0x7F == 0 && notStarted.contains((status >> 8) & 0xFF))
    }
  }
}

/// The user's editor: `$VISUAL`, else `$EDITOR`, else one that is installed.
enum TextEditor {
  enum Outcome: Equatable {
    case edited(String)
    case unchanged
    case failed(String)
  }

  private static let installed = ["editor", "nano", "vi"]

  static var command: String? {
    if let chosen = EnvironmentVariables.value("VISUAL") ?? EnvironmentVariables.value("EDITOR") { return chosen }
    let folders = (EnvironmentVariables.value("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    return installed.first { name in folders.contains { access("\($0)/\(name)", X_OK) == 0 } }
  }

  /// Opens an editor with a text, and waits until the user has left it.
  ///
  /// The file ends with a line feed, as editors expect; it is not part of the text.
  static func edit(_ text: String, with command: String) -> Outcome {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    do {
      let path = "\(try folder.path())/text.txt"
      try PlainFile.write(text + "\n", to: path)
      let status = run(command, path)
      guard status == 0 else { return .failed("the editor (\(command)) ended with \(status)") }
      guard var edited = try PlainFile.text(at: path) else { return .failed("the editor removed the file") }
      if edited.hasSuffix("\n") { edited.removeLast() }
      return Array(edited.utf8) == Array(text.utf8) ? .unchanged : .edited(edited)
    } catch { return .failed(Failure.line(error)) }
  }

  private static func run(_ command: String, _ path: String) -> Int32 {
    let quoted = "'" + path.replacing("'", with: "'\\''") + "'"
    // The questions are asked on standard error, so that is a terminal.
    let output = Terminal.isOutputATerminal ? "" : " 1>&2"
    let status = Interruption.ignoringKeyboard { system("\(command) \(quoted)\(output)") }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}

/// The user's browser.
///
/// Other users of the machine can read the arguments of every program, so the address with its token goes into a file
/// that the user alone can read, and the browser opens the file.
struct Browser: Sendable {
  private let path: String
  private let title: String
  private static let all = Mutex<Set<String>>([])

  init(folder: String, name: String = "open-review", title: String = "Open the review") {
    path = "\(folder)/\(name).html"
    self.title = title
  }

  /// Opens an address. A browser that cannot be opened is not an error, because the address is printed.
  func open(_ address: String) {
    let page =
      "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\"><title>\(title)</title>"
      + "<meta http-equiv=\"refresh\" content=\"0; url=\(address)\"><a href=\"\(address)\">\(title)</a>\n"
    Self.all.withLock { _ = $0.insert(path) }
    guard (try? PlainFile.writeSecret(page, to: path)) != nil else { return }
    #if canImport(Darwin)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    Self.start(program, AbsolutePath.of(path))
  }

  /// Removes the file once its address was used or no longer works.
  func forget() {
    PlainFile.remove(path)
    Self.all.withLock { _ = $0.remove(path) }
  }

  static func forgetAll() { for path in all.withLock({ $0 }) { PlainFile.remove(path) } }

  private static func start(_ program: String, _ argument: String) {
    // The browser's messages must not appear among those of the review.
    guard let child = ChildProgram.start([program, argument]) else { return }
    // The program that opens a browser may run as long as the browser does.
    _ = WorkerThread {
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
    }
  }
}

/// A program that is found by `PATH`, without the terminal.
enum ChildProgram {
  /// Starts a program in a process group of its own, with its errors in the same file as its output. Returns nil if the
  /// program is not there.
  static func start(_ words: [String], input: String = "/dev/null", output: String = "/dev/null") -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    guard let name = words.first, posix_spawnp(&child, name, &actions, &attributes, arguments, environ) == 0 else {
      return nil
    }
    return child
  }
}
