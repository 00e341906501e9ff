public import HTTPMessages

/// An error in a call to NStack.
public typealias NStackError = TransportError

/// The codes of this module, by family. The article *Error codes* of TranslationReview says what to do about each.
extension NStackError.Code {
  // MARK: - On the way to the server and back

  /// The call was withdrawn before it was sent, because its reason no longer held.
  public static let withdrawn = Self(rawValue: "net.withdrawn")
  /// The answer is a redirect that is not followed.
  package static let redirect = Self(rawValue: "net.redirect")
  /// The answer is not one of NStack's: not JSON, of another shape, or about another text.
  package static let badBody = Self(rawValue: "net.bad-body")

  // MARK: - In the server's answer

  /// 401: the server refused the credentials.
  package static let unauthorized = Self(rawValue: "api.unauthorized")
  /// 401 or 403 to the deletion of a proposal that another guid made.
  package static let notOwner = Self(rawValue: "api.not-owner")
  /// 403: the server forbids the call.
  public static let forbidden = Self(rawValue: "api.forbidden")
  /// 404 or 445: the server does not have what was asked for.
  package static let notFound = Self(rawValue: "api.not-found")
  /// 400, 409, 412 or 422: the server understood the call and refused it.
  package static let rejected = Self(rawValue: "api.rejected")
  /// 429: too many calls.
  package static let rateLimited = Self(rawValue: "api.rate-limited")
  /// 5xx: the server failed.
  public static let server = Self(rawValue: "api.server")
  /// Any other status.
  package static let unexpectedStatus = Self(rawValue: "api.unexpected-status")
  /// The application, or one of its languages, has no texts.
  package static let noTexts = Self(rawValue: "api.no-texts")
  /// A proposal is still listed although the server answered that it is deleted or gone, or it is for another platform.
  package static let notDeleted = Self(rawValue: "api.not-deleted")

  // MARK: - On this machine

  /// The table of hosts does not have a stage, country, service or host.
  package static let unknownHost = Self(rawValue: "api.unknown-host")
  /// A row of a table of hosts cannot be used.
  package static let hostTable = Self(rawValue: "api.host-table")
}
