import Basics
import HTTPTypes
import Hummingbird
import NIOCore

/// The fields of a query or a body, read as PHP reads them. If several fields have the same name, the last counts. A
/// `+` is a space, and a `%` without two hexadecimal digits stays. A dot or a space in a name becomes `_`, and brackets
/// in a name turn its value into a list or an object.
struct FormFields: Sendable {
  enum Value: Hashable, Sendable {
    /// A text, as bytes, which need not be UTF-8.
    case text([UInt8])
    case nested
  }

  private var values: [String: Value] = [:]

  init() {}

  /// Reads `name=value&name=value`.
  init(urlEncoded bytes: some Sequence<UInt8>) {
    for (name, value) in PercentEncoding.fields(bytes) { set(name, value) }
  }

  subscript(_ name: String) -> Value? { values[name] }

  /// The text of a field; nil for a missing field, and for one that is not UTF-8 text.
  func text(_ name: String) -> String? {
    guard case .text(let bytes) = values[name] else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  func isTrue(_ name: String) -> Bool {
    // Clients that append their own parameters to a URL with a query add a second `?`.
    let word = text(name)?.prefix { $0 != "?" }
    return word == "true" || word == "1"
  }

  /// The time after which changes count, in seconds since 1970; nil if it is not given.
  var since: Int? {
    get throws(SandboxRefusal) {
      guard let text = text("last_updated"), !text.isEmpty else { return nil }
      if let time = Timestamp.seconds(text) { return time }
      throw SandboxRefusal(fields: [("last_updated", "The last updated is not a valid date.")])
    }
  }

  /// Sets a field under the name that PHP makes of `name`.
  mutating func set(_ name: [UInt8], _ value: [UInt8]) {
    let name = name.drop { $0 == UInt8(ascii: " ") }
    let open = name.firstIndex(of: UInt8(ascii: "[")) ?? name.startIndex
    let isNested = open > name.startIndex && name[open...].contains(UInt8(ascii: "]"))
    let plain = (isNested ? name[..<open] : name).map { ". [".utf8.contains($0) ? UInt8(ascii: "_") : $0 }
    set(name: String(decoding: plain, as: UTF8.self), isNested ? .nested : .text(value))
  }

  mutating func set(name: String, _ value: Value) { if !name.isEmpty { values[name] = value } }
}

extension FormFields {
  static let maximumBodySize = 1 << 20

  init(queryOf request: Request) { self.init(urlEncoded: (request.uri.query ?? "").utf8) }

  /// The fields of a request's body: a form or an object in JSON, as `Content-Type` says; without
  /// that header a form. A body of any other type, and one that cannot be read, has no fields, as in PHP.
  init(bodyOf request: Request) async throws {
    let body = Array(buffer: try await request.body.collect(upTo: Self.maximumBodySize))
    let type = request.headers[.contentType] ?? "application/x-www-form-urlencoded"
    let name = type.prefix { $0 != ";" && $0 != " " }.lowercased()
    if name == "application/x-www-form-urlencoded" {
      self.init(urlEncoded: body)
    } else if name == "application/json" || name.hasSuffix("+json") {
      self = (try? Self.fields(ofJSON: body)) ?? FormFields()
    } else {
      self.init()
    }
  }

  private static func fields(ofJSON bytes: [UInt8]) throws(JSONReader.SyntaxError) -> FormFields {
    var fields = FormFields()
    try ResourceDocument.read(bytes) { (json, name) throws(JSONReader.SyntaxError) in
      switch try json.peek() {
      case .string: fields.set(name: name, .text(Array(try json.readString().utf8)))
      case .number, .bool: fields.set(name: name, .text(Array(bytes[try json.skipValue()])))
      case .null: try json.skipValue()
      case .object, .array:
        try json.skipValue()
        fields.set(name: name, .nested)
      }
    }
    return fields
  }
}

/// Checks a request's fields. All of them are checked before the request is refused.
struct FieldChecks {
  /// The bytes that PHP's `trim` removes, which NStack's framework uses.
  private static let whiteSpace: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0x00, 0x0B]

  private let fields: FormFields
  private var errors: [(field: String, message: String)] = []

  init(_ fields: FormFields) { self.fields = fields }

  /// The text of a required field. Returns an empty text if ``finish()`` will throw.
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

  @discardableResult mutating func refuse(_ field: String, _ message: String) -> String {
    errors.append((field, message))
    return ""
  }

  func finish() throws(SandboxRefusal) { if !errors.isEmpty { throw SandboxRefusal(fields: errors) } }
}
