import Basics
import HTTPMessages

/// The headers that a call may have of its own.
enum CallHeaders {
  /// The headers of the connection, of the body, and of the credentials, which the client or its transport sets.
  private static let reserved: Set<String> = [
    "accept-encoding", "connection", "content-encoding", "content-length", "content-type", "expect", "host",
    "keep-alive",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "x-application-id",
    "x-rest-api-key",
  ]

  /// Refuses headers that would break a request or replace what the client decides.
  static func require(_ headers: [(name: String, value: String)]) throws(NStackError) {
    for (name, value) in headers {
      guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
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

  /// A byte of a token in RFC 9110.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

extension NStackError {
  /// The error of a call that cannot be sent as it is.
  static func unusableCall(_ message: String) -> NStackError {
    NStackError(.configuration, delivery: .notSent, request: "call", message: message)
  }
}
