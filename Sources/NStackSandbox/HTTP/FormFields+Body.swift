import Basics
import HTTPTypes
import Hummingbird
import NIOCore
import NStackAPI

extension FormFields {
  /// The most bytes of a body.
  static let maximumBodySize = 1 << 20

  /// The fields of a request's query.
  init(queryOf request: Request) {
    self.init(urlEncoded: (request.uri.query ?? "").utf8)
  }

  /// The fields of a request's body: a form, a multipart form or an object in JSON, as `Content-Type` says; without
  /// that header a form. A body of any other type, and one that cannot be read, has no fields, as in PHP.
  ///
  /// - Throws: `NIOTooManyBytesError` if the body is too large.
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
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<FormFields, JSONReader.SyntaxError> in
      Result { () throws(JSONReader.SyntaxError) in
        var fields = FormFields()
        var json = try JSONReader(buffer)
        try json.readObject { (json, name) throws(JSONReader.SyntaxError) in
          switch try json.peek() {
          case .string: fields.set(name: name, .text(Array(try json.readString().utf8)))
          case .number, .bool: fields.set(name: name, .text(Array(bytes[try json.skipValue()])))
          case .null: try json.skipValue()
          case .object, .array:
            try json.skipValue()
            fields.set(name: name, .nested)
          }
        }
        try json.expectEnd()
        return fields
      }
    }
    return try result.get()
  }
}
