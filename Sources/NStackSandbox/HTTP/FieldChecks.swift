/// Checks a request's fields. All of them are checked before the request is refused.
struct FieldChecks {
  /// The bytes that PHP's `trim` removes, which NStack's framework uses.
  private static let whiteSpace: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0x00, 0x0B]

  private let fields: FormFields
  private var errors: [(field: String, message: String)] = []

  init(_ fields: FormFields) {
    self.fields = fields
  }

  /// The text of a required field.
  ///
  /// - Returns: An empty text if ``finish()`` will throw.
  mutating func required(_ name: String) -> String {
    guard let value = fields[name] else { return refuse(name, "The \(name) field is required.") }
    guard case .text(let bytes) = value else { return refuse(name, "The \(name) must be a string.") }
    guard !bytes.allSatisfy({ Self.whiteSpace.contains($0) }) else {
      return refuse(name, "The \(name) field is required.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return refuse(name, "The \(name) is not valid UTF-8.")
    }
    return text
  }

  /// Notes that a field is refused.
  @discardableResult
  mutating func refuse(_ field: String, _ message: String) -> String {
    errors.append((field, message))
    return ""
  }

  /// - Throws: A refusal that names every field that failed.
  func finish() throws(SandboxRefusal) {
    if !errors.isEmpty { throw SandboxRefusal(fields: errors) }
  }
}
