import HTTPTypes
import Hummingbird

struct SandboxRoute: Sendable {
  /// The parts of the path that the pattern names, as sent.
  typealias Parameters = [Substring: Substring]
  typealias Handler = @Sendable (Request, Parameters) async throws -> Response

  let method: HTTPRequest.Method
  let answer: Handler
  private let pattern: [Substring]

  /// - Parameter path: The path without its first slash; a part that starts with a colon matches any text.
  init(_ method: HTTPRequest.Method, _ path: String, _ answer: @escaping Handler) {
    (self.method, self.answer) = (method, answer)
    pattern = path.split(separator: "/")
  }

  func checked(by check: @escaping @Sendable (Request) throws -> Void) -> SandboxRoute {
    SandboxRoute(method, pattern.joined(separator: "/")) { [answer] request, parameters in
      try check(request)
      return try await answer(request, parameters)
    }
  }

  /// The parameters in the parts of a path; nil if it is not one of this route's paths.
  func parameters(in parts: [Substring]) -> Parameters? {
    guard pattern.count == parts.count else { return nil }
    var parameters: Parameters = [:]
    for (name, part) in zip(pattern, parts) {
      if name.utf8.first == UInt8(ascii: ":") {
        parameters[name.dropFirst()] = part
      } else if name != part {
        return nil
      }
    }
    return parameters
  }
}
