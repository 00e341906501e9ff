import HTTPMessages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The body of a call, with its content type.
public struct CallBody: Sendable {
  let contentType: String
  let bytes: [UInt8]

  /// A form. Names and values arrive as they are, whatever characters they have.
  public static func form(_ fields: [(name: String, value: String)]) -> CallBody {
    CallBody(contentType: "application/x-www-form-urlencoded", bytes: Array(FormEncoding.encode(fields).utf8))
  }

  /// JSON, with the members of each object in the order of their names.
  ///
  /// - Throws: `configuration` if the value cannot be written as JSON, such as a number that is not finite.
  public static func json(_ value: some Encodable) throws(NStackError) -> CallBody {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return CallBody(contentType: "application/json", bytes: Array(try encoder.encode(value)))
    } catch {
      throw .unusableCall("the body cannot be written as JSON")
    }
  }
}
