#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decodes the answers that are small and of a fixed shape.
enum JSONAnswer {
  /// Decodes an answer after a strict look at its bytes: `JSONDecoder` keeps one of two members of the same name, and
  /// which of them a proposal means cannot be known.
  ///
  /// - Throws: ``Mismatch``.
  static func decode<Shape: Decodable>(_ shape: Shape.Type, from body: [UInt8]) throws(Mismatch) -> Shape {
    do {
      try check(body)
    } catch {
      throw Mismatch(message: "the answer is no JSON: \(error.message) at byte \(error.offset)")
    }
    do {
      return try JSONDecoder().decode(shape, from: Data(body))
    } catch let error as DecodingError {
      throw Mismatch(message: "the answer has another shape: " + sentence(of: error))
    } catch {
      throw Mismatch(message: "the answer cannot be read: \(error)")
    }
  }

  /// Why an answer is not what was expected.
  struct Mismatch: Error {
    let message: String
  }

  private static func check(_ body: [UInt8]) throws(JSONReader.SyntaxError) {
    let result = body.withUnsafeBufferPointer { bytes -> Result<Void, JSONReader.SyntaxError> in
      Result { () throws(JSONReader.SyntaxError) in
        var json = try JSONReader(bytes)
        try checkValue(&json)
        try json.expectEnd()
      }
    }
    try result.get()
  }

  private static func checkValue(_ json: inout JSONReader) throws(JSONReader.SyntaxError) {
    switch try json.peek() {
    case .object:
      var names: Set<ExactText> = []
      try json.readObject { (json, name) throws(JSONReader.SyntaxError) in
        guard names.insert(ExactText(name)).inserted else {
          throw json.failure("the name \"\(Excerpt.visible(name))\" twice in one object")
        }
        try checkValue(&json)
      }
    case .array:
      try json.readArray { (json) throws(JSONReader.SyntaxError) in try checkValue(&json) }
    default:
      try json.skipValue()
    }
  }

  /// What a decoding error says, with the path of the value.
  static func sentence(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context): "\(path(context.codingPath)) has no \"\(key.stringValue)\""
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      "\(path(context.codingPath)): \(Excerpt.visible(context.debugDescription))"
    @unknown default: Excerpt.visible("\(error)")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    let text = keys.reduce(into: "") { path, key in
      path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
    }
    return text.isEmpty ? "the answer" : Excerpt.visible(text)
  }
}
