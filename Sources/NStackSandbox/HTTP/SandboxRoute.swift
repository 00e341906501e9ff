import HTTPTypes
import Hummingbird

/// A method, a path, and what answers there.
struct SandboxRoute: Sendable {
  typealias Handler = @Sendable (Request, BasicRequestContext) async throws -> Response

  let method: HTTPRequest.Method
  /// The path without its first slash; a part that starts with a colon matches any text.
  let path: String
  private let handler: Handler
  private let pattern: [String]

  init(_ method: HTTPRequest.Method, _ path: String, _ handler: @escaping Handler) {
    self.method = method
    self.path = path
    self.handler = handler
    pattern = path.split(separator: "/").map(String.init)
  }

  func add(to routes: some RouterMethods<BasicRequestContext>) {
    routes.on(RouterPath(path), method: method, use: handler)
  }

  /// Whether the parts of a path are one of this route's paths.
  func matches(_ parts: [Substring]) -> Bool {
    pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0.utf8.first == UInt8(ascii: ":") || $0 == $1 }
  }
}
