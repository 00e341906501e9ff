import Basics
import NStackAPI
import ReviewJournal
import Spreadsheet
import TranslationReview

/// An error as the page shows it: a stable code, and a sentence without secrets.
struct PageFailure: Sendable {
  let code: String
  let message: String
  /// Whether NStack is the cause, and not the page.
  let isOfServer: Bool

  init(_ error: any Error) {
    isOfServer = error is NStackError
    switch error {
    case let error as NStackError: (code, message) = (error.code.rawValue, Self.sentence("\(error)"))
    case let error as any AnyCodedError: (code, message) = (error.codeName, "\(error)")
    case let error as SpreadsheetError: (code, message) = (error.code.rawValue, "\(error)")
    default: (code, message) = (ReviewPageError.Code.failed.rawValue, "The program failed: \(error).")
    }
  }

  /// A message that begins with a capital letter and ends with a full stop.
  private static func sentence(_ text: String) -> String {
    let whole = text.last.map { ".!?".contains($0) } == true ? text : text + "."
    return whole.prefix(1).uppercased() + whole.dropFirst()
  }
}
