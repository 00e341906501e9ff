#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program that shows long output page by page, chosen as git does: `$PAGER`, or `less` if that is not set. An
/// empty variable, or `cat`, switches it off.
enum Pager {
  /// The exit codes of a shell that cannot run a program.
  private static let notStarted: Set<Int32> = [126, 127]

  /// The shell's command; nil if there is to be no pager.
  static var command: String? { command(chosenAs: EnvironmentVariables.setValue("PAGER")) }

  /// Returns the shell's command for a value of the variable; nil for none.
  static func command(chosenAs variable: String?) -> String? {
    guard let chosen = variable else {
      return "command -v less >/dev/null 2>&1 || exit 127; exec less"
    }
    let name = chosen.drop { $0 == " " }
    return name.isEmpty || name == "cat" ? nil : chosen
  }

  /// Shows lines, and waits until the user has left the pager.
  ///
  /// - Returns: Whether they were shown. A pager that is left before it has read everything has shown them.
  static func show(_ lines: [String], with command: String? = Pager.command) -> Bool {
    guard let command else { return false }
    // Less keeps colours, leaves the text on the screen, and ends at once if everything fits.
    let settings = "LESS=\"${LESS-FRX}\" LV=\"${LV--c}\"; export LESS LV; "
    // Ctrl-C belongs to the pager while it runs.
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
