import HTTPMessages

/// An error in a call to Google, or on the way to one.
package struct DriveError: Error, Sendable, CustomStringConvertible {
  /// A stable name to switch on, such as `drive.not-found`.
  package struct Code: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
    /// The name in lower case, with its family before the dot.
    package let rawValue: String

    /// Creates a code from its name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a code from its name.
    package init(stringLiteral name: String) { rawValue = name }
  }

  /// The kind of error.
  package let code: Code
  /// What happened and where, as a sentence.
  package let message: String
  /// What to do, as a sentence; nil if the message says it.
  package let hint: String?
  /// The method and path of the request, without query; nil if the error is not about a request.
  package let request: String?
  /// The status of the answer; nil if there was none.
  package let status: Int?
  /// Google's own word for the reason, such as `rateLimitExceeded`; nil if it gave none.
  package let reason: String?
  /// The underlying error, in the words of the server or library that reported it.
  package let cause: String?

  /// Creates an error from its parts.
  package init(
    _ code: Code, _ message: String, hint: String? = nil, request: String? = nil, status: Int? = nil,
    reason: String? = nil, cause: String? = nil
  ) {
    (self.code, self.message, self.hint, self.request, self.status) = (code, message, hint, request, status)
    (self.reason, self.cause) = (reason, cause)
  }

  /// Whether the call may have been carried out: no answer came, or one that is not Google's, or Google failed.
  var mayHaveBeenDone: Bool {
    let lost = [TransportError.Code.timeout, .connectionLost].map { Code($0) }
    return code == .server || code == .badAnswer || lost.contains(code)
  }

  /// The error in one line: what happened, what to do, and then the machine's part.
  package var description: String { [message, hint, machinePart].compactMap(\.self).joined(separator: " ") }

  /// The call, its status, and the words of Google or a library, in brackets; nil if there are none.
  package var machinePart: String? {
    let parts = [request, status.map { "status \($0)" }, reason, cause].compactMap(\.self)
    return parts.isEmpty ? nil : "(\(parts.joined(separator: ", ")))"
  }
}

/// The codes of this module. The article *Error codes* of TranslationReview says what to do about each. The codes of a
/// transport (`net.timeout` and others) occur here too.
extension DriveError.Code {
  /// The code of the transport's error, by the same name.
  init(_ code: TransportError.Code) { self.init(rawValue: code.rawValue) }

  // MARK: - Signing in

  /// There are no credentials.
  package static let signedOut: Self = "drive.signed-out"
  /// A file of credentials, or a client id, cannot be used.
  package static let credentials: Self = "drive.credentials"
  /// Google no longer accepts the stored login.
  package static let loginEnded: Self = "drive.login-ended"
  /// Signing in did not succeed: the person said no, the answer is not for this program, or no answer came in time.
  package static let loginFailed: Self = "drive.login-failed"
  /// The clock of this machine is wrong, so Google refuses what it signs.
  package static let clock: Self = "drive.clock"
  /// The login lacks a permission that a call needs.
  package static let scope: Self = "drive.scope"

  // MARK: - Files

  /// The text is not the address of a file or folder in Drive.
  package static let address: Self = "drive.address"
  /// There is no such file, or it is not shared with this account.
  package static let notFound: Self = "drive.not-found"
  /// The file is in the bin.
  package static let trashed: Self = "drive.trashed"
  /// Several files have the name.
  package static let ambiguous: Self = "drive.ambiguous"
  /// The file is not a spreadsheet, or not a folder.
  package static let wrongType: Self = "drive.wrong-type"
  /// The account may see the file, but is not allowed to do this to it.
  package static let notAllowed: Self = "drive.not-allowed"
  /// A file with the name is in the folder already.
  package static let exists: Self = "drive.exists"
  /// Somebody changed the file since it was last seen.
  package static let changed: Self = "drive.changed"
  /// The sheet is larger than Google exports.
  package static let tooLarge: Self = "drive.too-large"
  /// The bytes that were received are not those of the file.
  package static let damaged: Self = "drive.damaged"

  // MARK: - Limits and failures

  /// A service account owns no storage, so it cannot create files in a person's Drive.
  package static let noStorage: Self = "drive.no-storage"
  /// The Drive is full.
  package static let storageFull: Self = "drive.storage-full"
  /// Google accepts no more calls for now.
  package static let rateLimited: Self = "drive.rate-limited"
  /// The Drive API is not enabled in the project of the credentials.
  package static let apiDisabled: Self = "drive.api-disabled"
  /// Google refused the call for another reason.
  package static let rejected: Self = "drive.rejected"
  /// Google failed.
  package static let server: Self = "drive.server"
  /// The answer is not one of Google's.
  package static let badAnswer: Self = "drive.bad-answer"
  /// An upload was cut off again and again.
  package static let uploadLost: Self = "drive.upload-lost"
}
