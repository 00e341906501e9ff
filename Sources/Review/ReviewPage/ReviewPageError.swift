@_exported public import struct Basics.CodedError

/// An error of the review page: it either keeps the page from starting, or refuses a request.
package typealias ReviewPageError = CodedError<ReviewPageErrorCode>

/// The codes of ``ReviewPageError``. The article *Error codes* of TranslationReview says what to do about each.
package enum ReviewPageErrorCode: String, Sendable {
  // MARK: - Starting

  /// The port is in use, or the program may not use it.
  case port = "review.port"
  /// Another process has the file of drafts open.
  case draftsLocked = "drafts.locked"
  /// The file of drafts cannot be read.
  case draftsDamaged = "drafts.damaged"
  /// The file of drafts belongs to another application, platform or server, or has another version than the program reads.
  case otherDrafts = "drafts.other-application"
  /// A draft cannot be written to the disk.
  case draftsUnwritten = "drafts.write"
  /// There are more drafts than the program keeps.
  case tooManyDrafts = "drafts.too-many"

  // MARK: - Requests that are refused

  /// The token of the address was used before, or is wrong.
  case token = "review.token"
  /// A request has no key, or a wrong one.
  case key = "review.key"
  /// A request names another host.
  case host = "review.host"
  /// A request comes from another page, or does not say from which page it comes.
  case origin = "review.origin"
  /// There is nothing at the path.
  case path = "review.path"
  /// The path does not support the method.
  case method = "review.method"
  /// The body of a request is not declared as JSON.
  case contentType = "review.content-type"
  /// The body of a request is too large.
  case body = "review.body"
  /// The text of a request contains one half of a surrogate pair.
  case halfCharacter = "review.half-character"
  /// A request does not have the form of the page's requests.
  case request = "review.request"
  /// The program failed unexpectedly.
  case failed = "review.failed"

  // MARK: - Decisions that are refused

  /// The server does not have the text.
  case unknownText = "review.unknown-text"
  /// The value is already pending as a proposal.
  case alreadyProposed = "review.already-proposed"
  /// The value is the current one.
  case sameAsCurrent = "review.same-as-current"
  /// The value is empty.
  case empty = "review.empty"
  /// The proposal to withdraw is gone, or another person made it.
  case notOwn = "review.not-own"
  /// There is no conflict to decide.
  case noConflict = "review.no-conflict"
  /// The server's current state does not allow what the draft asks for.
  case undecidable = "review.undecidable"
  /// The text was signed off already.
  case alreadyReviewed = "review.already-reviewed"
  /// No memory has a suggestion for the text.
  case noSuggestion = "review.no-suggestion"
  /// There is no earlier decision about the text.
  case nothingToUndo = "review.nothing-to-undo"

  // MARK: - Sending

  /// The plan is not the one that the person consented to.
  case planChanged = "review.plan-changed"
  /// No draft can be sent.
  case nothingToSend = "review.nothing-to-send"
  /// Drafts are being sent.
  case sending = "review.sending"
}
