extension JSONValue {
  /// Why a text is not JSON of the kind that this program writes, and at which offset.
  package struct ParsingError: Error {
    package let message: String
    /// Whether a string in the text has half of a surrogate pair.
    package let isHalfSurrogatePair: Bool
  }

  /// Reads a JSON text strictly: whole numbers only, and no name twice in an object.
  package init(parsing text: String) throws(ParsingError) {
    let result: Result<JSONValue, JSONReader.SyntaxError> = Array(text.utf8).withUnsafeBufferPointer { bytes in
      do throws(JSONReader.SyntaxError) {
        var reader = try JSONReader(bytes)
        let value = try Self.value(&reader)
        try reader.expectEnd()
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let value): self = value
    case .failure(let error):
      throw ParsingError(
        message: "there is \(error.message) at offset \(error.offset)",
        isHalfSurrogatePair: error.message == JSONReader.halfSurrogatePair)
    }
  }

  private static func value(_ reader: inout JSONReader) throws(JSONReader.SyntaxError) -> JSONValue {
    switch try reader.peek() {
    case .string: return .string(try reader.readString())
    case .array:
      var elements: [JSONValue] = []
      try reader.readArray { (reader) throws(JSONReader.SyntaxError) in elements.append(try value(&reader)) }
      return .array(elements)
    case .object:
      var members: [(String, JSONValue)] = []
      var names: Set<ExactText> = []
      try reader.readObject { (reader, name) throws(JSONReader.SyntaxError) in
        guard names.insert(ExactText(name)).inserted else { throw reader.failure("the name \"\(name)\" twice") }
        members.append((name, try value(&reader)))
      }
      return .object(members)
    case .null, .bool, .number:
      let range = try reader.skipValue()
      let word = String(decoding: reader.source[range], as: UTF8.self)
      switch word {
      case "null": return .null
      case "true": return .boolean(true)
      case "false": return .boolean(false)
      default:
        guard let number = Int(word) else { throw reader.failure("the number \(word), which is not whole") }
        return .integer(number)
      }
    }
  }
}
