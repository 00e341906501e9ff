/// An error of the review page: one that keeps it from starting, or an answer that refuses a request.
package struct ReviewPageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A stable name to switch on, such as `review.token`.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The name in lower case, with its family before the dot.
    package let rawValue: String

    /// Creates a code from its name.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The kind of error.
  package let code: Code
  /// What happened and what to do, in sentences.
  package let message: String

  /// Creates an error from its parts.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  package var description: String { message }
}

/// The codes of this module. The article *Error codes* of TranslationReview says what to do about each.
extension ReviewPageError.Code {
  // MARK: - Starting

  /// The port is in use, or may not be used.
  package static let port = Self(rawValue: "review.port")
  /// Another process has the drafts.
  package static let draftsLocked = Self(rawValue: "drafts.locked")
  /// The file of drafts cannot be read.
  package static let draftsDamaged = Self(rawValue: "drafts.damaged")
  /// The file of drafts belongs to another application, platform or server, or to a newer version.
  package static let otherDrafts = Self(rawValue: "drafts.other-application")
  /// A draft cannot be brought to the disk.
  package static let draftsUnwritten = Self(rawValue: "drafts.write")
  /// There are more drafts than the program keeps.
  package static let tooManyDrafts = Self(rawValue: "drafts.too-many")

  // MARK: - Requests that are refused

  /// The token of the address was used before, or is wrong.
  package static let token = Self(rawValue: "review.token")
  /// A request has no key, or a wrong one.
  package static let key = Self(rawValue: "review.key")
  /// A request names another host.
  package static let host = Self(rawValue: "review.host")
  /// A request comes from another page, or does not say from which one it comes.
  package static let origin = Self(rawValue: "review.origin")
  /// There is nothing at the path.
  package static let path = Self(rawValue: "review.path")
  /// The path does not take the method.
  package static let method = Self(rawValue: "review.method")
  /// The body of a request is not said to be JSON.
  package static let contentType = Self(rawValue: "review.content-type")
  /// The body of a request is too large.
  package static let body = Self(rawValue: "review.body")
  /// The text of a request has half of a character.
  package static let halfCharacter = Self(rawValue: "review.half-character")
  /// A request has another shape than the page's own.
  package static let request = Self(rawValue: "review.request")
  /// The program failed in a way that it does not know.
  package static let failed = Self(rawValue: "review.failed")

  // MARK: - Decisions that are refused

  /// The server does not have the text.
  package static let unknownText = Self(rawValue: "review.unknown-text")
  /// The value is pending as a proposal already.
  package static let alreadyProposed = Self(rawValue: "review.already-proposed")
  /// The value is the current one.
  package static let sameAsCurrent = Self(rawValue: "review.same-as-current")
  /// The value is empty.
  package static let empty = Self(rawValue: "review.empty")
  /// The proposal to withdraw is not one's own, or is gone.
  package static let notOwn = Self(rawValue: "review.not-own")
  /// There is no conflict to decide.
  package static let noConflict = Self(rawValue: "review.no-conflict")
  /// What the draft asks for cannot be sent as the server is now.
  package static let undecidable = Self(rawValue: "review.undecidable")
  /// There is no earlier decision about the text.
  package static let nothingToUndo = Self(rawValue: "review.nothing-to-undo")

  // MARK: - Sending

  /// The plan is another one than the one that was consented to.
  package static let planChanged = Self(rawValue: "review.plan-changed")
  /// No draft can be sent.
  package static let nothingToSend = Self(rawValue: "review.nothing-to-send")
  /// Drafts are being sent.
  package static let sending = Self(rawValue: "review.sending")
}
