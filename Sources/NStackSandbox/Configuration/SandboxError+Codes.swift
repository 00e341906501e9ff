/// The codes of this module. The article *Error codes* of TranslationReview says what to do about each.
extension SandboxError.Code {
  /// The folder of texts, or a file in it, is missing or does not have NStack's shape.
  package static let texts = Self(rawValue: "sandbox.texts")
  /// The database was filled from other texts than the ones that were named.
  package static let otherTexts = Self(rawValue: "sandbox.other-texts")
  /// The database cannot be opened, read or written.
  package static let database = Self(rawValue: "sandbox.database")
  /// A fault is not in the form that faults have.
  package static let fault = Self(rawValue: "sandbox.fault")
  /// The port is in use, or may not be used.
  package static let port = Self(rawValue: "sandbox.port")
}
