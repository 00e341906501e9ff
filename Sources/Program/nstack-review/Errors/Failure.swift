import Basics
import GoogleDrive
import NStackAPI
import NStackSandbox
import Resources
import ReviewJournal
import Spreadsheet
import TranslationReview

/// An error as the program prints it: one line, or with `--json` one object, and an exit code.
struct Failure: JSONConvertible, Error {
  let status: ExitStatus
  /// The kind of error, by a name of the program or of a library.
  let code: String
  let line: String
  let place: SpreadsheetError.Place
  let hint: String?

  /// A mistake in the command line or the configuration.
  static func usage(_ code: Code, _ message: String, hint: String? = nil) -> Failure {
    Failure(.usage, code, message, adding: hint)
  }

  /// What this program says in place of a library's error, whose code stays.
  static func usage(like code: some RawRepresentable<String>, _ message: String, hint: String? = nil) -> Failure {
    Failure(.usage, like: code, message, adding: hint)
  }

  static func noStateFolder(for what: String, or other: String = "") -> Failure {
    usage(
      .stateFolder, "there is no folder for \(what), as HOME is not set.", hint: "Set \(other)HOME or XDG_STATE_HOME.")
  }

  init(_ status: ExitStatus, _ code: Code, _ message: String, adding hint: String? = nil) {
    self.init(status, like: code, message, adding: hint)
  }

  init(_ status: ExitStatus, like code: some RawRepresentable<String>, _ message: String, adding hint: String? = nil) {
    self.init(status, code.rawValue, line: hint.map { "\(message) \($0)" } ?? message, hint)
  }

  private init(
    _ status: ExitStatus, _ code: String, line: String, _ hint: String?,
    at place: SpreadsheetError.Place = SpreadsheetError.Place()
  ) { (self.status, self.code, self.line, self.hint, self.place) = (status, code, line, hint, place) }

  /// Returns the same failure with another exit code.
  func ending(with status: ExitStatus) -> Failure { Failure(status, code, line: line, hint, at: place) }

  /// The failure for an error of a library; nil for any other error.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as SpreadsheetError:
      let error = Self.advisingFlags(error)
      self.init(.failure, error.code.rawValue, line: error.description, error.hint, at: error.place)
    case let error as NStackError:
      let (line, advice) = error.told
      self.init(Self.status(of: error), error.code.rawValue, line: line, advice)
    case let error as DriveError:
      self.init(Self.status(of: error), error.code.rawValue, line: error.description, error.hint)
    case let error as SelectionError: self.init(.usage, error.code.rawValue, line: error.description, nil)
    case let error as ResourceFolderError:
      var place = SpreadsheetError.Place()
      place.file = error.file
      self.init(.failure, error.code.rawValue, line: error.description, error.hint, at: place)
    case let error as any AnyCodedError:
      let message = error.cause.map { "\(error.message) (\($0))" } ?? error.message
      // Only a command that can be allowed it has the flag.
      let hint = Self.hints[error.codeName] ?? error.hint?.replacing("allow overwriting it", with: "add --overwrite")
      self.init(Self.status(of: error), error.codeName, line: hint.map { "\(message) \($0)" } ?? message, hint)
    default: return nil
    }
  }

  private static func status(of error: NStackError) -> ExitStatus {
    switch error.code {
    case .unauthorized, .forbidden: .credentials
    case .configuration: .usage
    case .memory: .failure
    case .notDeleted: .partial
    // NStack never refuses a read in this way, so it is another server.
    case .rejected, .notOwner, .notFound: error.request.hasPrefix("GET ") ? .server : .partial
    default: .server
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

  /// An error with the flag that does what the error advises: to make a new plan, or to name an encoding.
  private static func advisingFlags(_ error: SpreadsheetError) -> SpreadsheetError {
    let isEncoding = error.code == .csvEncoding
    guard let hint = error.hint, isEncoding || error.code.rawValue.hasPrefix("plan.") else { return error }
    return SpreadsheetError(
      error.code, error.message,
      hint: isEncoding
        ? hint.replacing("name its encoding", with: "name its encoding with --encoding")
        : "Make a new plan with diff --output.", place: error.place, cause: error.cause)
  }

  private static func status(of error: any AnyCodedError) -> ExitStatus {
    switch error {
    case let error as ImportError where error.code == .declined: .failure
    case is ImportError, is SandboxError: .usage
    case let error as MemoryError where [.name, .unknown, .ambiguous, .language, .noFolder].contains(error.code): .usage
    case let error as SubmissionRefusal where error.code == .findings: .findings
    default: .failure
    }
  }

  /// What to do about errors of the libraries, with this program's commands and flags.
  private static let hints = [
    JournalError.Code.unknownImport.rawValue: "`nstack-review history list` shows the ids.",
    SubmissionRefusal.Code.tooManyDeletes.rawValue: "Raise --max-deletes to allow them.",
    SubmissionRefusal.Code.findings.rawValue: "Correct the rows, or leave out --fail-on warning.",
    SubmissionRefusal.Code.strict.rawValue: "Correct what is wrong, or leave out --strict.",
    ImportError.Code.noSourceLanguage.rawValue: "Name the source locale with --source.",
  ]

  /// Whether the reader of standard output has closed it, which is not a failure of a command that only prints.
  var isReaderGone: Bool { code == Code.outputClosed.rawValue }

  /// The error in one line, with invisible characters made visible.
  var shownLine: String { Visible.text(line.replacing("\n", with: " "), limit: 4_000) }

  static func line(_ error: any Error) -> String { Failure(error)?.shownLine ?? "\(error)" }

  var json: JSONValue {
    [
      "code": code, "message": shownLine, "file": place.file, "worksheet": place.worksheet, "cell": place.cell,
      "line": place.line, "hint": hint,
    ]
  }
}
