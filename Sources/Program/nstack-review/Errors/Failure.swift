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
  private(set) var status: ExitStatus
  /// The kind of error, by a name of the program or of a library.
  let code: String
  /// What happened and where, as a sentence.
  let message: String
  /// What to do, as a sentence; nil if the message says it.
  let hint: String?
  /// The call that failed; nil if none did.
  let call: String?
  let place: SpreadsheetError.Place

  /// A mistake in the command line or the configuration.
  static func usage(_ code: Code, _ message: String, hint: String? = nil) -> Failure {
    Failure(.usage, code, message, adding: hint)
  }

  /// A library's error with this program's own message and the same code.
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
    self.init(status, code.rawValue, message, hint)
  }

  private init(
    _ status: ExitStatus, _ code: String, _ message: String, _ hint: String?, call: String? = nil,
    at place: SpreadsheetError.Place = SpreadsheetError.Place()
  ) {
    (self.status, self.code, self.message, self.hint) = (status, code, message, hint)
    (self.call, self.place) = (call, place)
  }

  /// Returns the same failure with another exit code.
  func ending(with status: ExitStatus) -> Failure {
    var failure = self
    failure.status = status
    return failure
  }

  /// The failure for an error of a library; nil for any other error.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as SpreadsheetError:
      self.init(
        .failure, error.code.rawValue, error.sentence, error.hint ?? Self.hints[error.code.rawValue], at: error.place)
    case let error as NStackError:
      let (message, hint, call) = error.told
      self.init(Self.status(of: error), error.code.rawValue, message, hint, call: call)
    case let error as DriveError:
      self.init(Self.status(of: error), error.code.rawValue, error.message, error.hint, call: error.machinePart)
    case let error as ResourceFolderError:
      var place = SpreadsheetError.Place()
      place.file = error.file
      self.init(.failure, error.code.rawValue, "\(error.file): \(error.message)", error.hint, at: place)
    case let error as any AnyCodedError:
      let message = error.cause.map { "\(error.message) (\($0))" } ?? error.message
      self.init(Self.status(of: error), error.codeName, message, error.hint ?? Self.hints[error.codeName])
    default: return nil
    }
  }

  private static func status(of error: NStackError) -> ExitStatus {
    switch error.code {
    case .unauthorized, .forbidden: .credentials
    case .configuration: .usage
    case .memory: .failure
    case .notDeleted: .partial
    // NStack never refuses a read with these codes, so the server is not NStack.
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

  private static func status(of error: any AnyCodedError) -> ExitStatus {
    switch error {
    case let error as ImportError where error.code == .declined: .failure
    // The import was done in part, and a script goes on with the newer sheet.
    case let error as ImportError where error.code == .sheetChanged: .partial
    case is ImportError, is SandboxError, is SelectionError: .usage
    case let error as MemoryError where [.name, .unknown, .ambiguous, .language, .noFolder].contains(error.code): .usage
    case let error as SubmissionRefusal where error.code == .findings: .findings
    default: .failure
    }
  }

  private static let newPlan = "Make a new plan with diff --output."

  /// Advice on errors of the libraries that give none themselves, with this program's commands and flags.
  private static let hints = [
    SpreadsheetError.Code.planMalformed.rawValue: newPlan, SpreadsheetError.Code.planVersion.rawValue: newPlan,
    SpreadsheetError.Code.planOtherGUID.rawValue: newPlan,
    JournalError.Code.unknownImport.rawValue: "`nstack-review history list` shows the ids.",
    SubmissionRefusal.Code.tooManyDeletes.rawValue: "Raise --max-deletes to allow them, or choose fewer.",
    SubmissionRefusal.Code.findings.rawValue: "Correct the rows, or leave out --fail-on warning.",
    SubmissionRefusal.Code.strict.rawValue: "Correct what is wrong, or leave out --strict.",
    ImportError.Code.noSourceLanguage.rawValue: "Name the source locale with --source.",
    ImportError.Code.notAReviewSheet.rawValue: "Choose another name, or add --overwrite.",
    ImportError.Code.unsentEdits.rawValue: "Import it first, choose another name, or add --overwrite.",
  ]

  /// Whether the reader of standard output has closed it, which is not a failure of a command that only prints.
  var isReaderGone: Bool { code == Code.outputClosed.rawValue }

  /// The error in one line, with invisible characters made visible.
  var shownLine: String { Self.shown([message, hint, call]) }

  /// What happened, without what to do.
  var shownFinding: String { Self.shown([message, call]) }

  private static func shown(_ parts: [String?]) -> String {
    Visible.text(parts.compactMap(\.self).joined(separator: " ").replacing("\n", with: " "), limit: 4_000)
  }

  static func line(_ error: any Error) -> String { Failure(error)?.shownLine ?? "\(error)" }

  var json: JSONValue {
    [
      "code": code, "message": shownLine, "file": place.file, "worksheet": place.worksheet, "cell": place.cell,
      "line": place.line, "hint": hint,
    ]
  }
}
