import Basics
import HTTPMessages

/// The path of a call, from its first slash. Interpolated parts are percent-encoded, so they never end a segment of the
/// path.
///
/// ```swift
/// let path: CallPath = "/api/v2/geographic/continents/\(id)"
/// ```
public struct CallPath: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The path as it is sent.
  public let description: String

  /// Creates a path as it is written.
  public init(stringLiteral value: String) { description = value }

  /// Creates a path whose interpolated parts are percent-encoded.
  public init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text }

  /// The parts of a path while it is put together.
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    /// Begins a path.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    /// Adds a part as it is written.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a value, percent-encoded.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += FormEncoding.encode(value.description)
    }
  }

  /// Why no request can be sent to the path; nil if one can.
  var fault: String? {
    guard description.utf8.first == UInt8(ascii: "/") else { return "does not begin with a slash" }
    guard description.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Self.outside.contains($0) }) else {
      return "has characters that a path cannot have"
    }
    // A server that resolves these segments would answer for another path.
    let steps = FormEncoding.decode(description).split { $0 == "/" || $0 == "\\" }
    return steps.contains { $0 == "." || $0 == ".." } ? "has a step that leads to another path" : nil
  }

  private static let outside: [UInt8] = [UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\")]
}

enum CallHeaders {
  /// The headers of the connection, of the body, and of the credentials, which the client or its transport sets.
  private static let reserved = Set(
    """
    accept-encoding, connection, content-encoding, content-length, content-type, expect, host, keep-alive,
    proxy-authorization, proxy-connection, te, trailer, transfer-encoding, upgrade, x-application-id,
    x-rest-api-key
    """.commaSeparated)

  /// Refuses headers that would break a request or override the client's own.
  static func require(_ headers: [(name: String, value: String)]) throws(NStackError) {
    for (name, value) in headers {
      let isToken = name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
      guard !name.isEmpty, isToken else {
        throw .unusableCall("\"\(Excerpt.visible(name))\" is not the name of a header")
      }
      guard !reserved.contains(name.lowercased()) else {
        throw .unusableCall("the header \(name) is set by the client alone")
      }
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
        throw .unusableCall("the value of the header \(name) has characters that no header can have")
      }
    }
  }
}

extension NStackError {
  static func unusableCall(_ message: String) -> NStackError { .unusable(message, request: "call") }
}
