import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Terminal {
  /// Whether standard output takes colours.
  static func usesColor(_ output: OutputOptions) -> Bool {
    isOutputATerminal && !output.noColor && EnvironmentVariables.value("NO_COLOR") == nil
      && EnvironmentVariables.value("TERM") != "dumb"
  }

  /// The width of the terminal in characters.
  static var width: Int {
    var size = winsize()
    let request = UInt(TIOCGWINSZ)
    if ioctl(STDOUT_FILENO, request, &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return EnvironmentVariables.value("COLUMNS").flatMap { Int($0) } ?? 80
  }

  /// A plan in lines: differences by word and side by side on a terminal, plain elsewhere.
  static func lines(of changeset: Changeset, _ output: OutputOptions) -> [String] {
    guard isOutputATerminal else { return changeset.lines() }
    return PlanDisplay(width: width, usesColor: usesColor(output)).lines(of: changeset)
  }
}
