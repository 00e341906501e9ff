import ArgumentParser
import Basics
import Logging
import NStackAPI
import TranslationReview

/// How `--verbose` writes a line.
enum LogFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// A sentence.
  case text
  /// An object on a line, for programs.
  case json
}

/// The output of `--verbose`: a line on standard error for each call, repetition and pause. Without `--verbose` only the
/// pauses are heard of, and shown in the line of the progress.
struct CallLog: LogHandler {
  let isVerbose: Bool
  let format: LogFormat
  private let isTold: Bool

  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel: Logger.Level

  /// The seconds of a wait that is worth a line of a log.
  private static let longWait = 5.0

  /// - Parameter isTold: Whether long waits are told where standard error is not a terminal.
  init(isVerbose: Bool, format: LogFormat, isTold: Bool) {
    (self.isVerbose, self.format, self.isTold) = (isVerbose, format, isTold)
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
      // In a log nobody sees a line that is counted down.
      if isTold, seconds >= Self.longWait, !Terminal.isErrorATerminal {
        Terminal.note("the server is busy: waiting \(Int(seconds.rounded(.up))) s")
      }
      return
    }
    Terminal.note(
      Self.line(event.message.description, event.level, event.metadata ?? [:], format, at: CalendarTime.seconds()))
  }

  /// A line of the log.
  ///
  /// - Parameter time: Seconds since 1970.
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
  /// Where calls are logged.
  var logger: Logger {
    Logger(label: "nstack-review") { [printsCalls, logFormat, quiet] _ in
      CallLog(isVerbose: printsCalls, format: logFormat ?? .text, isTold: !quiet)
    }
  }
}
