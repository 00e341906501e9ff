import ArgumentParser
import Basics
import GoogleDrive
import NStackAPI
import Resources
import ReviewJournal
import ReviewPage
import Spreadsheet
import TranslationReview

/// An error as the program prints it: one line, or with `--json` one object, and an exit code.
struct Failure: Error {
  let status: ExitStatus
  let code: Code
  let line: String
  let place: SpreadsheetError.Place
  let hint: String?

  /// A mistake in the command line or the configuration.
  static func usage(_ code: Code, _ message: String, hint: String? = nil) -> Failure {
    Failure(
      status: .usage, code: code, line: hint.map { "\(message) \($0)" } ?? message, place: SpreadsheetError.Place(),
      hint: hint)
  }

  /// What was asked for is not done, because a flag forbids it.
  static func refused(_ code: Code, _ message: String) -> Failure {
    Failure(status: .failure, code: code, line: message, place: SpreadsheetError.Place(), hint: nil)
  }

  /// A server that does not answer as NStack does.
  static func server(_ code: Code, _ message: String, hint: String?) -> Failure {
    Failure(
      status: .server, code: code, line: hint.map { "\(message) \($0)" } ?? message, place: SpreadsheetError.Place(),
      hint: hint)
  }

  /// A resource that the system does not give the program.
  static func system(_ code: Code, _ message: String, hint: String) -> Failure {
    Failure(
      status: .failure, code: code, line: "\(message) \(hint)", place: SpreadsheetError.Place(), hint: hint)
  }

  private init(status: ExitStatus, code: Code, line: String, place: SpreadsheetError.Place, hint: String?) {
    self.status = status
    self.code = code
    self.line = line
    self.place = place
    self.hint = hint
  }

  /// The failure for an error of a library; nil for any other error.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as SpreadsheetError:
      let error = Self.worded(error)
      self.init(
        status: .failure, code: Code(rawValue: error.code.rawValue), line: error.description, place: error.place,
        hint: error.hint)
    case let error as NStackError:
      let status: ExitStatus =
        switch error.code {
        case .unauthorized, .forbidden: .credentials
        case .configuration: .usage
        case .memory: .failure
        // NStack refuses no reading in this way, so it is another server.
        case .notDeleted: .partial
        case .rejected, .notOwner, .notFound: error.request.hasPrefix("GET ") ? .server : .partial
        default: .server
        }
      let words = NStackErrorWords(error)
      self.init(
        status: status, code: Code(rawValue: error.code.rawValue), line: words.line, place: SpreadsheetError.Place(),
        hint: words.advice)
    case let error as TransportError: self.init(NStackError(error))
    case let error as DriveError:
      self.init(
        status: Self.status(of: error), code: Code(rawValue: error.code.rawValue), line: error.description,
        place: SpreadsheetError.Place(), hint: error.hint)
    case let error as SelectionError:
      self.init(
        status: .usage, code: Code(rawValue: error.code.rawValue), line: error.description,
        place: SpreadsheetError.Place(), hint: nil)
    case let error as JournalError:
      let hint = error.code == .unknownImport ? "`nstack-review history list` shows the ids." : nil
      self.init(
        status: .failure, code: Code(rawValue: error.code.rawValue),
        line: hint.map { "\(error.description) \($0)" } ?? error.description, place: SpreadsheetError.Place(),
        hint: hint)
    case let error as ResourceFolderError:
      var place = SpreadsheetError.Place()
      place.file = error.file
      self.init(
        status: .failure, code: Code(rawValue: error.code.rawValue), line: error.description, place: place,
        hint: error.hint)
    case let error as MemoryError:
      let isUsage = [.name, .unknown, .ambiguous, .language, .noFolder].contains(error.code)
      self.init(
        status: isUsage ? .usage : .failure, code: Code(rawValue: error.code.rawValue), line: error.description,
        place: SpreadsheetError.Place(), hint: error.hint)
    case let error as ReviewPageError:
      self.init(
        status: .failure, code: Code(rawValue: error.code.rawValue), line: error.message,
        place: SpreadsheetError.Place(), hint: nil)
    case let error as ImportError:
      self = .usage(Code(rawValue: error.code.rawValue), error.message, hint: Self.hint(for: error))
    case let error as SubmissionRefusal:
      let hint = Self.hint(for: error)
      self.init(
        status: error.code == .findings ? .findings : .failure, code: Code(rawValue: error.code.rawValue),
        line: hint.map { "\(error.message) \($0)" } ?? error.message, place: SpreadsheetError.Place(), hint: hint)
    default: return nil
    }
  }

  private static func status(of error: DriveError) -> ExitStatus {
    switch error.code {
    case .signedOut, .loginEnded, .loginFailed, .scope, .clock: .credentials
    case .credentials, .address: .usage
    case .server, .badAnswer, .rateLimited, .apiDisabled: .server
    default: error.code.rawValue.hasPrefix("net.") ? .server : .failure
    }
  }

  /// An error with the command that makes a new plan, if the error advises one.
  private static func worded(_ error: SpreadsheetError) -> SpreadsheetError {
    guard error.hint != nil, error.code.rawValue.hasPrefix("plan.") else { return error }
    return SpreadsheetError(
      error.code, error.message, hint: "Make a new plan with diff --output.", place: error.place, cause: error.cause)
  }

  private static func hint(for refusal: SubmissionRefusal) -> String? {
    switch refusal.code {
    case .tooManyDeletes: "Raise --max-deletes to allow them."
    case .findings: "Correct the rows, or leave out --fail-on warning."
    case .strict: "Correct what is wrong, or leave out --strict."
    default: nil
    }
  }

  private static func hint(for error: ImportError) -> String? {
    switch error.code {
    case .notAReviewSheet: "Choose another name, or add --overwrite."
    case .unsentEdits: "Import it first, choose another name, or add --overwrite."
    case .noSourceLanguage: "Name the source locale with --source."
    default: error.hint
    }
  }

  /// Whether the reader of standard output is gone, which is not a failure for a command that only prints.
  var isReaderGone: Bool { code == .outputClosed }

  /// The error in one line, with invisible characters in its quotes made visible.
  var shownLine: String { Visible.text(line.replacing("\n", with: " "), limit: 4_000) }

  /// The error in machine output.
  var json: JSONValue {
    .object([
      ("code", .string(code.rawValue)), ("message", .string(shownLine)), ("file", .optional(place.file)),
      ("worksheet", .optional(place.worksheet)), ("cell", .optional(place.cell)),
      ("line", place.line.map { .integer($0) } ?? .null), ("hint", .optional(hint)),
    ])
  }

  /// Tells the error.
  func tell(asJSON: Bool) {
    let line = shownLine
    if asJSON {
      do {
        try Terminal.print(JSONValue.object([("error", json)]).text)
      } catch {
        Terminal.note("error: \(line)")
      }
    } else {
      Terminal.note("error: \(line)")
    }
  }
}
