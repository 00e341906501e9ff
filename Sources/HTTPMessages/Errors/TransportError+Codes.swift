/// The codes of this module, by family. The article *Error codes* of TranslationReview says what to do about each.
extension TransportError.Code {
  // MARK: - On the way to the server and back

  /// No request reached the server: its name was not found, or it refused the connection.
  public static let unreachable = Self(rawValue: "net.unreachable")
  /// The server and the client could not agree on TLS. Nothing was sent.
  public static let tls = Self(rawValue: "net.tls")
  /// No answer came within the time allowed.
  public static let timeout = Self(rawValue: "net.timeout")
  /// The connection broke before the answer was whole.
  public static let connectionLost = Self(rawValue: "net.connection-lost")
  /// The caller cancelled the call.
  public static let cancelled = Self(rawValue: "net.cancelled")
  /// The answer is larger than the limit.
  public static let tooLarge = Self(rawValue: "net.too-large")

  // MARK: - On this machine

  /// The configuration cannot be used: a value is not a URL, or a file of certificates or a proxy cannot be used.
  public static let configuration = Self(rawValue: "api.configuration")
  /// The system provides no more memory. The error's delivery says whether anything was sent.
  public static let memory = Self(rawValue: "io.memory")
}
