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

  package static let port = Self(rawValue: "review.port")
  package static let draftsLocked = Self(rawValue: "drafts.locked")
  package static let draftsDamaged = Self(rawValue: "drafts.damaged")
  package static let otherDrafts = Self(rawValue: "drafts.other-application")
  package static let draftsUnwritten = Self(rawValue: "drafts.write")
  package static let tooManyDrafts = Self(rawValue: "drafts.too-many")

  // MARK: - Requests that are refused

  package static let token = Self(rawValue: "review.token")
  package static let key = Self(rawValue: "review.key")
  package static let host = Self(rawValue: "review.host")
  package static let origin = Self(rawValue: "review.origin")
  package static let path = Self(rawValue: "review.path")
  package static let method = Self(rawValue: "review.method")
  package static let contentType = Self(rawValue: "review.content-type")
  package static let body = Self(rawValue: "review.body")
  package static let halfCharacter = Self(rawValue: "review.half-character")
  package static let request = Self(rawValue: "review.request")
  package static let failed = Self(rawValue: "review.failed")

  // MARK: - Decisions that are refused

  package static let unknownText = Self(rawValue: "review.unknown-text")
  package static let alreadyProposed = Self(rawValue: "review.already-proposed")
  package static let sameAsCurrent = Self(rawValue: "review.same-as-current")
  package static let empty = Self(rawValue: "review.empty")
  package static let notOwn = Self(rawValue: "review.not-own")
  package static let noConflict = Self(rawValue: "review.no-conflict")
  package static let undecidable = Self(rawValue: "review.undecidable")
  package static let nothingToUndo = Self(rawValue: "review.nothing-to-undo")

  // MARK: - Sending

  package static let planChanged = Self(rawValue: "review.plan-changed")
  package static let nothingToSend = Self(rawValue: "review.nothing-to-send")
  package static let sending = Self(rawValue: "review.sending")
}
