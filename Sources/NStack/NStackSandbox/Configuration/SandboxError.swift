@_exported public import struct Basics.CodedError

package typealias SandboxError = CodedError<SandboxErrorCode>

/// The codes of ``SandboxError``. The article *Error codes* of TranslationReview says what to do about each.
package enum SandboxErrorCode: String, Sendable {
  /// The folder of texts, or a file in it, is missing or does not have NStack's shape.
  case texts = "sandbox.texts"
  /// The database was filled from texts other than those named.
  case otherTexts = "sandbox.other-texts"
  /// The database cannot be opened, read or written.
  case database = "sandbox.database"
  /// A field of a scenario is not known, or has an invalid value.
  case scenario = "sandbox.scenario"
  /// The port is in use, or may not be used.
  case port = "sandbox.port"
}
