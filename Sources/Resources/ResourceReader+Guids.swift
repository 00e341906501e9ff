import Basics

extension ResourceReader {
  /// Whether bytes may hold a guid in another place than a text: around the texts, or in a value that is not a text.
  /// Bytes that are not a resource may.
  package static func holdsGuidBesideTexts(_ bytes: [UInt8], locale: String) -> Bool {
    do throws(JSONReader.SyntaxError) {
      let textsRange = try read(bytes, locale: locale).textsRange
      if GuidScrub.mayBe(in: bytes[..<textsRange.lowerBound]) || GuidScrub.mayBe(in: bytes[textsRange.upperBound...]) {
        return true
      }
      return try bytes.withUnsafeBufferPointer { (buffer) throws(JSONReader.SyntaxError) in
        var json = try JSONReader(UnsafeBufferPointer(rebasing: buffer[textsRange]))
        return try holdsGuid(&json, depth: 0)
      }
    } catch {
      return true
    }
  }

  /// Whether a value that is not a text may hold a guid. Texts are the strings of an object, or of the objects in it.
  private static func holdsGuid(_ json: inout JSONReader, depth: Int) throws(JSONReader.SyntaxError) -> Bool {
    var holds = false
    guard try json.peek() == .object, depth < 2 else {
      let range = try json.skipValue()
      return GuidScrub.mayBe(in: json.source[range])
    }
    try json.readObject { (json, _) throws(JSONReader.SyntaxError) in
      switch try json.peek() {
      case .string, .number, .bool, .null: try json.skipValue()
      case .object, .array: holds = try holdsGuid(&json, depth: depth + 1) || holds
      }
    }
    return holds
  }
}
