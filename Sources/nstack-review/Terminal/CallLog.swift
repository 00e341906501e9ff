import Basics
import Logging

/// The output of `--verbose`: a line on standard error for each call, repetition and pause. Without `--verbose` only the
/// pauses are received, and shown in the progress line.
struct CallLog: LogHandler {
  let isVerbose: Bool
  let format: LogFormat
  private let notesWaits: Bool

  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel: Logger.Level

  /// The seconds of a wait that is worth a line of a log.
  private static let longWait = 5.0

  /// - Parameter notesWaits: Whether long waits are printed where standard error is not a terminal.
  init(isVerbose: Bool, format: LogFormat, notesWaits: Bool) {
    (self.isVerbose, self.format, self.notesWaits) = (isVerbose, format, notesWaits)
    logLevel = isVerbose ? .info : .notice
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let seconds = event.metadata?["seconds"].flatMap { Double("\($0)") }
    guard isVerbose else {
      guard let seconds, seconds > 0 else { return }
      ProgressLine.wait(.seconds(seconds))
      // A line that counts down is of no use in a log.
      if notesWaits, seconds >= Self.longWait, !Terminal.isErrorATerminal {
        Terminal.note("the server is busy: waiting \(Int(seconds.rounded(.up))) s")
      }
      return
    }
    Terminal.note(
      Self.line(event.message.description, event.level, event.metadata ?? [:], format, at: CalendarTime.seconds()))
  }

  /// A line of the log.
  static func line(
    _ message: String, _ level: Logger.Level, _ metadata: Logger.Metadata, _ format: LogFormat, at time: Double
  ) -> String {
    let shown = Visible.text(message, limit: 1_000)
    guard format == .json else { return shown }
    var members: [(String, JSONValue)] = [
      ("time", .string(UTCTime.text(time))), ("level", .string(level.rawValue)), ("message", .string(shown)),
    ]
    for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
      members.append((name, .string(Visible.text("\(value)", limit: 1_000))))
    }
    // On one line, which JSONValue itself is not.
    return "{" + members.map { "\(JSONValue.string($0).text): \($1.text)" }.joined(separator: ", ") + "}"
  }
}

extension OutputOptions {
  var logger: Logger {
    Logger(label: "nstack-review") { [printsCalls, logFormat, quiet] _ in
      CallLog(isVerbose: printsCalls, format: logFormat ?? .text, notesWaits: !quiet)
    }
  }
}
