import ArgumentParser
import Basics
import NStackAPI
import Spreadsheet
import TranslationReview

/// An error as the program tells it: one line, or with `--json` one object, and an exit code.
struct Failure: Error {
  let status: ExitStatus
  let code: String
  let line: String
  let place: SpreadsheetError.Place
  let hint: String?

  /// A mistake in the command line or the configuration.
  static func usage(_ code: String, _ message: String, hint: String? = nil) -> Failure {
    Failure(
      status: .usage, code: code, line: hint.map { "\(message) \($0)" } ?? message, place: SpreadsheetError.Place(),
      hint: hint)
  }

  /// Something that the system does not give the program.
  static func system(_ code: String, _ message: String, hint: String) -> Failure {
    Failure(
      status: .failure, code: code, line: "\(message) \(hint)", place: SpreadsheetError.Place(), hint: hint)
  }

  private init(status: ExitStatus, code: String, line: String, place: SpreadsheetError.Place, hint: String?) {
    self.status = status
    self.code = code
    self.line = line
    self.place = place
    self.hint = hint
  }

  /// What an error of one of the libraries means for the program; nil where it is none of theirs.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as SpreadsheetError:
      self.init(
        status: .failure, code: error.code.rawValue, line: error.description, place: error.place, hint: error.hint)
    case let error as NStackError:
      let status: ExitStatus =
        switch error.code {
        case .unauthorized, .forbidden: .credentials
        case .configuration: .usage
        case .memory: .failure
        // A reading asks for nothing that a server of NStack's could refuse so.
        case .notDeleted: .partial
        case .rejected, .notOwner, .notFound: error.request.hasPrefix("GET ") ? .server : .partial
        default: .server
        }
      self.init(
        status: status, code: error.code.rawValue, line: Self.line(for: error), place: SpreadsheetError.Place(),
        hint: nil)
    case let error as SelectionError:
      self.init(
        status: .usage, code: error.code.rawValue, line: error.description, place: SpreadsheetError.Place(), hint: nil)
    case let error as JournalError:
      self.init(
        status: .failure, code: error.code.rawValue, line: error.description, place: SpreadsheetError.Place(),
        hint: nil)
    case let error as SubmissionRefusal:
      let hint = Self.hint(for: error)
      self.init(
        status: .failure, code: error.code.rawValue, line: hint.map { "\(error.message) \($0)" } ?? error.message,
        place: SpreadsheetError.Place(), hint: hint)
    default: return nil
    }
  }

  private static func hint(for refusal: SubmissionRefusal) -> String? {
    switch refusal.code {
    case .tooManyDeletes: "Raise --max-deletes to allow them."
    case .strict: "Correct what is wrong, or leave out --strict."
    default: nil
    }
  }

  private static func line(for error: NStackError) -> String {
    switch error.code {
    case .unauthorized:
      sentence(error) + " Check NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY."
    case .noTexts: sentence(error) + " Check the platform; where the application has none yet, add --allow-empty."
    case .unreachable: sentence(error) + " Check the base URL and the network."
    default: error.description
    }
  }

  /// An error that ends like a sentence, whatever words of others it ends in.
  private static func sentence(_ error: NStackError) -> String {
    let text = error.description
    return text.last.map { ".!?".contains($0) } == true ? text : text + "."
  }

  /// Whether whoever read standard output has gone, which is no failure of a command that only prints.
  var isReaderGone: Bool { code == "io.closed" }

  /// The error in a line in which what it quotes, of files or of the command line, is made visible.
  var shownLine: String { Visible.text(line.replacing("\n", with: " "), limit: 4_000) }

  /// Tells the error.
  func tell(asJSON: Bool) {
    let line = shownLine
    if asJSON {
      let object = JSONValue.object([
        (
          "error",
          .object([
            ("code", .string(code)), ("message", .string(line)), ("file", .optional(place.file)),
            ("worksheet", .optional(place.worksheet)), ("cell", .optional(place.cell)),
            ("line", place.line.map { .integer($0) } ?? .null), ("hint", .optional(hint)),
          ])
        )
      ])
      do {
        try Terminal.print(object.text)
      } catch {
        Terminal.note("error: \(line)")
      }
    } else {
      Terminal.note("error: \(line)")
    }
  }
}
