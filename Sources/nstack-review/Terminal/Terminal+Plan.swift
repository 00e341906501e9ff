import ReviewReports
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
  static func usesColor(_ output: OutputOptions) -> Bool { isOutputATerminal && allowsColor(output) }

  /// The width of the terminal in characters.
  static var width: Int { Int(size?.ws_col ?? 0) > 0 ? Int(size?.ws_col ?? 0) : number("COLUMNS") ?? 80 }

  /// The height of the terminal in lines.
  static var height: Int { Int(size?.ws_row ?? 0) > 0 ? Int(size?.ws_row ?? 0) : number("LINES") ?? 24 }

  /// Whether lines fit on the screen, with the line of the next prompt.
  static func fitsScreen(_ lines: [String]) -> Bool {
    guard lines.count < height else { return false }
    let width = max(1, width)
    return lines.reduce(0) { $0 + 1 + $1.count / width } < height
  }

  /// A plan in lines for standard output: grouped, coloured and broken on a terminal, plain elsewhere.
  static func lines(of changeset: Changeset, _ output: OutputOptions, _ extent: ReportExtent) -> [String] {
    guard isOutputATerminal else { return changeset.lines(extent) }
    return PlanDisplay(width: width, usesColor: usesColor(output)).lines(of: changeset, extent)
  }

  /// A report in lines for standard output, as ``lines(of:_:_:)-(Changeset,_,_)`` has a plan.
  static func lines(
    of report: SubmissionReport, _ output: OutputOptions, _ extent: ReportExtent, showsTexts: Bool
  ) -> [String] {
    guard isOutputATerminal else { return report.lines(extent, showsTexts: showsTexts) }
    return PlanDisplay(width: width, usesColor: usesColor(output)).lines(of: report, extent, showsTexts: showsTexts)
  }

  /// The display for questions, which are asked on standard error.
  static func questionDisplay(_ output: OutputOptions) -> PlanDisplay {
    PlanDisplay(width: width, usesColor: isErrorATerminal && allowsColor(output))
  }

  private static func allowsColor(_ output: OutputOptions) -> Bool {
    !output.noColor && EnvironmentVariables.value("NO_COLOR") == nil && EnvironmentVariables.value("TERM") != "dumb"
  }

  /// The size of the terminal that standard output or standard error is.
  private static var size: winsize? {
    var size = winsize()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 {
      return size
    }
    return nil
  }

  private static func number(_ variable: String) -> Int? {
    EnvironmentVariables.value(variable).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}
