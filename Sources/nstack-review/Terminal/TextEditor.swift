import ReviewJournal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The user's editor: `$VISUAL`, else `$EDITOR`, else one that is installed.
enum TextEditor {
  /// The end of an edit.
  enum Outcome: Equatable {
    /// The text after the edit.
    case edited(String)
    /// The editor was left without a change.
    case unchanged
    /// The text could not be edited, with the reason.
    case failed(String)
  }

  private static let installed = ["editor", "nano", "vi"]

  /// The shell's command; nil if there is no editor.
  static var command: String? {
    if let chosen = EnvironmentVariables.value("VISUAL") ?? EnvironmentVariables.value("EDITOR") { return chosen }
    let folders = (EnvironmentVariables.value("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    return installed.first { name in folders.contains { access("\($0)/\(name)", X_OK) == 0 } }
  }

  /// Opens an editor with a text, and waits until the user has left it.
  ///
  /// The file ends with a line feed, as editors expect; it is not part of the text.
  static func edit(_ text: String, with command: String) -> Outcome {
    var template = Array("\(EnvironmentVariables.value("TMPDIR") ?? "/tmp")/nstack-review-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      return .failed("a temporary folder cannot be created: \(String(cString: strerror(errno)))")
    }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let path = "\(folder)/text.txt"
    defer {
      unlink(path)
      rmdir(folder)
    }
    do {
      try PlainFile.write(text + "\n", to: path)
      let status = run(command, path)
      guard status == 0 else { return .failed("the editor (\(command)) ended with \(status)") }
      guard var edited = try PlainFile.text(at: path) else { return .failed("the editor removed the file") }
      if edited.hasSuffix("\n") { edited.removeLast() }
      return Array(edited.utf8) == Array(text.utf8) ? .unchanged : .edited(edited)
    } catch {
      return .failed(Failure(error)?.line ?? "\(error)")
    }
  }

  /// Runs the command with a path, and gives its exit code.
  private static func run(_ command: String, _ path: String) -> Int32 {
    let quoted = "'" + path.replacing("'", with: "'\\''") + "'"
    // The questions are asked on standard error, so that is a terminal.
    let output = Terminal.isOutputATerminal ? "" : " 1>&2"
    let status = Interruption.ignoringKeyboard { system("\(command) \(quoted)\(output)") }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
