import Basics
import HTTPTypes
import Hummingbird
import NIOCore

/// The fields of a query or a body, read as PHP reads them. Of several fields with one name the last counts. A `+` is a
/// space, and a `%` without two hexadecimal digits stays. A dot or a space in a name becomes `_`, and brackets in a
/// name turn its value into a list or an object.
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

  /// The time since which changes count, in seconds since 1970; nil if it is not given.
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

  /// The fields of a request's body: a form, a multipart form or an object in JSON, as `Content-Type` says; without
  /// that header a form. A body of any other type, and one that cannot be read, has no fields, as in PHP.
  init(bodyOf request: Request) async throws {
    let body = Array(buffer: try await request.body.collect(upTo: Self.maximumBodySize))
    let type = request.headers[.contentType] ?? "application/x-www-form-urlencoded"
    let name = type.prefix { $0 != ";" && $0 != " " }.lowercased()
    if name == "application/x-www-form-urlencoded" {
      self.init(urlEncoded: body)
    } else if name == "multipart/form-data" {
      self = MultipartForm(type).map { $0.fields(of: body) } ?? FormFields()
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

/// A body of `multipart/form-data`. Source: RFC 7578, with the liberties that PHP takes: parts without a name are
/// passed over.
struct MultipartForm {
  private let delimiter: [UInt8]

  /// Reads the boundary of a `Content-Type`; nil if it names none.
  init?(_ contentType: String) {
    let parameters = Self.parameters(contentType)
    guard let boundary = parameters.first(where: { $0.name == "boundary" })?.value, !boundary.isEmpty else {
      return nil
    }
    delimiter = Array("--\(boundary)".utf8)
  }

  /// The fields. Files are not among them.
  func fields(of body: [UInt8]) -> FormFields {
    var fields = FormFields()
    for part in parts(of: body) {
      guard let end = part.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: part[..<end.lowerBound], as: UTF8.self)
      for line in head.split(whereSeparator: \.isNewline) where line.lowercased().hasPrefix("content-disposition:") {
        let parameters = Self.parameters(String(line))
        guard let name = parameters.first(where: { $0.name == "name" })?.value,
          !parameters.contains(where: { $0.name == "filename" })
        else { continue }
        fields.set(Array(name.utf8), Array(part[end.upperBound...]))
      }
    }
    return fields
  }

  /// The parts between the delimiters, without the line ends next to these.
  private func parts(of body: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var rest = body[...]
    guard let first = rest.firstRange(of: delimiter) else { return [] }
    rest = rest[first.upperBound...]
    // Two hyphens after a delimiter end the form.
    while rest.starts(with: "\r\n".utf8), let next = rest.firstRange(of: Array("\r\n".utf8) + delimiter) {
      if next.lowerBound >= rest.startIndex + 2 { parts.append(rest[(rest.startIndex + 2)..<next.lowerBound]) }
      rest = rest[next.upperBound...]
    }
    return parts
  }

  /// The parameters after the first semicolon of a header's value, their names in small letters.
  private static func parameters(_ header: String) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    var rest = header.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[name.endIndex...]
      var value = ""
      if rest.first == "=" {
        rest = rest.dropFirst()
        if rest.first == "\"" {
          rest = rest.dropFirst()
          while let character = rest.popFirst(), character != "\"" {
            value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
          }
          rest = rest.drop { $0 != ";" }
        } else {
          value = String(rest.prefix { $0 != ";" && $0 != " " })
          rest = rest.drop { $0 != ";" }
        }
      }
      parameters.append((name.lowercased(), value))
    }
    return parameters
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
