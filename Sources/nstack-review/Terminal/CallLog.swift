import Basics
import Logging
import TranslationReview

/// The output of `--verbose`: a line on standard error for each call, repetition and pause.
struct CallLog: LogHandler {
  static let logger = Logger(label: "nstack-review") { _ in CallLog() }

  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    Terminal.note(Visible.text(event.message.description, limit: 1_000))
  }
}
